import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../basics/error.ts';
import { within } from '../../basics/within.ts';
import { MetainfoError } from '../../metainfo/error.ts';
import type { Emit } from '../core/emit.ts';
import type { Source } from '../downloads/source.ts';
import { clip, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { kindOf, readDropped } from './dropped-file.ts';
import type { HandledFiles, Outcome } from './handled-files.ts';

/** Polling, because network file systems report no changes. */
const POLL_INTERVAL_MS = 1_000;
/** Time for which an invalid file must be unchanged before it counts as corrupt. It may still be copied. */
const CORRUPT_AFTER_MS = 5_000;
/** Time until a failed file is retried. */
const RETRY_DELAY_MS = 30_000;
/** Time that closing waits for the current scan. */
const CLOSE_TIMEOUT_MS = 500;
/** Files that a scan examines. The next scan continues with the others. */
const MAX_EXAMINED = 1_000;
/** Subfolder for added files. */
const ADDED_FOLDER = 'added';

export const watchText = {
	unreadable: (folder: string, reason: string) =>
		`The watch folder ${clip(folder)} cannot be read: ${reason}. The service retries.`,
	readable: (folder: string) => `The watch folder ${clip(folder)} can be read again.`,
	notUtf8: (folder: string, count: number, first: string) =>
		`Cannot add from the watch folder ${clip(folder)}: ${count === 1 ? '1 file has a name' : `${count} files have names`} not in UTF-8, such as ${clip(first)}. Rename to add.`,
	added: (name: string, label: string) =>
		`${clip(name)} was added from the watch folder${label === '' ? '' : `, with the label ${clip(label)}`}.`,
	repeated: (name: string) =>
		`${clip(name)} in the watch folder is of a download that is already in the list.`,
	later: (path: string, reason: string) =>
		`${clip(path)} cannot be added now: ${reason}. The service retries.`,
	corrupt: (path: string, reason: string) => `${clip(path)} in the watch folder is corrupt: ${reason}.`,
	notRegular: (path: string) => `${clip(path)} in the watch folder is not a regular file and is ignored.`,
	left: (path: string, reason: string) =>
		`${clip(path)} in the watch folder cannot be renamed, moved or deleted: ${reason}. It is not added again. Permit it to the service, or delete the file.`,
	notAFolder: (path: string) => `${clip(path)} is a link, not a folder`,
	forgotten: (path: string) => `${clip(path)} may be added again after a restart.`,
};

/** A folder whose files are added. */
export interface WatchedFolder {
	/** Absolute. */
	readonly folder: string;
	/** Label of the downloads; empty for none. */
	readonly label: string;
	/** Fate of an added file: the ending '.added', the subfolder 'added', or deletion. */
	readonly after: 'rename' | 'move' | 'delete';
}

interface WatchFolderOptions extends WatchedFolder {
	/** Adds a download durably. Resolves with whether it is new. */
	readonly add: (source: Source) => Promise<boolean>;
	readonly handled: HandledFiles;
	/** Runs a scan when few others run. */
	readonly inTurn: (scan: () => Promise<void>) => Promise<void>;
	readonly emit: Emit;
	readonly log: Log;
}

/** A file at its last detected change. */
interface WatchedFile {
	readonly signature: string;
	readonly since: number;
	/** Time of the next attempt, `performance.now()`; Infinity for ignored files. */
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
	/** Name after which the next scan begins. */
	#position = '';
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
		const { folder, inTurn, log } = this.#options;
		this.#scan = inTurn(() => this.#scanOnce())
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
		await within(this.#scan, CLOSE_TIMEOUT_MS, undefined);
	}

	async #scanOnce(): Promise<void> {
		if (this.#closed) return;
		const { folder, handled } = this.#options;
		const found = await this.#list();
		if (!found) return;
		this.#reportUnreadable(found.filter((name) => !isUtf8(name)));
		const names = found.filter((name) => isUtf8(name)).map(String);
		const there = new Set(names);
		for (const name of this.#seen.keys()) if (!there.has(name)) this.#seen.delete(name);
		handled.forget((path) => dirname(path) === folder && !there.has(path.slice(folder.length + 1)));
		const wanted = names.filter((name) => kindOf(name) !== undefined).sort();
		for (const name of this.#portion(wanted)) {
			const kind = kindOf(name);
			if (kind && !this.#closed) await this.#examine(name, kind);
		}
	}

	/** Returns the entries of the folder; undefined if it cannot be read. */
	async #list(): Promise<Buffer[] | undefined> {
		const { folder, emit, log } = this.#options;
		try {
			const found = await readdir(folder, { encoding: 'buffer' });
			if (this.#readFailure !== '') log('info', watchText.readable(folder));
			this.#readFailure = '';
			return found;
		} catch (error) {
			const reason = reasonOf(error);
			if (this.#readFailure !== reason) {
				const text = watchText.unreadable(folder, reason);
				log('error', text);
				emit('tribler_exception', { text });
			}
			this.#readFailure = reason;
			return undefined;
		}
	}

	/** Returns the names of this scan: all, or a limited number after those of the last scan. */
	#portion(sorted: readonly string[]): readonly string[] {
		if (sorted.length <= MAX_EXAMINED) return sorted;
		const at = sorted.findIndex((name) => name > this.#position);
		const start = Math.max(0, at);
		const portion = [...sorted.slice(start), ...sorted.slice(0, start)].slice(0, MAX_EXAMINED);
		this.#position = portion.at(-1) ?? '';
		return portion;
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
		const { folder, handled } = this.#options;
		const path = join(folder, name);
		const found = await lstat(path).catch(() => undefined);
		if (!found) return; // Deleted since the folder was read.
		const signature = signatureOf(found);
		const earlier = this.#seen.get(name);
		if (earlier?.signature !== signature) {
			// New or still growing: the next scan decides.
			this.#seen.set(name, { signature, since: performance.now(), notBefore: 0, lastMessage: '' });
			return;
		}
		if (performance.now() < earlier.notBefore) return;
		if (!found.isFile()) {
			earlier.notBefore = Number.POSITIVE_INFINITY;
			this.#logOnce(earlier, watchText.notRegular(path));
			return;
		}
		const outcome = handled.outcome(path, signature) ?? (await this.#add(name, kind, earlier));
		if (outcome) await this.#putAside(name, outcome, earlier);
	}

	/** Returns the outcome; undefined if the file is retried. */
	async #add(name: string, kind: 'torrent' | 'magnet', watched: WatchedFile): Promise<Outcome | undefined> {
		const { folder, label, add, emit, log } = this.#options;
		const path = join(folder, name);
		try {
			const isNew = await add(await readDropped(path, kind));
			log('info', isNew ? watchText.added(name, label) : watchText.repeated(name));
			return 'added';
		} catch (error) {
			if (!(error instanceof MetainfoError)) {
				watched.notBefore = performance.now() + RETRY_DELAY_MS;
				this.#logOnce(watched, watchText.later(path, reasonOf(error)));
				return undefined;
			}
			if (performance.now() < watched.since + CORRUPT_AFTER_MS) return undefined;
			this.#logOnce(watched, watchText.corrupt(path, error.message));
			emit('watch_folder_corrupt_torrent', { name });
			return 'corrupt';
		}
	}

	/** Renames, moves or deletes a handled file. A failure is remembered, and retried. */
	async #putAside(name: string, outcome: Outcome, watched: WatchedFile): Promise<void> {
		const { folder, after, handled, log } = this.#options;
		const path = join(folder, name);
		try {
			// A changed file has another content: the next scan reads it.
			if (signatureOf(await lstat(path)) !== watched.signature) return;
			if (outcome === 'corrupt' || after === 'rename') {
				await rename(path, join(folder, await freeName(folder, name, `.${outcome}`)));
			} else if (after === 'move') {
				const target = join(folder, ADDED_FOLDER);
				await mkdir(target, { recursive: true });
				// Any user of the folder could make the service write to another one by a link.
				if (!(await lstat(target)).isDirectory()) throw new Error(watchText.notAFolder(target));
				await rename(path, join(target, await freeName(target, name, '')));
			} else {
				await unlink(path);
			}
			this.#seen.delete(name);
		} catch (error) {
			watched.notBefore = performance.now() + RETRY_DELAY_MS;
			this.#logOnce(watched, watchText.left(path, reasonOf(error)));
			if (!handled.remember(path, watched.signature, outcome)) log('warning', watchText.forgotten(path));
		}
	}

	#logOnce(watched: WatchedFile, message: string): void {
		if (watched.lastMessage !== message) this.#options.log('warning', message);
		watched.lastMessage = message;
	}
}

/** Returns a free name in a folder. Existing files are never overwritten. */
async function freeName(folder: string, name: string, ending: string): Promise<string> {
	for (let number = 1; ; number++) {
		const free = number === 1 ? `${name}${ending}` : `${name}.${number}${ending}`;
		// The folder may have many thousand files, so it is not read for each.
		if (!(await lstat(join(folder, free)).catch(ignoreMissing))) return free;
	}
}

function signatureOf({ ino, size, mtimeMs }: Stats): string {
	return `${ino} ${size} ${mtimeMs}`;
}
