import { createDiffieHellman, type DiffieHellman, randomBytes } from 'node:crypto';

/** The group of message stream encryption, a convention among clients without a BEP. */
const PRIME =
	'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
	'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a36210000000000090563';
/** Bytes of a private key; more make it no safer in this group, only slower. */
const PRIVATE_BYTES = 20;

let group: DiffieHellman | undefined;

/**
 * The exchange of keys of one encrypted connection. All use one object of Node's: making one tests that the prime is
 * one, which takes 20 ms.
 */
export class KeyExchange {
	readonly #private = randomBytes(PRIVATE_BYTES);

	/** Our public key. */
	generateKeys(): Buffer {
		return this.#group().generateKeys();
	}

	/** What both sides know. Throws when the peer's key is none. */
	computeSecret(publicKey: Uint8Array): Buffer {
		return this.#group().computeSecret(publicKey);
	}

	#group(): DiffieHellman {
		group ??= createDiffieHellman(PRIME, 'hex', 2);
		group.setPrivateKey(this.#private);
		return group;
	}
}
