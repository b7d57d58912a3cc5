import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MetainfoError } from '../../metainfo/error.ts';
import type { Emit } from '../downloads/download-registry.ts';
import type { Source } from '../downloads/source.ts';
import { clip, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log.ts';
import { kindOf, readDropped } from './dropped-file.ts';

/** Polling, because network file systems report no changes. */
const POLL_INTERVAL_MS = 1_000;
/** Time for which an invalid file must be unchanged before it counts as corrupt. It may still be copied. */
const CORRUPT_AFTER_MS = 5_000;
/** Time until a failed file is retried. */
const RETRY_DELAY_MS = 30_000;
/** Time that closing waits for the current scan. */
const CLOSE_TIMEOUT_MS = 500;

export const watchText = {
	unreadable: (folder: string, reason: string) =>
		`The watch folder ${clip(folder)} cannot be read: ${reason}. The service retries.`,
	readable: (folder: string) => `The watch folder ${clip(folder)} can be read again.`,
	notUtf8: (folder: string, count: number, first: string) =>
		`Cannot add from the watch folder ${clip(folder)}: ${count === 1 ? '1 file has a name' : `${count} files have names`} not in UTF-8, such as ${clip(first)}. Rename to add.`,
};

export interface WatchFolderOptions {
	/** Absolute. */
	readonly folder: string;
	/** Adds a download durably. Does nothing if it exists. */
	readonly add: (source: Source) => Promise<void>;
	readonly emit: Emit;
	readonly log: Log;
}

/** A file at its last detected change. */
interface WatchedFile {
	readonly signature: string;
	readonly since: number;
	/** Time of the next attempt, `Date.now()`; Infinity when processed. */
	notBefore: number;
	/** Last logged message. */
	lastMessage: string;
}

/**
 * Adds .torrent and .magnet files from a folder. Renames processed files to '.added' or '.corrupt', so the folder
 * keeps the state across restarts.
 */
export class WatchFolder {
	readonly #options: WatchFolderOptions;
	readonly #seen = new Map<string, WatchedFile>();
	/** Reported names that are not UTF-8, as latin1. */
	#unreadable: ReadonlySet<string> = new Set();
	#timer: NodeJS.Timeout | undefined;
	#scan: Promise<void> = Promise.resolve();
	#closed = false;
	/** Reason why the folder cannot be read; empty if it can. */
	#readFailure = '';

	constructor(options: WatchFolderOptions) {
		this.#options = options;
	}

	start(): void {
		if (this.#closed) return;
		const { folder, log } = this.#options;
		this.#scan = this.#scanOnce()
			.catch((error: unknown) =>
				log('error', `Cannot check the watch folder ${clip(folder)}: ${reasonOf(error)}.`, error),
			)
			.finally(() => {
				if (!this.#closed) this.#timer = setTimeout(() => this.start(), POLL_INTERVAL_MS);
			});
	}

	/** Resolves when the current scan has ended, or after a timeout. The next start adds what is left. */
	async close(): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#timer);
		await Promise.race([this.#scan, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
	}

	async #scanOnce(): Promise<void> {
		const { folder, log } = this.#options;
		let found: Buffer[];
		try {
			found = await readdir(folder, { encoding: 'buffer' });
		} catch (error) {
			const reason = reasonOf(error);
			if (this.#readFailure !== reason) log('error', watchText.unreadable(folder, reason));
			this.#readFailure = reason;
			return;
		}
		if (this.#readFailure !== '') log('info', watchText.readable(folder));
		this.#readFailure = '';
		this.#reportUnreadable(found.filter((name) => !isUtf8(name)));
		const names = found.filter((name) => isUtf8(name)).map(String);
		const there = new Set(names);
		for (const name of this.#seen.keys()) if (!there.has(name)) this.#seen.delete(name);
		for (const name of names.sort()) {
			const kind = kindOf(name);
			if (kind && !this.#closed) await this.#examine(name, kind);
		}
	}

	/**
	 * Reports files whose names are not UTF-8. They are not added, because events and logs cannot distinguish them.
	 */
	#reportUnreadable(names: readonly Buffer[]): void {
		const { folder, log } = this.#options;
		const added = names.filter(
			(name) => kindOf(String(name)) !== undefined && !this.#unreadable.has(name.toString('latin1')),
		);
		this.#unreadable = new Set(names.map((name) => name.toString('latin1')));
		const [first] = added;
		if (first === undefined) return;
		log('warning', watchText.notUtf8(folder, added.length, String(first)));
	}

	async #examine(name: string, kind: 'torrent' | 'magnet'): Promise<void> {
		const path = join(this.#options.folder, name);
		const found = await lstat(path).catch(() => undefined);
		if (!found) return; // Deleted since the folder was read.
		const signature = signatureOf(found);
		const earlier = this.#seen.get(name);
		if (earlier?.signature !== signature) {
			// New or still growing: the next scan decides.
			this.#seen.set(name, { signature, since: Date.now(), notBefore: 0, lastMessage: '' });
			return;
		}
		if (Date.now() < earlier.notBefore) return;
		if (!found.isFile()) {
			earlier.notBefore = Number.POSITIVE_INFINITY;
			this.#logOnce(earlier, `${clip(path)} in the watch folder is not a regular file and is ignored`);
			return;
		}
		await this.#add(name, kind, earlier);
	}

	async #add(name: string, kind: 'torrent' | 'magnet', watched: WatchedFile): Promise<void> {
		const { folder, add, emit, log } = this.#options;
		const path = join(folder, name);
		try {
			const source = await readDropped(path, kind);
			await add(source);
			log('info', `${clip(name)} was added from the watch folder.`);
			await this.#rename(name, 'added', watched);
		} catch (error) {
			if (!(error instanceof MetainfoError)) {
				watched.notBefore = Date.now() + RETRY_DELAY_MS;
				this.#logOnce(watched, `${clip(path)} cannot be added now: ${reasonOf(error)}. The service retries`);
				return;
			}
			if (Date.now() < watched.since + CORRUPT_AFTER_MS) return;
			this.#logOnce(watched, `${clip(path)} in the watch folder is corrupt: ${error.message}`);
			emit('watch_folder_corrupt_torrent', { name });
			await this.#rename(name, 'corrupt', watched);
		}
	}

	/** If renaming fails, the file is skipped until the service restarts. */
	async #rename(name: string, ending: 'added' | 'corrupt', watched: WatchedFile): Promise<void> {
		const { folder, log } = this.#options;
		watched.notBefore = Number.POSITIVE_INFINITY;
		try {
			await rename(join(folder, name), join(folder, await this.#freeName(name, ending)));
			this.#seen.delete(name);
		} catch (error) {
			log(
				'warning',
				`${clip(name)} in the watch folder cannot be renamed: ${reasonOf(error)}. It is checked again after a restart.`,
			);
		}
	}

	/** Returns a free name. Existing files are never overwritten. */
	async #freeName(name: string, ending: string): Promise<string> {
		const taken = new Set(await readdir(this.#options.folder));
		for (let number = 1; ; number++) {
			const free = number === 1 ? `${name}.${ending}` : `${name}.${number}.${ending}`;
			if (!taken.has(free)) return free;
		}
	}

	#logOnce(watched: WatchedFile, message: string): void {
		if (watched.lastMessage !== message) this.#options.log('warning', `${message}.`);
		watched.lastMessage = message;
	}
}

function signatureOf({ ino, size, mtimeMs }: Stats): string {
	return `${ino} ${size} ${mtimeMs}`;
}
