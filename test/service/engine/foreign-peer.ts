import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from '../../programs/until.ts';
import type { Lab } from './lab.ts';

/** Returns a message with its length prefix. */
export function framed(...parts: (number | Uint8Array)[]): Buffer {
	const message = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)));
	return Buffer.concat([word(message.length), message]);
}

/** Returns four bytes. Negative numbers wrap, as in messages with too large numbers. */
export function word(number: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(number >>> 0);
	return bytes;
}

export function requestOf(index: number, offset: number, length: number): Buffer {
	return framed(6, word(index), word(offset), word(length));
}

/** `fast` is the fast extension (BEP 6). */
export function handshakeOf(infohash: string, { fast = true } = {}): Buffer {
	return Buffer.concat([
		Buffer.from('\x13BitTorrent protocol'),
		Buffer.of(0, 0, 0, 0, 0, 0x10, 0, fast ? 0x04 : 0),
		Buffer.from(infohash, 'hex'),
		Buffer.from('-XX0000-abcdefghijkl'),
	]);
}

export function portOf(target: Lab): number {
	const listening = target.messages.find(({ type }) => type === 'listening');
	if (listening?.type !== 'listening') throw new Error('the engine does not listen');
	return listening.port;
}

/** A peer under control of the test: it sends what the test says and records what it receives. */
export class ForeignPeer {
	/** Messages that arrived, without their lengths. The handshake is not included. */
	readonly received: Buffer[] = [];
	readonly socket: Socket;
	/** Called with each message. */
	onMessage: (message: Buffer) => void = () => {};
	readonly #waiting = new Set<() => void>();
	#rest = Buffer.alloc(0);
	#greeted = false;

	constructor(socket: Socket) {
		this.socket = socket;
		socket.on('error', () => {});
		socket.on('close', () => this.#wake());
		socket.on('data', (bytes: Buffer) => this.#take(bytes));
		onTestFinished(() => void socket.destroy());
	}

	/** Connects to an engine and sends a handshake. Resolves when the engine has sent its pieces. */
	static async connect(target: Lab, infohash: string, options?: { fast?: boolean }): Promise<ForeignPeer> {
		const peer = new ForeignPeer(connect(portOf(target), '127.0.0.1'));
		peer.send(handshakeOf(infohash, options));
		const answered = (): boolean => peer.received.some(([kind]) => kind === 5 || kind === 14 || kind === 15);
		await peer.until('its pieces', () => answered() || peer.socket.destroyed);
		if (!answered()) throw new Error('the engine hung up');
		return peer;
	}

	send(...messages: Buffer[]): void {
		this.socket.write(Buffer.concat(messages));
	}

	/** Returns the messages of a kind. */
	of(kind: number): Buffer[] {
		return this.received.filter((message) => message[0] === kind);
	}

	/** Resolves when `look` is true. Also checks at every message and at the end of the connection. */
	async until(awaited: string, look: () => boolean): Promise<void> {
		await until(look, {
			awaited,
			seen: () => `Heard messages ${this.received.map(([kind]) => kind).join(' ')}`,
			subscribe: (listener) => {
				this.#waiting.add(listener);
				return () => this.#waiting.delete(listener);
			},
		});
	}

	#take(bytes: Buffer): void {
		this.#rest = Buffer.concat([this.#rest, bytes]);
		if (!this.#greeted) {
			if (this.#rest.length < 68) return;
			this.#greeted = true;
			this.#rest = this.#rest.subarray(68);
		}
		while (this.#rest.length >= 4 && this.#rest.length >= 4 + this.#rest.readUInt32BE(0)) {
			const end = 4 + this.#rest.readUInt32BE(0);
			const message = this.#rest.subarray(4, end);
			this.#rest = this.#rest.subarray(end);
			this.received.push(message);
			this.onMessage(message);
		}
		this.#wake();
	}

	#wake(): void {
		for (const wake of [...this.#waiting]) wake();
	}
}
