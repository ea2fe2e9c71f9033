package io.azuretables.repository;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.data.annotation.QueryAnnotation;

/**
 * Which condition does the method stand for? An OData filter over the properties of the
 * entity, with parameters as {@code :name} or {@code ?0} and SpEL expressions as
 * <code>:#{…}</code>. It is read when the repository is made, and planned like any other
 * query: over keys and indexes where the properties stand in them.
 *
 * @since 0.1
 */
@Documented
@QueryAnnotation
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Query {

	/**
	 * The filter.
	 */
	String value() default "";

	/**
	 * Whether the method counts what is found.
	 */
	boolean count() default false;

	/**
	 * Whether the method asks if anything is found.
	 */
	boolean exists() default false;

	/**
	 * Whether the method deletes what is found.
	 */
	boolean delete() default false;

}
