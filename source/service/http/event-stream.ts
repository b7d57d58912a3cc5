import type { ServerResponse } from 'node:http';
import type { EventType } from '../../protocol/events.ts';
import { frameLine, frameServerSent } from '../../protocol/framing.ts';
import { commonHeaders } from './error-answer.ts';

/** Bytes a listener may leave unread before it is dropped: it reconnects and polls, the service stays small. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Milliseconds between two signs of life: what forwards streams ends those that are silent for a minute. */
const KEEP_ALIVE_INTERVAL_MS = 15_000;

interface Listener {
	readonly response: ServerResponse;
	readonly serverSent: boolean;
}

/** The stream of events to any number of listeners (interface, part 6). None is ever waited for. */
export class EventStream {
	readonly #listeners = new Set<Listener>();
	readonly #signs: NodeJS.Timeout;

	constructor(interval = KEEP_ALIVE_INTERVAL_MS) {
		this.#signs = setInterval(() => this.#giveSign(), interval);
		this.#signs.unref();
	}

	/** How many listen. */
	get size(): number {
		return this.#listeners.size;
	}

	/** Takes over an answer and holds it open; `first` is what the listener is told at once. */
	add(response: ServerResponse, accept: string, first: readonly (readonly [EventType, unknown])[]): void {
		const serverSent = accept.includes('text/event-stream');
		response.writeHead(200, {
			...commonHeaders,
			'content-type': serverSent ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
			'cache-control': 'no-store',
			// nginx holds back what it forwards unless it is told not to.
			'x-accel-buffering': 'no',
		});
		response.socket?.setNoDelay(true);
		// Who is gone without a word is found out, although nothing answers the signs of life.
		response.socket?.setKeepAlive(true, KEEP_ALIVE_INTERVAL_MS);
		const listener = { response, serverSent };
		this.#listeners.add(listener);
		response.on('close', () => this.#listeners.delete(listener));
		// A connection that broke ends with 'close'.
		response.on('error', () => {});
		for (const [name, payload] of first) this.#send(listener, frameFor(listener, name, payload));
	}

	/** Sends an event to every listener. */
	emit(name: EventType, payload: unknown): void {
		if (this.#listeners.size === 0) return;
		const lines = Buffer.from(frameLine(name, payload));
		const serverSent = Buffer.from(frameServerSent(name, payload));
		for (const listener of this.#listeners) this.#send(listener, listener.serverSent ? serverSent : lines);
	}

	/** Ends all streams. */
	close(): void {
		clearInterval(this.#signs);
		for (const { response } of this.#listeners) response.end();
		this.#listeners.clear();
	}

	/**
	 * A comment, which readers of server-sent events pass over. Lines of JSON have none, and an empty line is no JSON:
	 * there it is a space, which JSON allows before the object that comes next (RFC 8259, part 2).
	 */
	#giveSign(): void {
		for (const listener of this.#listeners) this.#send(listener, listener.serverSent ? ':\n\n' : ' ');
	}

	/** One that does not read is dropped. */
	#send(listener: Listener, bytes: string | Buffer): void {
		const { response } = listener;
		if (response.writableLength > MAX_UNREAD_BYTES) {
			this.#listeners.delete(listener);
			response.destroy();
		} else {
			response.write(bytes);
		}
	}
}

function frameFor({ serverSent }: Listener, name: EventType, payload: unknown): string {
	return serverSent ? frameServerSent(name, payload) : frameLine(name, payload);
}
