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

package io.azuretables.internal.transaction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Combines several planned writes of one row into one write with the same effect. It has
 * the condition of the first one, since a row stands in a transaction once.
 *
 * @since 0.1
 */
public final class CombinedWrites {

	private CombinedWrites() {
	}

	/**
	 * Combines the writes of each row.
	 */
	public static List<RowWrite> of(List<RowWrite> writes) {
		if (writes.size() < 2) {
			return writes;
		}
		Map<TableKey, @Nullable RowWrite> combined = new LinkedHashMap<>();
		for (RowWrite write : writes) {
			RowWrite before = combined.get(write.key());
			combined.put(write.key(), (before != null) ? of(before, write) : write);
		}
		List<RowWrite> left = new ArrayList<>();
		combined.values().forEach((write) -> {
			if (write != null) {
				left.add(write);
			}
		});
		return left;
	}

	/**
	 * Combines two writes of one row.
	 * @return the write; {@code null} if the second one takes back the first
	 */
	public static @Nullable RowWrite of(RowWrite first, RowWrite second) {
		TableRow row = second.row();
		if (row == null) {
			return deleted(first);
		}
		TableRow merged = isMerge(second) ? merged(first.row(), row) : row;
		if (first instanceof RowWrite.Merge merge) {
			return isMerge(second) ? new RowWrite.Merge(merged, merge.ifMatch())
					: new RowWrite.Replace(row, merge.ifMatch());
		}
		if (first instanceof RowWrite.InsertOrMerge && isMerge(second)) {
			return new RowWrite.InsertOrMerge(merged);
		}
		if (first instanceof RowWrite.Insert) {
			return new RowWrite.Insert(merged);
		}
		String ifMatch = first.ifMatch();
		boolean conditional = ifMatch != null && !ifMatch.equals(RowWrite.ANY);
		return (conditional && ifMatch != null) ? new RowWrite.Replace(merged, ifMatch)
				: new RowWrite.InsertOrReplace(merged);
	}

	private static @Nullable RowWrite deleted(RowWrite first) {
		if (first instanceof RowWrite.Insert) {
			return null;
		}
		String ifMatch = first.ifMatch();
		return new RowWrite.Delete(first.key(), (ifMatch != null) ? ifMatch : RowWrite.ANY);
	}

	private static boolean isMerge(RowWrite write) {
		return write instanceof RowWrite.Merge || write instanceof RowWrite.InsertOrMerge;
	}

	private static TableRow merged(@Nullable TableRow first, TableRow second) {
		Map<String, Object> properties = (first != null) ? first.properties() : new LinkedHashMap<>();
		properties.putAll(second.properties());
		return TableRow.of(second.key(), properties);
	}

}
