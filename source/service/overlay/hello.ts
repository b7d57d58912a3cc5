import { KEY_BYTES } from './public-key.ts';

/** The first message on a connection. The connection proves its sender. */
export interface Hello {
	/** Version of the protocol. Services of different versions do not talk to each other. */
	readonly version: number;
	/** Number of this connection among those of the sender. Later ones have larger numbers. */
	readonly number: number;
	/** X25519 key of the sender. */
	readonly sealKey: Buffer;
}

export const PROTOCOL_VERSION = 1;
const NUMBER_AT = 2;
const SEAL_KEY_AT = NUMBER_AT + 6;
const HELLO_BYTES = SEAL_KEY_AT + KEY_BYTES;

export function encodeHello({ version, number, sealKey }: Hello): Buffer {
	const bytes = Buffer.alloc(HELLO_BYTES);
	bytes.writeUInt16BE(version);
	bytes.writeUIntBE(number, NUMBER_AT, 6);
	sealKey.copy(bytes, SEAL_KEY_AT);
	return bytes;
}

/** Undefined if it is malformed. Later versions may append fields. */
export function decodeHello(bytes: Buffer): Hello | undefined {
	if (bytes.length < HELLO_BYTES) return undefined;
	return {
		version: bytes.readUInt16BE(0),
		number: bytes.readUIntBE(NUMBER_AT, 6),
		sealKey: Buffer.from(bytes.subarray(SEAL_KEY_AT, HELLO_BYTES)),
	};
}

let lastNumber = 0;

/** Returns the number of a new connection. It grows also over restarts, while the clock does. */
export function nextConnectionNumber(): number {
	lastNumber = Math.max(lastNumber + 1, Date.now());
	return lastNumber;
}
