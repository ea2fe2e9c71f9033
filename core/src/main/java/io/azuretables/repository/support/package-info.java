/**
 * How is a repository made?
 */
@NullMarked
package io.azuretables.repository.support;

import org.jspecify.annotations.NullMarked;
