import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '../protocol/endpoints/table.ts';
import { readEvent, type ServiceEvent } from '../protocol/events.ts';
import { FrameReader } from '../protocol/framing.ts';
import type { Client } from './client.ts';
import { Turns } from './download-list/time-slice.ts';
import {
	ClientError,
	MalformedError,
	NotFoundError,
	reasonOf,
	UnauthorizedError,
	UnreachableError,
} from './errors.ts';

/** What following the stream of events tells: its events, and how the connection fares. */
export type StreamReport =
	| { readonly kind: 'open' }
	| { readonly kind: 'event'; readonly event: ServiceEvent }
	/** A message that could not be understood; the stream goes on. */
	| { readonly kind: 'fault'; readonly fault: string }
	/**
	 * The connection ended, or could not be made. Events may be lost from here to the next 'open': poll what matters.
	 * `retryIn` is in milliseconds, infinite when there will be no new attempt.
	 */
	| { readonly kind: 'lost'; readonly error: Error; readonly retryIn: number };

export interface FollowOptions {
	readonly signal: AbortSignal;
	readonly report: (report: StreamReport) => void;
	/** Milliseconds before the first new attempt, at most; doubles up to `longest`. 500 unless told. */
	readonly shortest?: number;
	/** Milliseconds between two attempts, at most; 30,000 unless told. */
	readonly longest?: number;
	/** Milliseconds that a connection may take to begin; 30,000 unless told. */
	readonly timeout?: number | undefined;
}

/** Milliseconds in which a service that has events must say so; the first one comes at once. */
const connectTimeout = 30_000;

/** The events of one connection, until it ends. Throws a ClientError when it breaks. */
export async function* readEvents(
	client: Client,
	signal: AbortSignal,
	onFault: (fault: string) => void = () => {},
	onOpen: () => void = () => {},
	timeout = connectTimeout,
): AsyncGenerator<ServiceEvent> {
	const body = await client.http.open({
		method: endpoints.openEvents.method,
		path: endpoints.openEvents.path,
		accept: 'text/event-stream, application/json',
		timeout,
		// Services in the field send no keep-alive: silence is no fault.
		bodyTimeout: 0,
		signal,
	});
	onOpen();
	const reader = new FrameReader();
	const turns = new Turns();
	for await (const chunk of body) {
		turns.begin();
		for (const message of messagesIn(reader, chunk)) {
			if ('fault' in message) onFault(message.fault);
			else yield readEvent(message.name, message.payload);
			// A flood of events must not keep everything else, keys above all, from its turn.
			if (turns.over) await turns.next();
		}
		turns.end();
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
 * Follows the stream until `signal` aborts, connecting again after each loss with a growing, random delay, so
 * that many clients do not return to a restarted service at the same moment. Ends by itself only when the
 * service says that it has no events (404) or does not know us (401): the last report is then a loss with an
 * infinite `retryIn`. Rejects only with what `report` throws.
 */
export async function followEvents(client: Client, options: FollowOptions): Promise<void> {
	const shortest = options.shortest ?? 500;
	const longest = options.longest ?? 30_000;
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
			error = new UnreachableError(client.url, 'the service closed the stream of events');
		} catch (caught) {
			if (options.signal.aborted) return;
			// What `report` throws is the caller's, and no loss of the connection.
			if (!(caught instanceof ClientError)) throw caught;
			error = caught;
		}
		if (options.signal.aborted) return;
		const final = error instanceof NotFoundError || error instanceof UnauthorizedError;
		const ceiling = Math.min(longest, shortest * 2 ** attempts);
		const retryIn = final ? Number.POSITIVE_INFINITY : ceiling / 2 + (Math.random() * ceiling) / 2;
		options.report({ kind: 'lost', error, retryIn });
		if (final) return;
		attempts = Math.min(attempts + 1, 16);
		await delay(retryIn, undefined, { signal: options.signal }).catch((reason: unknown) => {
			if (!options.signal.aborted) throw reason;
		});
	}
}
