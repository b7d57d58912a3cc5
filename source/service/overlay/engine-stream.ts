import { Duplex } from 'node:stream';
import { OVERLAY_WINDOW_BYTES, type OverlayEngine } from '../engine/overlay-port.ts';

/** Bytes in the buffer of a stream above which it does not take more. */
const HIGH_WATER_BYTES = 64 * 1024;
/** Bytes that are released by one call. */
const RELEASE_BYTES = OVERLAY_WINDOW_BYTES / 4;
/** Maximum bytes sent by one call. */
const MAX_CALL_BYTES = 64 * 1024;

/** A connection of the engine as a stream. The window bounds the in-flight bytes in both directions. */
export class EngineStream extends Duplex {
	readonly #engine: OverlayEngine;
	readonly #id: number;
	readonly #onDestroy: () => void;
	/** Received bytes that the stream's buffer has not taken. */
	readonly #queue: Uint8Array[] = [];
	/** Whether the stream's buffer takes more bytes. */
	#isTaking = false;
	/** Bytes that the buffer has taken, and that are not released in the engine. */
	#taken = 0;
	/** Bytes in calls that have not resolved. */
	#unsent = 0;
	#waiting: (() => void) | null = null;
	/** Whether the engine ended the connection. */
	#isClosed = false;

	constructor(engine: OverlayEngine, id: number, onDestroy: () => void) {
		super({
			readableHighWaterMark: HIGH_WATER_BYTES,
			writableHighWaterMark: HIGH_WATER_BYTES,
			allowHalfOpen: false,
		});
		this.#engine = engine;
		this.#id = id;
		this.#onDestroy = onDestroy;
	}

	/** Takes bytes that the engine received. */
	receive(bytes: Uint8Array): void {
		if (this.#isClosed || this.destroyed) return;
		this.#queue.push(bytes);
		this.#fill();
	}

	/** Ends the stream after the received bytes, because the connection has ended. */
	disconnected(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#wake();
		this.#fill();
	}

	override _read(): void {
		this.#isTaking = true;
		this.#fill();
	}

	/** Moves received bytes to the stream's buffer while it takes more, and releases them in the engine. */
	#fill(): void {
		while (this.#isTaking) {
			const bytes = this.#queue.shift();
			if (!bytes) break;
			this.#taken += bytes.length;
			this.#isTaking = this.push(bytes);
		}
		if (this.#isClosed) {
			if (this.#queue.length === 0 && !this.destroyed) this.push(null);
			return;
		}
		if (this.#taken < RELEASE_BYTES) return;
		this.#call(this.#engine.releaseOverlay(this.#id, this.#taken));
		this.#taken = 0;
	}

	override _write(bytes: Buffer, _encoding: string, done: () => void): void {
		void this.#send(bytes, done);
	}

	override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
		void this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
	}

	override _final(done: () => void): void {
		if (!this.#isClosed) this.#call(this.#engine.endOverlay(this.#id));
		done();
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		if (!this.#isClosed) this.#call(this.#engine.endOverlay(this.#id));
		this.#isClosed = true;
		this.#wake();
		this.#onDestroy();
		done(error);
	}

	/** Sends bytes while the window has room. Those of a closed connection are lost. */
	async #send(bytes: Buffer, done: () => void): Promise<void> {
		for (let at = 0; at < bytes.length && !this.#isClosed; at += MAX_CALL_BYTES) {
			if (this.#unsent >= OVERLAY_WINDOW_BYTES)
				await new Promise<void>((resolve) => {
					this.#waiting = resolve;
				});
			this.#sendPart(bytes.subarray(at, at + MAX_CALL_BYTES));
		}
		// Writes of the same turn join the next call.
		setImmediate(done);
	}

	#sendPart(part: Buffer): void {
		this.#unsent += part.length;
		const call = this.#engine.sendOverlay(this.#id, part).then(() => {
			this.#unsent -= part.length;
			if (this.#unsent < OVERLAY_WINDOW_BYTES) this.#wake();
		});
		this.#call(call);
	}

	/** A call fails only if the engine is gone. */
	#call(call: Promise<void>): void {
		call.catch(() => this.disconnected());
	}

	#wake(): void {
		this.#waiting?.();
		this.#waiting = null;
	}
}
