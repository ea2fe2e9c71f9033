package io.azuretables.repository.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

/**
 * Who has created and changed an entity, and when? Fills the annotated properties of
 * entities before they are written. An entity counts as new as long as its version, or
 * the property for its creation, is {@code null}.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Import(TableAuditingRegistrar.class)
public @interface EnableTableAuditing {

	/**
	 * The name of the bean that knows the current user.
	 */
	String auditorAwareRef() default "";

	/**
	 * Whether dates are set.
	 */
	boolean setDates() default true;

	/**
	 * Whether creation counts as a change.
	 */
	boolean modifyOnCreate() default true;

	/**
	 * The name of the bean that knows the time.
	 */
	String dateTimeProviderRef() default "";

}
