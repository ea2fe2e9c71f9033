/**
 * What may I declare? The interface that repositories extend, and the annotations on
 * their methods.
 */
@NullMarked
package io.azuretables.repository;

import org.jspecify.annotations.NullMarked;
