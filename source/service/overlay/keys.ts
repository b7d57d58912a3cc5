import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { dhtSignedBytes } from '../engine/dht-item.ts';
import type { DhtItem } from '../engine/dht-port.ts';
import { selfSignedCertificate } from './certificate.ts';
import { isSignedBy, KEY_BYTES, rawPublicKey, signedBytes } from './public-key.ts';

/** Beginnings of the DER forms of private keys (RFC 8410). The key's 32 bytes follow. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const X25519_PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Size of the secret of which all keys are made, bytes. */
export const SEED_BYTES = 32;

/** The keys of this service. */
export class Identity {
	/** Public Ed25519 key, 64 lower-case hexadecimal digits. */
	readonly id: string;
	/** Key and certificate for TLS, as PEM. */
	readonly tls: { readonly key: string; readonly cert: string };
	/** X25519 key with which sealed messages to this service are opened. */
	readonly sealKey: KeyObject;
	/** Its public part, 32 bytes. */
	readonly publicSealKey: Buffer;
	readonly #key: KeyObject;

	constructor(seed: Uint8Array) {
		this.#key = privateKey(ED25519_PKCS8, seed);
		this.id = rawPublicKey(createPublicKey(this.#key)).toString('hex');
		this.tls = {
			key: this.#key.export({ format: 'pem', type: 'pkcs8' }).toString(),
			cert: selfSignedCertificate(this.#key),
		};
		// A key for signatures is not used for agreements, so the second key is derived from the same secret.
		const sealSeed = hkdfSync('sha256', seed, '', 'seedtop/overlay/seal/1', KEY_BYTES);
		this.sealKey = privateKey(X25519_PKCS8, new Uint8Array(sealSeed));
		this.publicSealKey = rawPublicKey(createPublicKey(this.sealKey));
	}

	/** Signs a content for a purpose. Returns 128 hexadecimal digits. */
	sign(purpose: string, content: string): string {
		return this.signBytes(purpose, Buffer.from(content)).toString('hex');
	}

	/** Signs bytes for a purpose. Returns 64 bytes. */
	signBytes(purpose: string, content: Uint8Array): Buffer {
		return sign(null, signedBytes(purpose, content), this.#key);
	}

	/** Signs an item of the DHT (BEP 44). Its bytes are those of no purpose, so no other signature is valid for it. */
	signItem(item: Pick<DhtItem, 'salt' | 'sequence' | 'value'>): Buffer {
		return sign(null, dhtSignedBytes(item), this.#key);
	}

	/** Whether the service with this id made the signature, in hexadecimal digits, by `sign`. */
	verify(id: string, purpose: string, content: string, signature: string): boolean {
		if (!/^[0-9a-f]{128}$/.test(signature)) return false;
		return isSignedBy(id, purpose, content, Buffer.from(signature, 'hex'));
	}
}

function privateKey(beginning: Buffer, seed: Uint8Array): KeyObject {
	return createPrivateKey({ key: Buffer.concat([beginning, seed]), format: 'der', type: 'pkcs8' });
}
