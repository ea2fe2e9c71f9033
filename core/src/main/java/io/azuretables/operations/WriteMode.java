package io.azuretables.operations;

/**
 * What shall become of an entity?
 */
enum WriteMode {

	/**
	 * It shall be there as it is, whether it was or not; with a version, if nobody else
	 * has changed it.
	 */
	SAVE,

	/**
	 * It shall be there, and must not have been.
	 */
	INSERT,

	/**
	 * It shall be as it is, and must have been there.
	 */
	UPDATE,

	/**
	 * It shall not be there.
	 */
	DELETE

}
