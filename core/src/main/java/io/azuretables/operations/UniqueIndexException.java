package io.azuretables.operations;

import org.springframework.dao.DuplicateKeyException;

/**
 * Which index already holds another entity under this key? Nothing was written.
 *
 * @since 0.1
 */
public class UniqueIndexException extends DuplicateKeyException {

	private final String index;

	UniqueIndexException(String entity, String index, String template, Throwable cause) {
		super("Another " + entity + " has the same key \"" + template + "\" in the unique index '" + index + "'", cause);
		this.index = index;
	}

	/**
	 * The name of the index.
	 */
	public String getIndex() {
		return this.index;
	}

}
