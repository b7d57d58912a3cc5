import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { ServiceOwned } from './refused-path.ts';

/** Paths of the service that no download may touch. They are absolute and may be missing. */
export interface ProtectedPaths {
	/** Protected with everything below it. */
	readonly stateFolder: string | null;
	readonly keyFile: string | null;
	readonly settingsFile: string | null;
	/** Rotated log files are protected too: their names begin with this one and a dot. */
	readonly logFile: string | null;
	/** Only direct entries of watch folders are protected. Their subfolders are not scanned. */
	readonly watchFolders: readonly string[];
	/** Files of the command on completion. Replacing one would run code of an unknown author. */
	readonly commandFiles: readonly string[];
}

/** Owners of protected files in messages. */
export const guardText = { command: 'command on completion' } as const;

/**
 * Device and inode of a file, identical for all of its names. Another file may get both once this one is deleted.
 */
export interface FileIdentity {
	readonly dev: number;
	readonly ino: number;
	/** Number of its names, if known. */
	readonly nlink?: number;
	/** Time at which it got its last name, or later, Unix ms. */
	readonly ctimeMs?: number;
}

/** Milliseconds for which the snapshot of the service's files is reused. */
const SNAPSHOT_MAX_AGE_MS = 1_000;
/** Maximum lag of the times of files behind the clock: the system's clock tick, ms. */
const FILE_TIME_LAG_MS = 20;
/** Folders whose verdict is kept until the next snapshot. */
const MAX_VERDICTS = 10_000;

type Kind = 'tree' | 'file' | 'log' | 'entries';

interface Rule {
	readonly kind: Kind;
	/** Name of the protected thing in messages. */
	readonly owner: string;
	/** Real path, or the place of a symbolic link that is the protected path itself. */
	readonly path: string;
}

/** Owners of a folder, found by identity. */
interface Verdict {
	/** Owner of the protected tree that the folder is in. */
	readonly tree: string | undefined;
	/** Owner of the folder when its direct entries are protected. */
	readonly entries: string | undefined;
}

interface Snapshot {
	/** Time at which it was begun, Unix ms. */
	readonly takenAt: number;
	readonly rules: readonly Rule[];
	/** Inodes of protected files and folders. A replaced file frees its inode, so a match is only a hint. */
	readonly inodes: ReadonlySet<number>;
	/** By the real path of the folder. */
	readonly verdicts: Map<string, Promise<Verdict>>;
}

/** Throws ServiceOwned when the file at a real path is protected, as `check` of PathGuard rejects. */
export type FileCheck = (real: string, identity?: FileIdentity) => void;

/**
 * Refuses paths that belong to the service. Paths are compared as real paths. Folders and files are also compared
 * by identity. It finds bind mounts, hard links and names that differ only in case.
 */
export class PathGuard {
	readonly #protected: readonly Rule[];
	#snapshot: Promise<Snapshot> | undefined;
	#takenAt = 0;

	constructor(paths: ProtectedPaths) {
		const all: [Kind, string, string | null][] = [
			['tree', 'state folder', paths.stateFolder],
			['file', 'API key', paths.keyFile],
			['file', 'settings', paths.settingsFile],
			['log', 'log', paths.logFile],
			...paths.commandFiles.map((path): [Kind, string, string] => ['file', guardText.command, path]),
			...paths.watchFolders.map((path): [Kind, string, string] => ['entries', 'watch folder', path]),
		];
		this.#protected = all.flatMap(([kind, owner, path]) => (path === null ? [] : [{ kind, owner, path }]));
	}

	/**
	 * Rejects with ServiceOwned when the file at `real` is protected. `real` is a real path, at least up to the
	 * deepest folder that exists. `identity` is that of the file, if it exists.
	 */
	async check(real: string, identity?: FileIdentity): Promise<void> {
		const check = await this.checkFilesIn(dirname(real));
		check(real, identity);
	}

