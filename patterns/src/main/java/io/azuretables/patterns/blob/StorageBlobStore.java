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

package io.azuretables.patterns.blob;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobDownloadContentResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.models.ParallelTransferOptions;
import com.azure.storage.blob.options.BlobInputStreamOptions;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.patterns.internal.storage.ExactContent;
import io.azuretables.patterns.internal.storage.StorageAccount;
import io.azuretables.patterns.internal.storage.StorageFailure;
import io.azuretables.patterns.internal.storage.StorageRequests;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * A container of Azure Blob Storage. Needs {@code com.azure:azure-storage-blob}. A blob
 * is written under the condition that there is none; when it is refused, what is there is
 * compared, so that an answer that was lost does no harm.
 *
 * @since 0.1
 */
public final class StorageBlobStore implements BlobStore {

	private static final Log logger = LogFactory.getLog(StorageBlobStore.class);

	/**
	 * How much of a content is in one request and in memory.
	 */
	private static final int BLOCK = 4 * 1024 * 1024;

	/**
	 * The metadata that tells one write from another.
	 */
	private static final String TOKEN = "token";

	/**
	 * The errors that say that a blob has another version, or is gone.
	 */
	private static final Set<String> CHANGED = Set.of("ConditionNotMet", "BlobNotFound");

	private final BlobContainerClient container;

	public StorageBlobStore(BlobContainerClient container) {
		this.container = container;
	}

	/**
	 * A store in a container of the account of a connection string. Nothing is sent
	 * before the first request.
	 */
	public static StorageBlobStore connect(String connectionString, String container) {
		return new StorageBlobStore(new BlobContainerClientBuilder().connectionString(connectionString)
			.containerName(container)
			.httpClient(StorageRequests.CLIENT)
			.retryOptions(StorageRequests.RETRIES)
			.buildClient());
	}

	/**
	 * A store in a container of the account that has the tables, with the same
	 * credential. Nothing is sent before the first request.
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it
	 */
	public static StorageBlobStore connect(TableConnection tables, String container) {
		return new StorageBlobStore(new StorageAccount(tables).container(container));
	}

	/**
	 * Creates the container, if it is not there.
	 */
	public void create() {
		call("creating", this.container::createIfNotExists);
	}

	/**
	 * Creates the container, if it is not there, or logs why that cannot be done now. A
	 * request that finds no container later creates it.
	 */
	public void prepare() {
		try {
			create();
		}
		catch (DataAccessException ex) {
			logger.warn("The container '" + this.container.getBlobContainerName() + "' at "
					+ URI.create(this.container.getBlobContainerUrl()).getAuthority()
					+ " cannot be reached or created: " + ex.getMessage()
					+ ". What needs the container fails until it can be");
		}
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
		return call("writing", () -> {
			// a stream for each attempt: the first one may find no container
			BlockBlobSimpleUploadOptions upload = new BlockBlobSimpleUploadOptions(new ByteArrayInputStream(content),
					content.length);
			upload.setRequestConditions(new BlobRequestConditions().setIfNoneMatch("*")).setMetadata(metadata);
			try {
				this.container.getBlobClient(name).getBlockBlobClient().uploadWithResponse(upload, null, Context.NONE);
				return true;
			}
			catch (BlobStorageException ex) {
				if (!String.valueOf(ex.getErrorCode()).equals("BlobAlreadyExists")) {
					throw ex;
				}
				checkSame(name, content, ex);
				return false;
			}
		});
	}

	@Override
	public void put(String name, InputStream content, long length) {
		ExactContent exact = new ExactContent(content, length);
		if (length <= BLOCK) {
			putIfAbsent(name, bytes(exact));
			return;
		}
		create();
		try {
			putBlocks(name, exact);
		}
		catch (DataAccessException ex) {
			exact.check();
			throw ex;
		}
	}

