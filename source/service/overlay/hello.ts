import { KEY_BYTES } from './public-key.ts';

/** The first message on a connection. The connection proves its sender. */
export interface Hello {
	/** Version of the protocol. Services of different versions do not talk to each other. */
	readonly version: number;
	/** Time of the connection by the sender's clock, Unix ms. No two of its connections have the same. */
	readonly timeMs: number;
	/** X25519 key of the sender. */
	readonly sealKey: Buffer;
}

export const PROTOCOL_VERSION = 1;
const TIME_AT = 2;
const SEAL_KEY_AT = TIME_AT + 6;
const HELLO_BYTES = SEAL_KEY_AT + KEY_BYTES;

export function encodeHello({ version, timeMs, sealKey }: Hello): Buffer {
	const bytes = Buffer.alloc(HELLO_BYTES);
	bytes.writeUInt16BE(version);
	bytes.writeUIntBE(timeMs, TIME_AT, 6);
	sealKey.copy(bytes, SEAL_KEY_AT);
	return bytes;
}

/** Undefined if it is malformed. Later versions may append fields. */
export function decodeHello(bytes: Buffer): Hello | undefined {
	if (bytes.length < HELLO_BYTES) return undefined;
	return {
		version: bytes.readUInt16BE(0),
		timeMs: bytes.readUIntBE(TIME_AT, 6),
		sealKey: Buffer.from(bytes.subarray(SEAL_KEY_AT, HELLO_BYTES)),
	};
}

let lastMs = 0;

/** Returns the time for a new connection. It grows, also if the clock is set back. */
export function nextConnectionTime(): number {
	lastMs = Math.max(lastMs + 1, Date.now());
	return lastMs;
}
