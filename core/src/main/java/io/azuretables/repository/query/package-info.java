/**
 * What does a method of a repository mean? Queries from method names and from text, and how they are run.
 */
@NullMarked
package io.azuretables.repository.query;

import org.jspecify.annotations.NullMarked;
