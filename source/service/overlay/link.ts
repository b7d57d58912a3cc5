import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { TokenBucket } from '../../concurrency/token-bucket.ts';
import { encodeFrame, type Frame, type FrameKind, FrameParser } from './frames.ts';
import type { OverlayLimits } from './limits.ts';

/** Time for the last frames of a connection. */
const END_TIMEOUT_MS = 2_000;

/** Unsent bytes of all links together. */
export interface SharedBacklog {
	bytes: number;
}

/** The peer sent more than allowed for a long time. */
export class FloodError extends Error {}

/** Frames over a secure channel. Reads no faster than the limits allow, and bounds what waits to be sent. */
export class Link {
	readonly #channel: TLSSocket;
	readonly #limits: OverlayLimits;
	readonly #backlog: SharedBacklog;
	readonly #parser = new FrameParser();
	readonly #frames: TokenBucket;
	readonly #bytes: TokenBucket;
	readonly #ended = new AbortController();
	readonly #timer: NodeJS.Timeout;
	/** Bytes of this link in the shared backlog. */
	#unsent = 0;
	#receivedMs = performance.now();
	/** Time since when the backlog is full; undefined if it is not. */
	#fullSinceMs: number | undefined;
	/** Begin of the window, and the time in it for which this peer was slowed down and sent on. */
	#windowMs = performance.now();
	#slowedMs = 0;

	constructor(channel: TLSSocket, limits: OverlayLimits, backlog: SharedBacklog) {
		this.#channel = channel;
		this.#limits = limits;
		this.#backlog = backlog;
		const now = performance.now();
		this.#frames = new TokenBucket(limits.peerFrames, now);
		this.#bytes = new TokenBucket(limits.peerBytes, now);
		this.#timer = setInterval(() => this.#keepAlive(), limits.pingMs);
		this.#timer.unref();
		channel.once('close', () => this.#release());
	}

	/** Sends a frame. Drops it if too much waits to be sent. */
	send(kind: FrameKind, payload: Uint8Array): void {
		if (this.#channel.destroyed || !this.#channel.writable) return;
		const frame = encodeFrame(kind, payload);
		const { peerBacklog, totalBacklog, backlogMs } = this.#limits;
		const isFull =
			this.#unsent + frame.length > peerBacklog || this.#backlog.bytes + frame.length > totalBacklog;
		if (isFull) {
			this.#fullSinceMs ??= performance.now();
			if (this.#unsent > 0 && performance.now() - this.#fullSinceMs > backlogMs) this.destroy();
			return;
		}
		this.#count(frame.length);
		this.#channel.write(frame, () => {
			this.#count(-Math.min(frame.length, this.#unsent));
			this.#fullSinceMs = undefined;
		});
	}

	/** Yields received frames until the connection ends. Throws FrameError, or FloodError. */
	async *frames(): AsyncGenerator<Frame> {
		for await (const chunk of this.#channel.iterator({ destroyOnReturn: false })) {
			this.#receivedMs = performance.now();
			for (const frame of this.#parser.parse(chunk)) {
				await this.#slowDown(frame.payload.length);
				if (this.#ended.signal.aborted) return;
				if (frame.kind !== 'ping') yield frame;
			}
		}
	}

	/** Sends what waits, then ends the connection. A peer that does not read cannot delay this for long. */
	end(): void {
		this.#channel.destroySoon();
		this.#destroyIn(END_TIMEOUT_MS);
	}

	/** Ends the connection when the in-flight messages have arrived. Another one replaces it. */
	retire(): void {
		this.#destroyIn(this.#limits.retireMs);
	}

	/** Ends the connection at once. */
	destroy(): void {
		this.#channel.destroy();
	}

	#destroyIn(delayMs: number): void {
		const timer = setTimeout(() => this.#channel.destroy(), delayMs).unref();
		this.#channel.once('close', () => clearTimeout(timer));
	}

	#count(bytes: number): void {
		this.#unsent += bytes;
		this.#backlog.bytes += bytes;
	}

	#release(): void {
		clearInterval(this.#timer);
		this.#ended.abort();
		this.#count(-this.#unsent);
	}

	/** Waits until the rates allow a frame. Meanwhile nothing is read, so that the sender waits too. */
	async #slowDown(bytes: number): Promise<void> {
		const now = performance.now();
		const waitMs = Math.max(this.#frames.charge(1, now), this.#bytes.charge(bytes, now));
		if (waitMs === 0) return;
		const { floodMs, floodWindowMs } = this.#limits;
		if (now - this.#windowMs > floodWindowMs) {
			this.#windowMs = now;
			this.#slowedMs = 0;
		}
		if (this.#slowedMs > floodMs) throw new FloodError('it sends too much');
		await delay(waitMs, undefined, { signal: this.#ended.signal, ref: false }).catch(() => {});
		// A peer that waits for answers, as in a settlement, has sent nothing more.
		if (this.#parser.heldBytes + this.#channel.readableLength > 0) this.#slowedMs += waitMs;
	}

	#keepAlive(): void {
		if (performance.now() - this.#receivedMs > this.#limits.silenceMs) this.destroy();
		else this.send('ping', Buffer.alloc(0));
	}
}
