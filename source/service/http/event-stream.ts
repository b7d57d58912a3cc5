import type { ServerResponse } from 'node:http';
import type { EventType } from '../../protocol/events/events.ts';
import { frameLine, frameServerSent } from '../../protocol/framing.ts';
import { commonHeaders } from './error-answer.ts';

/**
 * Maximum unread bytes of a listener. Beyond it the listener is disconnected, to bound memory; it can reconnect.
 */
const MAX_UNREAD_BYTES = 1024 * 1024;

const defaultLimits = {
	listeners: 256,
	/** Time in which a listener must read what was sent to it. Longer than that between two keep-alives. */
	unreadMs: 60_000,
	// Proxies typically close streams that are silent for a minute.
	keepAliveMs: 15_000,
};
export type EventStreamLimits = Readonly<typeof defaultLimits>;

interface Listener {
	readonly response: ServerResponse;
	readonly serverSent: boolean;
}

/** Event stream to any number of listeners (interface, part 6). Never waits for a listener. */
export class EventStream {
	/** Oldest first. */
	readonly #listeners = new Set<Listener>();
	readonly #limits: EventStreamLimits;
	readonly #keepAlive: NodeJS.Timeout;

	constructor(limits: Partial<EventStreamLimits> = {}) {
		this.#limits = { ...defaultLimits, ...limits };
		this.#keepAlive = setInterval(() => this.#sendKeepAlive(), this.#limits.keepAliveMs);
		this.#keepAlive.unref();
	}

	/** Number of listeners. */
	get size(): number {
		return this.#listeners.size;
	}

	/**
	 * Takes over a response and keeps it open. Sends the events in `first` immediately. Beyond the maximum, the oldest
	 * listener with unread bytes is disconnected, else the oldest.
	 */
	add(response: ServerResponse, accept: string, first: readonly (readonly [EventType, unknown])[]): void {
		if (this.#listeners.size >= this.#limits.listeners) {
			const all = [...this.#listeners];
			const useless = all.find((listener) => listener.response.writableLength > 0) ?? all[0];
			if (useless) this.#drop(useless);
		}
		const serverSent = accept.includes('text/event-stream');
		response.writeHead(200, {
			...commonHeaders,
			'content-type': serverSent ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
			'cache-control': 'no-store',
			// nginx buffers forwarded responses by default.
			'x-accel-buffering': 'no',
		});
		response.socket?.setNoDelay(true);
		// TCP keep-alive detects dead connections; keep-alive messages have no response.
		response.socket?.setKeepAlive(true, this.#limits.keepAliveMs);
		const listener = { response, serverSent };
		this.#listeners.add(listener);
		response.on('close', () => this.#listeners.delete(listener));
		// Keep-alives end this time unless they wait for earlier bytes.
		response.setTimeout(this.#limits.unreadMs, () => this.#drop(listener));
		// A broken connection also emits 'close'.
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
		clearInterval(this.#keepAlive);
		for (const { response } of this.#listeners) response.end();
		this.#listeners.clear();
	}

	/**
	 * Sends a keep-alive: a comment for server-sent events. JSON lines have no comments and no empty lines, so JSON
	 * clients get a space (RFC 8259, part 2).
	 */
	#sendKeepAlive(): void {
		for (const listener of this.#listeners) this.#send(listener, listener.serverSent ? ':\n\n' : ' ');
	}

	/** Disconnects listeners that do not read. */
	#send(listener: Listener, bytes: string | Buffer): void {
		const { response } = listener;
		if (response.writableLength > MAX_UNREAD_BYTES) this.#drop(listener);
		else response.write(bytes);
	}

	#drop(listener: Listener): void {
		this.#listeners.delete(listener);
		listener.response.destroy();
	}
}

function frameFor({ serverSent }: Listener, name: EventType, payload: unknown): string {
	return serverSent ? frameServerSent(name, payload) : frameLine(name, payload);
}
