import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createPublicKey,
	diffieHellman,
	generateKeyPairSync,
	hkdfSync,
	type KeyObject,
} from 'node:crypto';
import { MAX_ENVELOPE_BYTES } from './envelope.ts';
import type { Identity } from './keys.ts';
import { KEY_BYTES, rawPublicKey } from './public-key.ts';

/** A message that only its recipient can read. Others relay it and see recipient, expiry and size. */
interface SealedMessage {
	readonly recipient: string;
	/** Unix time, ms. */
	readonly expiresMs: number;
	/** Number of times that it may still be relayed. */
	readonly hops: number;
	/** The same for all copies, whatever their number of hops. */
	readonly key: string;
	readonly bytes: Buffer;
}

/** Fields in sequence: version, hops, expiry, recipient, ephemeral key, encrypted envelope, tag. */
const VERSION = 1;
const HOPS_AT = 1;
const EXPIRES_AT = 2;
const RECIPIENT_AT = EXPIRES_AT + 6;
const EPHEMERAL_AT = RECIPIENT_AT + KEY_BYTES;
const CONTENT_AT = EPHEMERAL_AT + KEY_BYTES;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const CIPHER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const X25519_SPKI = Buffer.from('302a300506032b656e032100', 'hex');

export const MAX_HOPS = 8;
export const MAX_SEALED_BYTES = CONTENT_AT + MAX_ENVELOPE_BYTES + TAG_BYTES;

/** Returns a sealed envelope. `sealKey` is the recipient's X25519 key. Throws if it is not a valid key. */
export function seal(envelope: Uint8Array, recipient: string, sealKey: Buffer, expiresMs: number): Buffer {
	const ephemeral = generateKeyPairSync('x25519');
	const header = Buffer.alloc(CONTENT_AT);
	header[0] = VERSION;
	header[HOPS_AT] = MAX_HOPS;
	header.writeUIntBE(expiresMs, EXPIRES_AT, 6);
	header.write(recipient, RECIPIENT_AT, 'hex');
	rawPublicKey(ephemeral.publicKey).copy(header, EPHEMERAL_AT);
	const { key, nonce } = secretsOf(ephemeral.privateKey, publicKey(sealKey), header, sealKey);
	const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(unchanging(header));
	return Buffer.concat([header, cipher.update(envelope), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the public fields. Undefined if the message is malformed. */
export function decodeSealed(bytes: Buffer): SealedMessage | undefined {
	if (bytes.length < CONTENT_AT + TAG_BYTES || bytes.length > MAX_SEALED_BYTES) return undefined;
	const hops = bytes.readUInt8(HOPS_AT);
	if (bytes[0] !== VERSION || hops > MAX_HOPS) return undefined;
	return {
		recipient: bytes.toString('hex', RECIPIENT_AT, EPHEMERAL_AT),
		expiresMs: bytes.readUIntBE(EXPIRES_AT, 6),
		hops,
		key: createHash('sha256').update(bytes.subarray(EXPIRES_AT)).digest('base64'),
		bytes,
	};
}

/** Returns a copy that may be relayed once less. */
export function withoutHop({ bytes, hops }: SealedMessage): Buffer {
	const copy = Buffer.from(bytes);
	copy[HOPS_AT] = hops - 1;
	return copy;
}

/** Returns the envelope inside. Undefined if it was not sealed for this service. */
export function unseal({ bytes }: SealedMessage, identity: Identity): Buffer | undefined {
	try {
		const ephemeral = publicKey(bytes.subarray(EPHEMERAL_AT, CONTENT_AT));
		const { key, nonce } = secretsOf(identity.sealKey, ephemeral, bytes, identity.publicSealKey);
		const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
		decipher.setAAD(unchanging(bytes));
		decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
		return Buffer.concat([decipher.update(bytes.subarray(CONTENT_AT, -TAG_BYTES)), decipher.final()]);
	} catch {
		return undefined;
	}
}

/** Returns the authenticated part of the header. Each relaying service changes the number of hops. */
const unchanging = (bytes: Buffer): Buffer => bytes.subarray(EXPIRES_AT, CONTENT_AT);

const publicKey = (raw: Buffer): KeyObject =>
	createPublicKey({ key: Buffer.concat([X25519_SPKI, raw]), format: 'der', type: 'spki' });

/** Derives the keys of one message. The ephemeral key is new for each message, so no nonce is used twice. */
function secretsOf(privateKey: KeyObject, otherKey: KeyObject, header: Buffer, sealKey: Buffer) {
	const shared = diffieHellman({ privateKey, publicKey: otherKey });
	const salt = Buffer.concat([header.subarray(EPHEMERAL_AT, CONTENT_AT), sealKey]);
	const length = CIPHER_KEY_BYTES + NONCE_BYTES;
	const secrets = Buffer.from(hkdfSync('sha256', shared, salt, 'seedtop/overlay/sealed/1', length));
	return { key: secrets.subarray(0, CIPHER_KEY_BYTES), nonce: secrets.subarray(CIPHER_KEY_BYTES) };
}
