import { createDiffieHellman, type DiffieHellman, randomBytes } from 'node:crypto';

/** Diffie-Hellman group of message stream encryption, a de facto standard without a BEP. */
const PRIME =
	'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
	'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a63a36210000000000090563';
/** Length of a private key. A longer one adds no security in this group. */
const PRIVATE_BYTES = 20;

let group: DiffieHellman | undefined;

/**
 * Key exchange of one encrypted connection. All share one Node object, because creating one tests the prime for 20
 * ms.
 */
export class KeyExchange {
	readonly #private = randomBytes(PRIVATE_BYTES);

	/** Returns our public key. */
	generateKeys(): Buffer {
		return this.#group().generateKeys();
	}

	/** Returns the shared secret. Throws for an invalid public key. */
	computeSecret(publicKey: Uint8Array): Buffer {
		return this.#group().computeSecret(publicKey);
	}

	#group(): DiffieHellman {
		group ??= createDiffieHellman(PRIME, 'hex', 2);
		group.setPrivateKey(this.#private);
		return group;
	}
}
