import { HttpError, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import type { Emit } from './emit.ts';

export const lazyPartText = {
	notOpened: (part: string, reason: string) =>
		`The ${part} cannot be opened: ${reason}. Downloads are not affected. The next request tries again.`,
	notClosed: (part: string, reason: string) => `The ${part} did not close properly: ${reason}.`,
	closed: (part: string) => `The ${part} cannot be used any more, because the service stops.`,
} as const;

/** Returns a part of the service. The first call loads its code. Rejects if it cannot be opened. */
export type OpenPart<Part> = () => Promise<Part>;

interface LazyPartOptions<Part> {
	/** Follows 'the' in messages. */
	readonly name: string;
	/** Imports the code of the part and opens it. */
	readonly load: () => Promise<Part>;
	readonly emit: Emit;
	readonly log: Log;
}

/** A part of the service whose code is loaded when it is first used. Its failures stop nothing else. */
export class LazyPart<Part extends { close(): void | Promise<void> }> {
	readonly #options: LazyPartOptions<Part>;
	/** Undefined until it is used, and after it could not be opened. */
	#opening: Promise<Part> | undefined;
	#opened: Part | undefined;
	#isClosed = false;

	constructor(options: LazyPartOptions<Part>) {
		this.#options = options;
	}

	/** The open part. */
	get current(): Part | undefined {
		return this.#opened;
	}

	/** Returns the part, for requests. */
	readonly open: OpenPart<Part> = () => {
		this.#opening ??= this.#load();
		return this.#opening;
	};

	/** Opens the part without a request. Call it when the start of the service is complete. */
	start(): void {
		// The failure is reported by `#load`.
		this.open().catch(() => {});
	}

	/** Closes the part if it is open, and opens it no more. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const opened = await this.#opening?.catch(() => undefined);
		try {
			await opened?.close();
		} catch (error) {
			const { name, log } = this.#options;
			log('error', lazyPartText.notClosed(name, reasonOf(error)));
		}
	}

	async #load(): Promise<Part> {
		const { name, load, emit, log } = this.#options;
		try {
			if (this.#isClosed) throw new HttpError(500, 'ServiceStopsError', lazyPartText.closed(name));
			this.#opened = await load();
			return this.#opened;
		} catch (error) {
			this.#opening = undefined;
			if (!this.#isClosed) {
				const text = lazyPartText.notOpened(name, reasonOf(error));
				log('error', text);
				emit('tribler_exception', { text });
			}
			throw error;
		}
	}
}
