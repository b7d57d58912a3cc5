import type { ServerResponse } from 'node:http';
import { frameLine, frameServerSent } from '../../protocol/framing.ts';

/** Bytes a listener may leave unread before it is dropped: it reconnects and polls, the service stays small. */
const longestBacklog = 1024 * 1024;

interface Listener {
	readonly response: ServerResponse;
	readonly frame: (name: string, payload: unknown) => string;
}

/** The stream of events to any number of listeners (interface, part 6). */
export class EventStream {
	readonly #listeners = new Set<Listener>();

	/** Takes over an answer and holds it open; `first` is what the listener is told at once. */
	add(response: ServerResponse, accept: string, first: readonly (readonly [string, unknown])[]): void {
		const serverSent = accept.includes('text/event-stream');
		response.writeHead(200, {
			'content-type': serverSent ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
			'cache-control': 'no-store',
		});
		response.socket?.setNoDelay(true);
		const listener = { response, frame: serverSent ? frameServerSent : frameLine };
		this.#listeners.add(listener);
		response.on('close', () => this.#listeners.delete(listener));
		for (const [name, payload] of first) response.write(listener.frame(name, payload));
	}

	/** Sends an event to every listener. One that does not read is dropped, never waited for. */
	emit(name: string, payload: unknown): void {
		for (const listener of this.#listeners) {
			if (listener.response.writableLength > longestBacklog) {
				this.#listeners.delete(listener);
				listener.response.destroy();
			} else {
				listener.response.write(listener.frame(name, payload));
			}
		}
	}

	/** Ends all streams. */
	close(): void {
		for (const { response } of this.#listeners) response.end();
		this.#listeners.clear();
	}
}
