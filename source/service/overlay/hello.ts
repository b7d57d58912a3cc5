import { KEY_BYTES } from './public-key.ts';

/** The first message on a connection. The connection proves its sender. */
export interface Hello {
	/** Version of the protocol. Services of different versions do not talk to each other. */
	readonly version: number;
	/** X25519 key of the sender. */
	readonly sealKey: Buffer;
}

export const PROTOCOL_VERSION = 1;
const VERSION_BYTES = 2;

export function encodeHello({ version, sealKey }: Hello): Buffer {
	const bytes = Buffer.alloc(VERSION_BYTES);
	bytes.writeUInt16BE(version);
	return Buffer.concat([bytes, sealKey]);
}

/** Undefined if it is malformed. Later versions may append fields. */
export function decodeHello(bytes: Buffer): Hello | undefined {
	if (bytes.length < VERSION_BYTES + KEY_BYTES) return undefined;
	const sealKey = Buffer.from(bytes.subarray(VERSION_BYTES, VERSION_BYTES + KEY_BYTES));
	return { version: bytes.readUInt16BE(0), sealKey };
}
