import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../basics/error.ts';
import { HttpError, reasonOf } from '../../http/http-error.ts';
import { writePrivateFile } from '../../storage/private-file.ts';

/** Parameters of new verifiers. One check takes 32 MiB and about 0.1 s. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 1_000;

export const passphraseText = {
	create: (asset: string) => `Choose a passphrase for ${asset}, at least ${MIN_CHARACTERS} characters`,
	enter: (asset: string) => `Passphrase for ${asset}`,
	tooShort: `the passphrase must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`,
	wrong: 'the passphrase is wrong',
	unwritable: (reason: string) => `the passphrase cannot be stored: ${reason}`,
	damaged: (path: string) =>
		`The verifier of a passphrase in ${path} cannot be used. Restore it from a backup, or remove it to choose a new passphrase.`,
	unreadable: (path: string, reason: string) =>
		`Cannot read ${path}: ${reason}. Make it readable for the service.`,
} as const;

/**
 * The passphrase of a ledger wallet. The file has no passphrase, only a verifier (scrypt). It is locked after each
 * start. The first passphrase that is given becomes the passphrase.
 */
export class Passphrase {
	readonly #asset: string;
	readonly #path: string;
	#verifier: Verifier | undefined;
	#isLocked = true;
	/** The last check. One at a time bounds memory and the rate of guesses. */
	#check: Promise<unknown> = Promise.resolve();

	/** @throws HttpError if the file is damaged or cannot be read */
	constructor(stateFolder: string, asset: string) {
		this.#asset = asset;
		this.#path = join(stateFolder, `wallet-${asset}.passphrase`);
		this.#verifier = readVerifier(this.#path);
	}

	get isLocked(): boolean {
		return this.#isLocked;
	}

	get question(): string {
		return this.#verifier ? passphraseText.enter(this.#asset) : passphraseText.create(this.#asset);
	}

	/** Unlocks the wallet. Returns the reason of a refusal, without a period. */
	unlock(passphrase: string): Promise<string | undefined> {
		const result = this.#check.then(() => this.#unlock(passphrase));
		this.#check = result.catch(() => {});
		return result;
	}

	async #unlock(passphrase: string): Promise<string | undefined> {
		const { length } = passphrase;
		if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) return passphraseText.tooShort;
		if (this.#verifier) {
			if (!(await matches(passphrase, this.#verifier))) return passphraseText.wrong;
		} else {
			const salt = randomBytes(SALT_BYTES);
			const made = { ...COST, salt, key: await derive(passphrase, { ...COST, salt }) };
			try {
				writePrivateFile(this.#path, textOf(made));
			} catch (error) {
				return passphraseText.unwritable(reasonOf(error));
			}
			this.#verifier = made;
		}
		this.#isLocked = false;
		return undefined;
	}
}

interface Derivation {
	readonly N: number;
	readonly r: number;
	readonly p: number;
	readonly salt: Buffer;
}

interface Verifier extends Derivation {
	readonly key: Buffer;
}

function derive(passphrase: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		// Equal passphrases may have different code points, depending on the keyboard.
		scrypt(
			passphrase.normalize('NFKC'),
			salt,
			KEY_BYTES,
			{ N, r, p, maxmem: MAX_MEMORY_BYTES },
			(error, key) => (error ? reject(error) : resolve(key)),
		);
	});
}

async function matches(passphrase: string, verifier: Verifier): Promise<boolean> {
	return timingSafeEqual(await derive(passphrase, verifier), verifier.key);
}

function textOf({ N, r, p, salt, key }: Verifier): string {
	return `scrypt ${N} ${r} ${p} ${salt.toString('hex')} ${key.toString('hex')}\n`;
}

const verifierText = /^scrypt (\d{1,7}) (\d{1,2}) (\d{1,2}) ([0-9a-f]{32}) ([0-9a-f]{64})\s*$/;

function readVerifier(path: string): Verifier | undefined {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw new HttpError(500, 'WalletError', passphraseText.unreadable(path, reasonOf(error)), error);
	}
	const [, N = '', r = '', p = '', salt = '', key = ''] = verifierText.exec(text) ?? [];
	const verifier = {
		N: Number(N),
		r: Number(r),
		p: Number(p),
		salt: Buffer.from(salt, 'hex'),
		key: Buffer.from(key, 'hex'),
	};
	// A changed cost could take all memory, or make guesses cheap.
	if (key === '' || verifier.N !== COST.N || verifier.r !== COST.r || verifier.p !== COST.p) {
		throw new HttpError(500, 'WalletError', passphraseText.damaged(path));
	}
	return verifier;
}
