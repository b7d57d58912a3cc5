import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { BoundedMap } from '../../basics/bounded-map.ts';

/** Beginnings of the DER forms of keys (RFC 8410). The key's 32 bytes follow. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Whether a text has the form of a service's id. */
export const isId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Returns the 32 bytes of a public Ed25519 or X25519 key. */
export function rawPublicKey(key: KeyObject): Buffer {
	return key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}

/** Keys of the last ids. Creating one takes longer than checking a signature. */
const keys = new BoundedMap<KeyObject>(256);

/** Returns the key of an id. Throws if no key has this id. */
function keyOfId(id: string): KeyObject {
	const known = keys.get(id);
	if (known) return known;
	const key = Buffer.concat([ED25519_SPKI, Buffer.from(id, 'hex')]);
	const created = createPublicKey({ key, format: 'der', type: 'spki' });
	keys.set(id, created);
	return created;
}

/**
 * Returns the bytes of which a signature is made. They include the purpose, so that a signature for one purpose is not
 * valid for another. A purpose contains no zero character.
 */
export function signedBytes(purpose: string, content: string | Uint8Array): Buffer {
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	return Buffer.concat([Buffer.from(`seedtop/${purpose}/1\0`), bytes]);
}

/** Whether the service with this id signed the content for this purpose. */
export function isSignedBy(
	id: string,
	purpose: string,
	content: string | Uint8Array,
	signature: Uint8Array,
): boolean {
	if (!isId(id) || signature.length !== SIGNATURE_BYTES) return false;
	try {
		return verify(null, signedBytes(purpose, content), keyOfId(id), signature);
	} catch {
		return false;
	}
}
