/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.azuretables.access;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.AccessGateway;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableTemplateOptions;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Issues shared access signatures for rows of an entity class, and manages stored access
 * policies and CORS rules. Holders of a signature send their requests to the table
 * service, and not to the application.
 * <p>
 * The rows are said in the words of the mapping: {@code access.to(Order.class)
 * .partition("anna").read().validFor(Duration.ofHours(1)).sign()}. The keys of the
 * signature are made of the values as those of entities are. A signature for rows of one
 * class or index is refused if other rows that the mapping knows may lie among them.
 * <p>
 * To sign takes no request. Policies and CORS rules are read and written by requests of
 * their own, and the last writer wins.
 *
 * @since 0.1
 */
public final class TableAccess {

	private final AccessGateway gateway;

	private final TableConverter converter;

	private final TableTemplateOptions options;

	/**
	 * Access to the tables of an account.
	 * @param gateway the gateway of the account, with its key
	 * @param options gives tables their names, and the time
	 */
	public TableAccess(AccessGateway gateway, TableConverter converter, TableTemplateOptions options) {
		this.gateway = gateway;
		this.converter = converter;
		this.options = options;
	}

	/**
	 * Begins a shared access signature for rows of a class.
	 */
	public SharedAccessBuilder to(Class<?> type) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		String table = table(entity);
		if (EntityModel.of(entity).rolling() != null) {
			throw new InvalidDataAccessApiUsageException(type.getSimpleName()
					+ " is a @RollingTable, and a signature is for one table; give access through the application");
		}
		return new SharedAccessBuilder(this, entity, table);
	}

	/**
	 * Returns the stored access policies of the table of a class. One request.
	 */
	public List<AccessPolicy> policies(Class<?> type) {
		return this.gateway.policies(table(this.converter.entity(type)));
	}

	/**
	 * Adds a stored access policy to the table of a class, or replaces the one of the
	 * same name. Two requests; of policies that are saved at the same time, only the last
	 * one may be kept. It may take the service 30 seconds until it has effect.
	 * @throws IllegalArgumentException if the table has as many policies as it can have
	 */
	public void savePolicy(Class<?> type, AccessPolicy policy) {
		List<AccessPolicy> policies = others(type, policy.name());
		policies.add(policy);
		this.gateway.setPolicies(table(this.converter.entity(type)), policies);
	}

	/**
	 * Deletes a stored access policy of the table of a class, which revokes all
	 * signatures that refer to it. Two requests. Signatures are good again if a policy of
	 * the same name is saved.
	 */
	public void deletePolicy(Class<?> type, String name) {
		this.gateway.setPolicies(table(this.converter.entity(type)), others(type, name));
	}

	private List<AccessPolicy> others(Class<?> type, String name) {
		List<AccessPolicy> others = new ArrayList<>(policies(type));
		others.removeIf((policy) -> policy.name().equals(name));
		return others;
	}

	/**
	 * Returns the CORS rules of the table service: which pages may send requests to it.
	 * One request.
	 */
	public List<CorsRule> corsRules() {
		return this.gateway.corsRules();
	}

	/**
	 * Replaces the CORS rules of the table service, for all tables of the account. Two
	 * requests.
	 */
	public void setCorsRules(List<CorsRule> rules) {
		this.gateway.setCorsRules(rules);
	}

	private String table(TablePersistentEntity<?> entity) {
		return this.options.tableNames().resolve(entity.getType(), entity.tableName());
	}

	TableTemplateOptions options() {
		return this.options;
	}

	TableConverter converter() {
		return this.converter;
	}

	SharedAccess sign(AccessGrant grant) {
		return this.gateway.sign(grant);
	}

}
