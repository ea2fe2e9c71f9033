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

package io.azuretables.patterns.interpartition;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A gateway that stores the entity lists of {@code BLOB_LIST} indexes in blobs, and all
 * other rows in tables. Templates, workers and the administration of indexes are given
 * this gateway; each of them reads and writes lists as if they were rows. A request for
 * one list is one for its blob; a request for a range of lists lists the blobs and reads
 * each that is meant.
 *
 * @since 0.1
 */
public final class BlobListGateway extends ForwardingTableGateway {

	/**
	 * The partition of continuations that lead to lists, which no table has.
	 */
	private static final String LISTS = "~lists/";

	private final BlobStore blobs;

	private final Supplier<TableMappingContext> context;

	private final TableNameResolver names;

	private final Predicate<IndexMapping> kept;

	/**
	 * How many classes there were when none of them had such lists.
	 */
	private volatile int without = -1;

	/**
	 * A gateway for lists in blobs.
	 * @param tables where all other rows are
	 * @param blobs a container, which may have other blobs as well
	 * @param context the classes with their indexes; asked for at the first request
	 * @param names in which table a class is
	 */
	public BlobListGateway(TableGateway tables, BlobStore blobs, Supplier<TableMappingContext> context,
			TableNameResolver names) {
		this(tables, blobs, context, names, IndexMapping::isInBlobs);
	}

	/**
	 * A gateway for some lists.
	 * @param kept which indexes have their lists in blobs
	 */
	BlobListGateway(TableGateway tables, BlobStore blobs, Supplier<TableMappingContext> context,
			TableNameResolver names, Predicate<IndexMapping> kept) {
		super(tables);
		this.blobs = blobs;
		this.context = context;
		this.names = names;
		this.kept = kept;
	}

	@Override
	public boolean keepsBlobLists() {
		return true;
	}

	/**
	 * The lists of a table, once where several classes share them. Where no class has
	 * any, that is known until there are more classes.
	 */
	private List<BlobLists> lists(String table) {
		TableMappingContext classes = this.context.get();
		if (this.without == classes.size()) {
			return List.of();
		}
		int size = classes.size();
		boolean any = classes.getPersistentEntities()
			.stream()
			.anyMatch((entity) -> entity.isTable() && EntityModel.of(entity).indexes().stream().anyMatch(this.kept));
		if (!any) {
			this.without = size;
			return List.of();
		}
		Map<String, BlobLists> lists = new TreeMap<>();
		new DeclaredIndexes(classes, this.names).indexes(table, this.kept)
			.stream()
			.map((index) -> new BlobLists(this.blobs, table, index))
			.forEach((one) -> lists.putIfAbsent(one.place(), one));
		return List.copyOf(lists.values());
	}

	private @Nullable BlobLists lists(String table, TableKey key) {
		return lists(table).stream().filter((lists) -> lists.isFor(key)).findFirst().orElse(null);
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		BlobLists lists = lists(table, key);
		return (lists != null) ? lists.read(key, select, reader) : super.read(table, key, select, reader);
	}

	/**
	 * Rows of tables come first, and then lists.
	 */
	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		KeyCondition condition = KeyCondition.of(request.filter());
		List<BlobLists> meant = lists(request.table()).stream().filter((lists) -> lists.mayMeet(condition)).toList();
		if (meant.isEmpty()) {
			return super.read(request, reader);
		}
		TableKey key = condition.key();
		if (key != null) {
			T row = condition.isMetBy(key) ? meant.get(0).read(key, request.select(), reader) : null;
			return new RowPage<>((row != null) ? List.of(row) : List.of(), (row != null) ? 1 : 0, null);
		}
		String after = after(request.from());
		if (after == null && !meant.stream().allMatch((lists) -> lists.areAllThatMeet(condition))) {
			RowPage<T> page = super.read(request, reader);
			return (page.continuation() != null) ? page
					: new RowPage<>(page.rows(), page.rowsRead(), new Continuation(LISTS, ""));
		}
		return page(request, reader, meant, condition, (after != null) ? after : "");
	}

	/**
	 * The name of the blob that was read last; {@code null} if a page begins with rows.
	 */
	private static @Nullable String after(@Nullable Continuation from) {
		return (from != null && from.nextPartitionKey().equals(LISTS)) ? String.valueOf(from.nextRowKey()) : null;
	}

	/**
	 * A page of lists, in the order of the names of their blobs. Indexes of several
	 * classes may have their blobs in one folder, which is read once.
	 * @param after the name of the blob that was read last
	 */
	private <T> RowPage<T> page(RowRequest request, RowReader<T> reader, List<BlobLists> meant, KeyCondition condition,
			String after) {
		List<T> rows = new ArrayList<>();
		int read = 0;
		String last = after;
		for (Map.Entry<String, List<BlobLists>> folder : folders(meant, condition).entrySet()) {
			try (Stream<Blob> found = this.blobs.list(folder.getKey())) {
				Iterator<Blob> blobs = found.iterator();
				while (blobs.hasNext()) {
					String name = blobs.next().name();
					BlobLists lists = (name.compareTo(after) > 0) ? listsOf(name, folder.getValue()) : null;
					TableKey key = (lists != null) ? lists.key(name) : null;
					if (lists == null || key == null || !condition.isMetBy(key)) {
						continue;
					}
					if (read == request.top()) {
						return new RowPage<>(rows, read, new Continuation(LISTS, last));
					}
					T row = lists.read(key, request.select(), reader);
					if (row != null) {
						rows.add(row);
					}
					read++;
					last = name;
				}
			}
		}
		return new RowPage<>(rows, read, null);
	}

	private static Map<String, List<BlobLists>> folders(List<BlobLists> meant, KeyCondition condition) {
		Map<String, List<BlobLists>> folders = new TreeMap<>();
		meant.forEach(
				(lists) -> folders.computeIfAbsent(lists.folder(condition), (folder) -> new ArrayList<>()).add(lists));
		return folders;
	}

	private static @Nullable BlobLists listsOf(String name, List<BlobLists> candidates) {
		return candidates.stream().filter((lists) -> lists.key(name) != null).findFirst().orElse(null);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		BlobLists lists = lists(table, write.key());
		return (lists != null) ? lists.write(write) : super.write(table, write);
	}

	/**
	 * Lists alone are written one after the other.
	 */
	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		List<RowWrite> writes = batch.writes();
		long listed = writes.stream().filter((write) -> lists(batch.table(), write.key()) != null).count();
		if (listed == 0) {
			return super.submit(batch);
		}
		if (listed < writes.size()) {
			throw new InvalidDataAccessApiUsageException("A transaction in table '" + batch.table()
					+ "' has rows and lists of an index that are kept in blobs, which change in no transaction; write "
					+ "them apart");
		}
		List<@Nullable String> etags = new ArrayList<>();
		writes.forEach((write) -> etags.add(write(batch.table(), write)));
		return etags;
	}

	/**
	 * The lists of a table go with it.
	 */
	@Override
	public boolean deleteTable(String table) {
		boolean deleted = super.deleteTable(table);
		for (BlobLists lists : lists(table)) {
			try (Stream<Blob> found = this.blobs.list(lists.folder())) {
				found.map(Blob::name).toList().forEach(this.blobs::delete);
			}
		}
		return deleted;
	}

}
