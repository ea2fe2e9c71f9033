package io.azuretables.repository.query;

import io.azuretables.query.TableQuery;

/**
 * What does a method ask for? A query with a place for each argument.
 */
interface QueryTemplate {

	/**
	 * The query for arguments.
	 */
	TableQuery query(Arguments arguments);

	/**
	 * What is done with what is found.
	 */
	Purpose purpose();

	/**
	 * What is done with what is found.
	 */
	enum Purpose {

		/**
		 * It is returned.
		 */
		FIND,

		/**
		 * It is counted.
		 */
		COUNT,

		/**
		 * It matters whether there is any.
		 */
		EXISTS,

		/**
		 * It is deleted.
		 */
		DELETE

	}

}
