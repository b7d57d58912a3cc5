import { createHash, createPublicKey, verify } from 'node:crypto';
import type { DhtItem } from './dht-port.ts';

/** Beginning of the DER form of a public Ed25519 key (RFC 8410). The key's 32 bytes follow. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const DHT_KEY_BYTES = 32;
const DHT_SIGNATURE_BYTES = 64;
/** Limits of BEP 44. A bencoded value has at most 1,000 bytes; ours are shorter, because packets are limited too. */
const MAX_SALT_BYTES = 64;
export const MAX_VALUE_BYTES = 900;

/** Returns the target of an item: the nodes whose ids are closest to it store the item. */
export function dhtTarget(key: Uint8Array, salt: Uint8Array): Buffer {
	return createHash('sha1').update(key).update(salt).digest();
}

/** Returns the bytes that the key of an item signs (BEP 44). */
export function dhtSignedBytes({
	salt,
	sequence,
	value,
}: Pick<DhtItem, 'salt' | 'sequence' | 'value'>): Buffer {
	return Buffer.concat([
		...(salt.length === 0 ? [] : [Buffer.from(`4:salt${salt.length}:`), salt]),
		Buffer.from(`3:seqi${sequence}e1:v${value.length}:`),
		value,
	]);
}

/** Whether an item is within the limits and signed by its key. */
export function isValidItem(item: DhtItem): boolean {
	return (
		Number.isSafeInteger(item.sequence) &&
		item.sequence >= 0 &&
		item.salt.length <= MAX_SALT_BYTES &&
		item.value.length <= MAX_VALUE_BYTES &&
		isDhtSignature(item.signature, dhtSignedBytes(item), item.key)
	);
}

/** Whether a key made a signature of bytes. Accepts any values, which may be of another node. */
export function isDhtSignature(signature: unknown, bytes: Uint8Array, key: unknown): boolean {
	if (!(signature instanceof Uint8Array) || signature.length !== DHT_SIGNATURE_BYTES) return false;
	if (!(key instanceof Uint8Array) || key.length !== DHT_KEY_BYTES) return false;
	try {
		const publicKey = createPublicKey({
			key: Buffer.concat([ED25519_SPKI, key]),
			format: 'der',
			type: 'spki',
		});
		return verify(null, bytes, publicKey, signature);
	} catch {
		// Not every 32 bytes are a key.
		return false;
	}
}
