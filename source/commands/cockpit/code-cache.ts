import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	type Stats,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Several times the size of the compiled cockpit, bytes. */
const MAX_SIZE = 32 * 1024 * 1024;
const CHECKSUM_SIZE = 4;
/** Opening a pipe would wait for a writer without O_NONBLOCK. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file with compiled code of V8. Its name has the hash of the source and the version of Node. */
export class CodeCache {
	readonly #folder: string;
	readonly #prefix: string;
	readonly #name: string;

	/** `folder`: absolute path. `source`: name of the source. `hash`: characters for a file name. */
	constructor(folder: string, source: string, hash: string) {
		this.#folder = folder;
		this.#prefix = `${source}-`;
		this.#name = `${this.#prefix}${hash}-${process.version}-${process.arch}`;
	}

	/** Returns the code; undefined if there is none, if it is damaged, or if another account could have written it. */
	read(): Buffer | undefined {
		try {
			if (!isOwn(lstatSync(this.#folder))) return undefined;
			const file = openSync(join(this.#folder, this.#name), OPEN_FLAGS);
			try {
				const stats = fstatSync(file);
				if (!stats.isFile() || !isOwn(stats) || stats.size > MAX_SIZE) return undefined;
				const content = readFileSync(file);
				const code = content.subarray(CHECKSUM_SIZE);
				// V8 does not detect changed bytes.
				return checksum(code).equals(content.subarray(0, CHECKSUM_SIZE)) ? code : undefined;
			} finally {
				closeSync(file);
			}
		} catch {
			return undefined;
		}
	}

	/** Replaces the file, and removes those of other versions. A failure leaves the next start slower, so none is reported. */
	write(code: Buffer): void {
		const path = join(this.#folder, this.#name);
		const temporary = `${path}.${process.pid}`;
		try {
			mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
			if (!isOwn(lstatSync(this.#folder))) return;
			writeFileSync(temporary, Buffer.concat([checksum(code), code]), { flag: 'wx', mode: 0o600 });
			renameSync(temporary, path);
			for (const name of readdirSync(this.#folder)) {
				if (name.startsWith(this.#prefix) && name !== this.#name)
					rmSync(join(this.#folder, name), { force: true });
			}
		} catch {
			// A full or read-only disk.
			removeIfPossible(temporary);
		}
	}
}

/** Returns the folder of caches: below XDG_CACHE_HOME, default ~/.cache. Relative paths are ignored. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
	const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
	return join(base, 'seedtop');
}

/** Removes the rest of a failed write. Otherwise each session would leave another one. */
function removeIfPossible(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// The folder cannot be written either.
	}
}

/** Whether this account owns a file or folder, and no other one can write it. Compiled code is run without checks. */
function isOwn({ uid, mode }: Stats): boolean {
	return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Detects damage. It does not prevent forgery: `isOwn` excludes files of other accounts. */
function checksum(code: Buffer): Buffer {
	const bytes = Buffer.alloc(CHECKSUM_SIZE);
	bytes.writeUInt32LE(crc32(code));
	return bytes;
}