	/**
	 * Returns a check of direct entries of `folder`, which is a real path. Examines the folder once for any number
	 * of files. Use the check at once: it does not detect later changes of the service's files.
	 */
	async checkFilesIn(folder: string): Promise<FileCheck> {
		const snapshot = await this.#current();
		// Rules that can cover a file of this folder; usually none.
		const rules = snapshot.rules.filter(({ path }) => isWithin(folder, path) || dirname(path) === folder);
		const { tree, entries } = await this.#verdictOf(snapshot, folder);
		return (real, identity) => {
			const owner =
				rules.find((rule) => covers(rule, real))?.owner ??
				(identity && mayBeProtected(snapshot, identity) ? this.#ownerOf(identity) : undefined) ??
				tree ??
				entries;
			if (owner !== undefined) throw new ServiceOwned(owner);
		};
	}

	/** Rejects with ServiceOwned when the folder at `real` is, or is in, something protected. */
	async checkFolder(real: string): Promise<void> {
		const snapshot = await this.#current();
		const owner =
			snapshot.rules.find((rule) => rule.kind !== 'entries' && covers(rule, real))?.owner ??
			(await this.#verdictOf(snapshot, real)).tree;
		if (owner !== undefined) throw new ServiceOwned(owner);
	}

	/** Returns why an empty folder must not be deleted; undefined if it may be. */
	async reasonToKeepFolder(real: string): Promise<string | undefined> {
		const { rules } = await this.#current();
		const own = rules.find(({ path }) => path === real);
		if (own) return new ServiceOwned(own.owner).message;
		return this.checkFolder(real).then(() => undefined, reasonOf);
	}

	/** Returns a function that explains why a direct entry of `folder` must not be deleted. Use it at once. */
	async reasonsToKeepFiles(folder: string): Promise<(real: string) => string | undefined> {
		const check = await this.checkFilesIn(folder);
		const names = new Set(this.#protected.map(({ path }) => basename(path).toLowerCase()));
		return (real) => {
			try {
				// A bind mount shows a protected file at another path under its own name. Other hard links may be
				// deleted.
				const named = names.has(basename(real).toLowerCase());
				check(real, named ? lstatSync(real, { throwIfNoEntry: false }) : undefined);
				return undefined;
			} catch (error) {
				return reasonOf(error);
			}
		};
	}

	/**
	 * Rejects with ServiceOwned when a file at one of `paths` below `folder` would be protected. The paths have '/'.
	 * Compares names only. Fast unless a protected path has the same first component.
	 */
	async checkPaths(folder: string, paths: Iterable<string>): Promise<void> {
		const { rules } = await this.#current();
		const root = await realLocation(folder);
		const relevantRules = rules.filter(({ path }) => isWithin(path, root) || isWithin(root, path));
		if (relevantRules.length === 0) return;
		const isRelevant = (component: string) => {
			const entry = join(root, component);
			return relevantRules.some(
				(rule) => isWithin(root, rule.path) || rule.path.startsWith(entry) || covers(rule, entry),
			);
		};
		let [first, relevant] = ['', false];
		for (const path of paths) {
			const [component = ''] = path.split('/', 1);
			if (component !== first) [first, relevant] = [component, isRelevant(component)];
			const rule = relevant && relevantRules.find((each) => covers(each, join(root, path)));
			if (rule) throw new ServiceOwned(rule.owner);
		}
	}

	#current(): Promise<Snapshot> {
		const now = Date.now();
		if (!this.#snapshot || now - this.#takenAt > SNAPSHOT_MAX_AGE_MS || now < this.#takenAt) {
			this.#takenAt = now;
			this.#snapshot = takeSnapshot(this.#protected, now);
		}
		return this.#snapshot;
	}

	/** Returns the owner of the protected file that has this identity now. */
	#ownerOf(identity: FileIdentity): string | undefined {
		// Files have names of their own in messages, also those in the state folder, which is the first.
		return this.#protected.findLast(({ kind, path }) => {
			// Hard links to files of the state folder are as dangerous as the files.
			if (kind === 'tree') return namesIn(path).some((name) => isSame(join(path, name), identity));
			return kind !== 'entries' && isSame(path, identity);
		})?.owner;
	}

	#verdictOf(snapshot: Snapshot, folder: string): Promise<Verdict> {
		const { verdicts } = snapshot;
		const known = verdicts.get(folder);
		if (known) return known;
		const verdict = this.#findVerdict(snapshot, folder);
		if (verdicts.size < MAX_VERDICTS) verdicts.set(folder, verdict);
		return verdict;
	}

	async #findVerdict(snapshot: Snapshot, folder: string): Promise<Verdict> {
		const found = await stat(folder).catch(() => undefined);
		const own: { [kind in Kind]?: string } = {};
		if (found && snapshot.inodes.has(found.ino))
			for (const { kind, owner, path } of this.#protected) {
				const { dev, ino } = (await stat(path).catch(() => undefined)) ?? {};
				if (dev === found.dev && ino === found.ino) own[kind] ??= owner;
			}
		const above = dirname(folder) === folder ? undefined : await this.#verdictOf(snapshot, dirname(folder));
		return { tree: own.tree ?? above?.tree, entries: own.entries };
	}
}

/** Returns the real path of `path`. Missing components are appended to the deepest existing folder. */
export async function realLocation(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		const folder = dirname(path);
		return folder === path ? path : join(await realLocation(folder), basename(path));
	}
}

async function takeSnapshot(paths: readonly Rule[], takenAt: number): Promise<Snapshot> {
	const rules: Rule[] = [];
	const inodes = new Set<number>();
	const remember = async (path: string) => {
		const found = await stat(path).catch(() => undefined);
		if (found) inodes.add(found.ino);
	};
	for (const { kind, owner, path } of paths) {
		const location = join(await realLocation(dirname(path)), basename(path));
		const real = await realLocation(path);
		rules.push({ kind, owner, path: location });
		if (real !== location) rules.push({ kind, owner, path: real });
		await remember(path);
		const names = kind === 'tree' ? await readdir(path).catch(() => []) : [];
		await Promise.all(names.map((name) => remember(join(path, name))));
	}
	return { takenAt, rules, inodes, verdicts: new Map() };
}

/** Whether the snapshot has such a file, or may be older than a name of it. */
function mayBeProtected(
	{ inodes, takenAt }: Snapshot,
	{ ino, nlink = 1, ctimeMs = 0 }: FileIdentity,
): boolean {
	return inodes.has(ino) || (nlink > 1 && ctimeMs > takenAt - FILE_TIME_LAG_MS);
}

function isSame(path: string, { dev, ino }: FileIdentity): boolean {
	const found = statSync(path, { throwIfNoEntry: false });
	return found?.ino === ino && found.dev === dev;
}

/** Returns the names in a folder; none if it is missing. */
function namesIn(folder: string): string[] {
	return existsSync(folder) ? readdirSync(folder) : [];
}

/** Returns the reason. Throws any other error. */
function reasonOf(error: unknown): string {
	if (error instanceof ServiceOwned) return error.message;
	throw error;
}

function covers({ kind, path }: Rule, real: string): boolean {
	if (isWithin(real, path)) return kind !== 'entries' || real === path || dirname(real) === path;
	return kind === 'log' && real.startsWith(`${path}.`) && dirname(real) === dirname(path);
}

/** Whether `path` is `folder` or is below it. */
export function isWithin(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
