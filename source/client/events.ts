import { setTimeout as delay } from 'node:timers/promises';
import { TimeSlice } from '../concurrency/time-slice.ts';
import { endpoints } from '../protocol/endpoints/table.ts';
import { readEvent, type ServiceEvent } from '../protocol/events/events.ts';
import { FrameReader } from '../protocol/framing.ts';
import type { Client } from './client.ts';
import {
	ClientError,
	MalformedError,
	NotFoundError,
	reasonOf,
	UnauthorizedError,
	UnreachableError,
} from './http/errors.ts';

/** Reports of the event stream: its events, and the state of the connection. */
export type StreamReport =
	| { readonly kind: 'open' }
	| { readonly kind: 'event'; readonly event: ServiceEvent }
	/** An invalid message. The stream continues. */
	| { readonly kind: 'fault'; readonly fault: string }
	/**
	 * The connection ended or failed. Events may be lost until the next 'open'. `retryIn` is in ms, infinite if there
	 * is no further attempt.
	 */
	| { readonly kind: 'lost'; readonly error: Error; readonly retryIn: number };

export interface FollowOptions {
	readonly signal: AbortSignal;
	readonly report: (report: StreamReport) => void;
	/** Maximum delay before the first new attempt, ms. Doubles up to `maxDelay`. Default: 500. */
	readonly minDelay?: number;
	/** Maximum delay between two attempts, ms. Default: 30,000. */
	readonly maxDelay?: number;
	/** Connect timeout, ms. Default: 30,000. */
	readonly timeout?: number | undefined;
}

/** Reason why the connection was lost. */
export const STREAM_CLOSED = 'the service closed the stream of events';
/** Timeout for the response headers. A service with events sends the first one at once. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Yields the events of one connection until it ends. Throws a ClientError if the connection breaks. */
export async function* readEvents(
	client: Client,
	signal: AbortSignal,
	onFault: (fault: string) => void = () => {},
	onOpen: () => void = () => {},
	timeout = CONNECT_TIMEOUT_MS,
): AsyncGenerator<ServiceEvent> {
	const body = await client.http.open({
		method: endpoints.openEvents.method,
		path: endpoints.openEvents.path,
		accept: 'text/event-stream, application/json',
		timeout,
		// Services in the field send no keep-alive, so there is no idle timeout.
		bodyTimeout: 0,
		signal,
	});
	onOpen();
	const reader = new FrameReader();
	const slice = new TimeSlice();
	for await (const chunk of body) {
		slice.begin();
		for (const message of messagesIn(reader, chunk)) {
			if ('fault' in message) onFault(message.fault);
			else yield readEvent(message.name, message.payload);
			// A flood of events must not block other work, above all keys.
			if (slice.over) await slice.next();
		}
		slice.end();
	}
}

function messagesIn(reader: FrameReader, chunk: Uint8Array): ReturnType<FrameReader['read']> {
	try {
		return reader.read(chunk);
	} catch (error) {
		throw new MalformedError(
			`${endpoints.openEvents.method} ${endpoints.openEvents.path}`,
			reasonOf(error),
			error,
		);
	}
}

/**
 * Follows the stream until `signal` aborts. Reconnects after each loss. The delay grows and is random, so that
 * clients do not return to a restarted service together. Ends early only if the service has no events (404) or
 * refuses the key (401). The last report is then a loss with an infinite `retryIn`. Rejects only with errors that
 * `report` throws.
 */
export async function followEvents(client: Client, options: FollowOptions): Promise<void> {
	const minDelay = options.minDelay ?? 500;
	const maxDelay = options.maxDelay ?? 30_000;
	let attempts = 0;
	while (!options.signal.aborted) {
		let error: Error;
		try {
			const fault = (text: string) => options.report({ kind: 'fault', fault: text });
			const open = () => options.report({ kind: 'open' });
			for await (const event of readEvents(client, options.signal, fault, open, options.timeout)) {
				attempts = 0;
				options.report({ kind: 'event', event });
			}
			error = new UnreachableError(client.url, STREAM_CLOSED);
		} catch (caught) {
			if (options.signal.aborted) return;
			// Errors that `report` throws belong to the caller.
			if (!(caught instanceof ClientError)) throw caught;
			error = caught;
		}
		if (options.signal.aborted) return;
		const final = error instanceof NotFoundError || error instanceof UnauthorizedError;
		const ceiling = Math.min(maxDelay, minDelay * 2 ** attempts);
		const retryIn = final ? Number.POSITIVE_INFINITY : ceiling / 2 + (Math.random() * ceiling) / 2;
		options.report({ kind: 'lost', error, retryIn });
		if (final) return;
		attempts = Math.min(attempts + 1, 16);
		await delay(retryIn, undefined, { signal: options.signal }).catch((reason: unknown) => {
			if (!options.signal.aborted) throw reason;
		});
	}
}
