/**
 * How are repositories switched on?
 */
@NullMarked
package io.azuretables.repository.config;

import org.jspecify.annotations.NullMarked;
