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

package io.azuretables.patterns.internal.message;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.queue.message.QueueMessage;
import org.jspecify.annotations.Nullable;

/**
 * A queue message of this module: header, payload, and the progress of its handling.
 *
 * @param header what never changes
 * @param content the payload
 * @param progress what has become of it so far
 */
public record Envelope(Header header, Content content, Progress progress) {

	/**
	 * How the types of our own messages begin. Users send none of these.
	 */
	public static final String RESERVED = QueueMessage.RESERVED;

	private static final int ERRORS = 5;

	private static final int ERROR_LENGTH = 300;

	public static Envelope of(Header header, String payload) {
		return new Envelope(header, new Inline(payload), Progress.NEW);
	}

	public String id() {
		return this.header.id();
	}

	public Envelope withContent(Content newContent) {
		return new Envelope(this.header, newContent, this.progress);
	}

	/**
	 * This envelope after one more failure of its handler.
	 */
	public Envelope failed(String error) {
		Envelope noted = noted(error);
		return with(this.progress.withFailures(this.progress.failures() + 1, noted.progress().errors()));
	}

	/**
	 * This envelope with one more error, which is not known to be a failure of its
	 * handler.
	 */
	public Envelope noted(String error) {
		List<String> errors = new ArrayList<>(this.progress.errors());
		errors.add(error.substring(0, Math.min(error.length(), ERROR_LENGTH)));
		List<String> last = errors.subList(Math.max(0, errors.size() - ERRORS), errors.size());
		return with(this.progress.withFailures(this.progress.failures(), List.copyOf(last)));
	}

	/**
	 * This envelope without the oldest of its errors.
	 */
	Envelope withFewerErrors() {
		List<String> errors = this.progress.errors();
		return with(this.progress.withFailures(this.progress.failures(), errors.subList(1, errors.size())));
	}

	/**
	 * This envelope after one more delivery that came to nothing through no fault of the
	 * message.
	 */
	public Envelope returned() {
		return with(new Progress(this.progress.phase(), this.progress.failures(), this.progress.returns() + 1,
				this.progress.errors(), this.progress.due()));
	}

	/**
	 * This envelope when it is to come again, to be handled.
	 * @param due when
	 */
	public Envelope waiting(Instant due) {
		return with(this.progress.withPhase(this.progress.phase(), due));
	}

	/**
	 * This envelope when all that is left is to clean up.
	 * @param due when to do that
	 */
	public Envelope settled(Instant due) {
		return with(this.progress.withPhase(Phase.CLEAN, due));
	}

	/**
	 * This envelope when it has come late to be cleaned up, and copies of it get their
	 * time once more.
	 * @param due when to clean up
	 */
	public Envelope late(Instant due) {
		return with(this.progress.withPhase(Phase.CLEAN_LATE, due));
	}

	/**
	 * Whether the message is handled, and all that is left is to clean up.
	 */
	public boolean isHandled() {
		return this.progress.phase() != Phase.HANDLE;
	}

	/**
	 * Since when the message waits to be received.
	 * @param sentAt when it was sent to the queue that it is in
	 */
	public Instant since(Instant sentAt) {
		return (this.progress.due() != null) ? this.progress.due() : sentAt;
	}

	/**
	 * This envelope as if it had never been handled.
	 */
	Envelope renewed() {
		return with(Progress.NEW);
	}

	/**
	 * This envelope with a write that is known to have happened: where its token row is
	 * gone, a copy of the message has been handled.
	 */
	public Envelope committed() {
		return new Envelope(this.header.committed(), this.content, this.progress);
	}

	private Envelope with(Progress newProgress) {
		return new Envelope(this.header, this.content, newProgress);
	}

	/**
	 * What never changes.
	 *
	 * @param id tells the message from all others, in all its copies
	 * @param type which handler it is for
	 * @param sentAt when it was sent first
	 * @param origin the write that it goes with, if there is one
	 */
	public record Header(String id, String type, Instant sentAt, @Nullable Origin origin) {

		public Header committed() {
			Origin known = (this.origin != null)
					? new Origin(OriginKind.COMMITTED, this.origin.table(), this.origin.partitionKey()) : null;
			return new Header(this.id, this.type, this.sentAt, known);
		}

		/**
		 * What the message is about, as a tag of meters: its type, or the table that it
		 * concerns where the type is one of ours.
		 */
		public String subject() {
			return (this.type.startsWith(RESERVED) && this.origin != null) ? this.origin.table() : this.type;
		}

		public @Nullable CommitToken token() {
			return (this.origin != null) ? new CommitToken(this.origin.table(), this.origin.partitionKey(), this.id)
					: null;
		}

	}

	/**
	 * The write that a message goes with.
	 *
	 * @param kind how they belong together
	 * @param table the table that is written to
	 * @param partitionKey the partition that is written to
	 */
	public record Origin(OriginKind kind, String table, String partitionKey) {

	}

	/**
	 * How a message and a write belong together.
	 */
	public enum OriginKind {

		/**
		 * The message was sent before the write, whose outcome is not known yet.
		 */
		GUARDED,

		/**
		 * The write is known to have happened.
		 */
		COMMITTED,

		/**
		 * The message is about something that the write has left. Another message takes
		 * care of its token row.
		 */
		OBSERVED

	}

	/**
	 * The payload, or where it lies.
	 */
	public sealed interface Content {

	}

	/**
	 * The payload itself.
	 *
	 * @param payload the text
	 */
	public record Inline(String payload) implements Content {

	}

	/**
	 * A payload that lies in the blob that is named after the message.
	 *
	 * @param sha256 the hash of its content, in hexadecimal digits
	 */
	public record Claim(String sha256) implements Content {

	}

	/**
	 * What has become of a message so far.
	 *
	 * @param phase what is to be done
	 * @param failures how often its handler has failed
	 * @param returns how often it was put back through no fault of its own
	 * @param errors the last of the failures
	 * @param due when to do it; {@code null} if that is at once
	 */
	public record Progress(Phase phase, int failures, int returns, List<String> errors, @Nullable Instant due) {

		static final Progress NEW = new Progress(Phase.HANDLE, 0, 0, List.of(), null);

		Progress withFailures(int newFailures, List<String> newErrors) {
			return new Progress(this.phase, newFailures, this.returns, newErrors, this.due);
		}

		Progress withPhase(Phase newPhase, Instant newDue) {
			return new Progress(newPhase, this.failures, this.returns, this.errors, newDue);
		}

	}

	/**
	 * What is to be done with a message.
	 */
	public enum Phase {

		/**
		 * It is to be handled.
		 */
		HANDLE,

		/**
		 * It is handled, and what proves its write is to be removed.
		 */
		CLEAN,

		/**
		 * The same, of a message that came late for that: its copies have their time once
		 * more.
		 */
		CLEAN_LATE

	}

}
