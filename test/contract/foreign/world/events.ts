import type { ServerResponse } from 'node:http';
import type { Framing } from '../dialect.ts';
import { pythonJson } from '../python-json.ts';

/** How 7.12 to 7.14 call the listener: with fields, or with one argument. */
export type Calling = 'fields' | 'argument';

/** The stream of events of a scripted service. */
export class ForeignEvents {
	readonly #framing: Framing;
	readonly #listeners = new Set<ServerResponse>();

	constructor(framing: Framing) {
		this.#framing = framing;
	}

	get listeners(): number {
		return this.#listeners.size;
	}

	open(response: ServerResponse, first: readonly (readonly [string, unknown])[]): void {
		response.writeHead(200, {
			'content-type': this.#framing === 'line' ? 'text/json' : 'text/event-stream',
			'cache-control': 'no-cache',
		});
		response.flushHeaders();
		this.#listeners.add(response);
		response.on('close', () => this.#listeners.delete(response));
		for (const [name, payload] of first) response.write(this.framed(name, payload));
	}

	emit(name: string, payload: unknown, calling: Calling = 'fields'): void {
		this.raw(this.framed(name, payload, calling));
	}

	/** Bytes without a change. */
	raw(text: string | Uint8Array): void {
		for (const response of this.#listeners) response.write(text);
	}

	end(): void {
		for (const response of this.#listeners) response.end();
	}

	/** The bytes of one message. */
	framed(name: string, payload: unknown, calling: Calling = 'fields'): string {
		switch (this.#framing) {
			case 'line':
				return `${pythonJson({ type: name, event: payload })}\n`;
			case 'type':
				return `data: ${pythonJson({ type: name, event: payload })}\n\n`;
			case 'topic': {
				const call = calling === 'argument' ? { args: [payload], kwargs: {} } : { kwargs: payload ?? {} };
				return `data: ${pythonJson({ topic: name, ...call })}\n\n`;
			}
			case 'event':
				return `event: ${name}\ndata: ${pythonJson(payload ?? {})}\n\n`;
		}
	}
}