	private static byte[] bytes(ExactContent content) {
		try {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			content.check();
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Each block is kept until it is written, so that it can be sent again.
	 */
	private void putBlocks(String name, InputStream content) {
		String token = UUID.randomUUID().toString();
		BlobParallelUploadOptions upload = new BlobParallelUploadOptions(content)
			.setParallelTransferOptions(new ParallelTransferOptions().setBlockSizeLong((long) BLOCK)
				.setMaxSingleUploadSizeLong((long) BLOCK)
				.setMaxConcurrency(1))
			.setMetadata(Map.of(TOKEN, token))
			.setRequestConditions(new BlobRequestConditions().setIfNoneMatch("*"));
		call("writing", () -> {
			BlobClient blob = this.container.getBlobClient(name);
			try {
				return blob.uploadWithResponse(upload, null, Context.NONE);
			}
			catch (BlobStorageException ex) {
				// the answer to an attempt before may have been lost
				if (!String.valueOf(ex.getErrorCode()).equals("BlobAlreadyExists")) {
					throw ex;
				}
				if (!token.equals(blob.getProperties().getMetadata().get(TOKEN))) {
					throw new DuplicateKeyException("There is another blob '" + name + "'", ex);
				}
				return ex;
			}
		});
	}

	private void checkSame(String name, byte[] content, BlobStorageException ex) {
		if (!read(name).filter((found) -> Arrays.equals(found, content)).isPresent()) {
			throw new DuplicateKeyException("There is another blob '" + name + "'", ex);
		}
	}

	@Override
	public Optional<byte[]> read(String name) {
		return call("reading", () -> {
			try {
				return Optional.of(this.container.getBlobClient(name).downloadContent().toBytes());
			}
			catch (BlobStorageException ex) {
				if (String.valueOf(ex.getErrorCode()).equals("BlobNotFound")) {
					return Optional.empty();
				}
				throw ex;
			}
		});
	}

	@Override
	public Optional<InputStream> open(String name) {
		return call("reading", () -> {
			try {
				return Optional.of(this.container.getBlobClient(name)
					.openInputStream(new BlobInputStreamOptions().setBlockSize(BLOCK)));
			}
			catch (BlobStorageException ex) {
				if (String.valueOf(ex.getErrorCode()).equals("BlobNotFound")) {
					return Optional.empty();
				}
				throw ex;
			}
		});
	}

	@Override
	public boolean delete(String name) {
		return call("deleting", () -> this.container.getBlobClient(name).deleteIfExists());
	}

	@Override
	public Optional<BlobVersion> readVersion(String name) {
		return call("reading", () -> {
			try {
				BlobDownloadContentResponse found = this.container.getBlobClient(name)
					.downloadContentWithResponse(null, null, null, Context.NONE);
				BlobDownloadHeaders headers = found.getDeserializedHeaders();
				return Optional.of(new BlobVersion(found.getValue().toBytes(), headers.getETag(),
						headers.getLastModified().toInstant()));
			}
			catch (BlobStorageException ex) {
				if (String.valueOf(ex.getErrorCode()).equals("BlobNotFound")) {
					return Optional.empty();
				}
				throw ex;
			}
		});
	}

	@Override
	public String replaceIf(String name, byte[] content, String version) {
		return call("writing", () -> unchanged(name, () -> {
			BlockBlobSimpleUploadOptions upload = new BlockBlobSimpleUploadOptions(new ByteArrayInputStream(content),
					content.length);
			upload.setRequestConditions(new BlobRequestConditions().setIfMatch(version));
			return this.container.getBlobClient(name)
				.getBlockBlobClient()
				.uploadWithResponse(upload, null, Context.NONE)
				.getValue()
				.getETag();
		}));
	}

	@Override
	public void deleteIf(String name, String version) {
		call("deleting", () -> unchanged(name, () -> this.container.getBlobClient(name)
			.deleteWithResponse(null, new BlobRequestConditions().setIfMatch(version), null, Context.NONE)));
	}

	private static <T> T unchanged(String name, Supplier<T> request) {
		try {
			return request.get();
		}
		catch (BlobStorageException ex) {
			if (!CHANGED.contains(String.valueOf(ex.getErrorCode()))) {
				throw ex;
			}
			throw new OptimisticLockingFailureException(
					"The blob '" + name + "' was changed or deleted since it was read", ex);
		}
	}

	@Override
	public Stream<Blob> list(String prefix) {
		ListBlobsOptions options = new ListBlobsOptions().setPrefix(prefix)
			.setDetails(new BlobListDetails().setRetrieveMetadata(true));
		Iterator<Blob> blobs = new ListedBlobs(() -> this.container.listBlobs(options, null).iterator());
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(blobs, Spliterator.ORDERED | Spliterator.NONNULL), false);
	}

	private static Blob blob(BlobItem item) {
		Map<String, String> metadata = (item.getMetadata() != null) ? item.getMetadata() : Map.of();
		return new Blob(item.getName(), item.getProperties().getLastModified().toInstant(),
				item.getProperties().getContentLength(), metadata);
	}

	/**
	 * Creates the container if it turns out not to be there, which costs a request and a
	 * second attempt.
	 */
	private <T> T created(Supplier<T> request) {
		try {
			return request.get();
		}
		catch (BlobStorageException ex) {
			if (!String.valueOf(ex.getErrorCode()).equals("ContainerNotFound")) {
				throw ex;
			}
			this.container.createIfNotExists();
			return request.get();
		}
	}

	private <T> T call(String action, Supplier<T> request) {
		try {
			return created(request);
		}
		catch (RuntimeException ex) {
			throw failed(action, ex);
		}
	}

	private DataAccessException failed(String action, RuntimeException ex) {
		return StorageFailure.of(action + " at container '" + this.container.getBlobContainerName() + "'", ex);
	}

	/**
	 * The blobs of a listing, each page of which is a request. A container that is not
	 * there has none.
	 */
	private final class ListedBlobs implements Iterator<Blob> {

		private final Supplier<Iterator<BlobItem>> listing;

		private @Nullable Iterator<BlobItem> items;

		ListedBlobs(Supplier<Iterator<BlobItem>> listing) {
			this.listing = listing;
		}

		@Override
		public boolean hasNext() {
			try {
				return items().hasNext();
			}
			catch (BlobStorageException ex) {
				if (String.valueOf(ex.getErrorCode()).equals("ContainerNotFound")) {
					return false;
				}
				throw failed("listing", ex);
			}
			catch (RuntimeException ex) {
				throw failed("listing", ex);
			}
		}

		@Override
		public Blob next() {
			if (!hasNext()) {
				throw new NoSuchElementException();
			}
			return blob(items().next());
		}

		private Iterator<BlobItem> items() {
			Iterator<BlobItem> begun = this.items;
			if (begun == null) {
				begun = this.listing.get();
				this.items = begun;
			}
			return begun;
		}

	}

}
