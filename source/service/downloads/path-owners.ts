import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eachInGroups } from '../../concurrency/each-in-groups.ts';
import { hasPiece, piecesOf, someIn } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import type { FileClaim } from '../engine/port.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { isWithin } from '../storage/path-guard.ts';
import { RealPaths } from '../storage/real-paths.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { rootOf } from '../storage/root-of.ts';
import type { DownloadRegistry } from './download-registry.ts';

/** Files or roots examined at once. */
const AT_ONCE = 64;

/** Strength of a download's right to write a file. The weaker one yields; of two equal ones, the later download. */
const RANK = {
	/** It has nothing of the file. */
	none: 0,
	/** It has a right piece of the file, which others may have written. */
	reader: 1,
	/** The user permitted it to write existing files. */
	permitted: 2,
	/** It created or wrote the file. */
	writer: 3,
	/** It is being moved or removed, with all of its files. */
	busy: 4,
} as const;
type Rank = (typeof RANK)[keyof typeof RANK];

/** File or folder with the data of a download, or with a part of it behind a link or a mount inside the root. */
interface Place {
	readonly record: DownloadRecord;
	readonly destination: string;
	/** Location, see `RealPaths`. */
	readonly location: string;
	/** Path of the part below the root: empty for all, otherwise from the '/'. */
	readonly part: string;
}

/** A download that has a file in common with another one. */
interface Sharer {
	readonly record: DownloadRecord;
	readonly metainfo: Metainfo;
	/** Index among its own files. */
	readonly index: number;
}

/** Why a download must not write a file now. */
export interface Conflict {
	readonly other: DownloadRecord;
	/** Path of the file. */
	readonly path: string;
	/**
	 * 'differs': the other one has the whole file. 'missing': it had. 'incomplete': it does not run. 'writes': it ends some
	 * time.
	 */
	readonly kind: 'differs' | 'missing' | 'incomplete' | 'writes';
	/** Whether the other one has the whole file now. */
	readonly hasAll: () => boolean;
}

/** A conflict that does not end by itself. */
export type Refusal = Conflict & { readonly kind: Exclude<Conflict['kind'], 'writes'> };

/**
 * Knows which downloads have which paths. It keeps the root of each download, and the places to which links and mounts
 * inside it lead, and compares files only below common places. So its memory depends on the number of downloads, and a
 * query on the files of one download and of those that share its root. Paths are compared by location, and with names in any case where a disk may not distinguish it.
 */
export class PathOwners {
	readonly #registry: DownloadRegistry;
	/** By their folded location. */
	readonly #places = new Map<string, Set<Place>>();
	readonly #placesOf = new Map<DownloadRecord, readonly Place[]>();
	/** Downloads whose places may have changed since they were indexed. */
	#changed: Set<DownloadRecord>;
	#indexing: Promise<void> = Promise.resolve();
	/** Mounts at the last indexing: a disk that is mounted or unmounted changes locations. */
	#mounted = '';
	/** Order of addition. */
	readonly #order = new WeakMap<DownloadRecord, number>();
	#added = 0;
	/** Indices of files by the folded rest of their path below the root. */
	readonly #tables = new WeakMap<Metainfo, ReadonlyMap<string, readonly number[]>>();

	constructor(registry: DownloadRegistry) {
		this.#registry = registry;
		this.#changed = new Set([...registry.records, ...registry.hidden]);
		for (const record of this.#changed) this.#order.set(record, this.#added++);
		registry.onPaths((record) => {
			if (!this.#order.has(record)) this.#order.set(record, this.#added++);
			this.#changed.add(record);
		});
	}

	/** Whether a download transfers, or will do so without a request, and is not complete. */
	isActive(record: DownloadRecord): boolean {
		const registry = this.#registry;
		if (!registry.knows(record)) return false;
		if (isBusy(record)) return unfinishedMove(record)?.step !== 'stuck';
		const isRequested = record.checking || record.requestedState === 'running';
		return isRequested && record.error === '' && registry.live(record.infohash)?.phase !== 'seeding';
	}

	/**
	 * Decides about a claim. Returns why the download must not write the files; of several reasons, another download that
	 * will complete them is preferred to one that does not run. Otherwise returns the files that it only shares: another
	 * download has all of them, and they may be the same.
	 */
	async decide(
		record: DownloadRecord,
		{ absent, existing, proven }: Omit<FileClaim, 'number' | 'unowned' | 'unread'>,
	): Promise<
		| Refusal
		| (Conflict & { readonly kind: 'writes' })
		| { readonly kind: 'permitted'; readonly shared: readonly number[] }
	> {
		const isProven = new Set(proven);
		const only = new Set<number>();
		const exists = new Set(existing);
		const shared = await this.#sharersOf(record, record.destination, [...absent, ...exists], exists);
		let incomplete: Refusal | undefined;
		let writes: (Conflict & { readonly kind: 'writes' }) | undefined;
		for (const { file, index, sharers } of shared) {
			const path = join(record.destination, file.diskPath);
			for (const sharer of sharers) {
				const other = sharer.record;
				const conflict = { other, path, hasAll: () => isComplete(sharer) };
				if (!isBusy(other) && isComplete(sharer)) {
					if (!isProven.has(index)) return { ...conflict, kind: exists.has(index) ? 'differs' : 'missing' };
					only.add(index);
					continue;
				}
				if (!this.#blocks(sharer, { record, index, exists: exists.has(index) })) continue;
				if (!this.#awaits(other, record)) {
					if (this.isActive(other)) writes ??= { ...conflict, kind: 'writes' };
					else incomplete ??= { ...conflict, kind: 'incomplete' };
				} else if (!this.#isBefore(record, other)) incomplete ??= { ...conflict, kind: 'incomplete' };
			}
		}
		return writes ?? incomplete ?? { kind: 'permitted', shared: [...only] };
	}

	/**
	 * Returns the paths of files of a download that other downloads have too, relative to `destination`, where its data is
	 * or will be. `withData`: only those in which the other ones have data, or may have. Empty while the metadata is missing.
	 */
	async pathsOfOthers(
		record: DownloadRecord,
		destination: string,
		withData = false,
	): Promise<ReadonlySet<string>> {
		await this.#registry.readAhead(record);
		const count = this.#registry.metainfo(record)?.files.length ?? 0;
		const all = Array.from({ length: count }, (_, index) => index);
		const shared = await this.#sharersOf(record, destination, all, new Set());
		const listed = shared.filter(({ sharers }) =>
			sharers.some(
				(sharer) =>
					this.#registry.get(sharer.record.infohash) === sharer.record && !(withData && hasNothing(sharer)),
			),
		);
		return new Set(listed.map(({ file }) => file.diskPath));
	}

	/** Whether another download has a better right to a file, or writes it now. */
	#blocks(
		{ record: other, metainfo, index }: Sharer,
		own: { readonly record: DownloadRecord; readonly index: number; readonly exists: boolean },
	): boolean {
		const { record } = own;
		const isActive = this.isActive(other);
		// Without a file, one that does not run has nothing to lose.
		if (!isActive && !own.exists) return false;
		const theirs = rankOf(other, index, metainfo);
		const ours = rankOf(record, own.index, this.#registry.metainfo(record));
		const isBefore = this.#isBefore(other, record);
		// Its check may find the file complete.
		if (isActive && own.exists && isBefore && other.bitfield.length === 0 && ours < RANK.writer) return true;
		if (theirs !== ours) return theirs > ours;
		const phase = this.#registry.live(other.infohash)?.phase;
		return theirs > RANK.none && (isBefore || phase === 'allocating' || phase === 'downloading');
	}

	/** Whether a download waits for another one, or for one that does. */
	#awaits(record: DownloadRecord, other: DownloadRecord): boolean {
		const seen = new Set<DownloadRecord>();
		for (let next: DownloadRecord | undefined = record; next && !seen.has(next); ) {
			if (next.waitsFor?.infohash === other.infohash) return true;
			seen.add(next);
			next = next.waitsFor ? this.#registry.get(next.waitsFor.infohash) : undefined;
		}
		return false;
	}

	#isBefore(one: DownloadRecord, other: DownloadRecord): boolean {
		return (this.#order.get(one) ?? 0) < (this.#order.get(other) ?? 0);
	}

	/** Returns the files, of those with these indices, that other downloads have too. `exists`: those that may be links. */
	async #sharersOf(
		record: DownloadRecord,
		destination: string,
		indices: readonly number[],
		exists: ReadonlySet<number>,
	): Promise<{ file: MetainfoFile; index: number; sharers: readonly Sharer[] }[]> {
		const paths = await RealPaths.read();
		// A failure of an earlier query is not one of this query.
		this.#indexing = this.#indexing.catch(() => {}).then(() => this.#index(paths));
		await this.#indexing;
		const registry = this.#registry;
		await registry.readAhead(record);
		const { files } = this.#registry.metainfo(record) ?? { files: [] };
		const known = new Map<string, readonly Place[]>();
		const shared: { file: MetainfoFile; index: number; sharers: readonly Sharer[] }[] = [];
		await eachInGroups(indices, AT_ONCE, async (index) => {
			const file = files[index];
			if (!file) return;
			const path = join(destination, file.diskPath);
			const location = paths.locationOf(await realOfFile(path, exists.has(index), paths));
			const above = this.#placesAbove(foldedPath(dirname(location)), known);
			const sharers = new Map<DownloadRecord, Sharer>();
			for (const place of [...above, ...(this.#places.get(foldedPath(location)) ?? [])]) {
				const other = place.record;
				if (other === record || sharers.has(other)) continue;
				await registry.readAhead(other);
				const metainfo = this.#registry.metainfo(other);
				if (!metainfo) continue;
				const at = await this.#indexIn(place, metainfo, location, path);
				if (at !== undefined) sharers.set(other, { record: other, metainfo, index: at });
			}
			if (sharers.size > 0) shared.push({ file, index, sharers: [...sharers.values()] });
		});
		return shared.sort((a, b) => a.index - b.index);
	}

	/** Returns the places that are a folder or contain it. `known`: those of folders examined before. */
	#placesAbove(folder: string, known: Map<string, readonly Place[]>): readonly Place[] {
		const before = known.get(folder);
		if (before) return before;
		const parent = dirname(folder);
		const above = parent === folder ? [] : this.#placesAbove(parent, known);
		const own = this.#places.get(folder);
		const all = own ? [...above, ...own] : above;
		known.set(folder, all);
		return all;
	}

	/** Returns the index of the file that a download has at a location; undefined if there is none in this place. */
	async #indexIn(
		{ record, destination, location: start, part }: Place,
		metainfo: Metainfo,
		location: string,
		path: string,
	): Promise<number | undefined> {
		const rest = foldedPath(part) + foldedPath(location).slice(foldedPath(start).length);
		for (const index of this.#tableOf(metainfo).get(rest) ?? []) {
			const { diskPath } = metainfo.files[index] ?? { diskPath: '' };
			if (start + restOf(diskPath).slice(part.length) === location) return index;
			// The names differ in case. Only one of two files exists where case does not matter.
			const isSame = await isSameFile(path, join(destination, diskPath));
			if (isSame ?? this.isActive(record)) return index;
		}
		return undefined;
	}

	#tableOf(metainfo: Metainfo): ReadonlyMap<string, readonly number[]> {
		const known = this.#tables.get(metainfo);
		if (known) return known;
		const table = new Map<string, number[]>();
		for (const [index, { diskPath, padding }] of metainfo.files.entries()) {
			if (padding) continue;
			const rest = foldedPath(restOf(diskPath));
			const same = table.get(rest);
			if (same) same.push(index);
			else table.set(rest, [index]);
		}
		this.#tables.set(metainfo, table);
		return table;
	}

	/** Looks the places of a download up again, which a link may lead elsewhere since. */
	relocate(record: DownloadRecord): void {
		this.#changed.add(record);
	}

	/** Indexes the changed downloads; all of them if the mounts changed. */
	async #index(paths: RealPaths): Promise<void> {
		if (paths.mounted !== this.#mounted) {
			this.#mounted = paths.mounted;
			for (const record of this.#placesOf.keys()) this.#changed.add(record);
		}
		const changed = [...this.#changed];
		this.#changed = new Set();
		await eachInGroups(changed, AT_ONCE, async (record) => {
			const places = await placesOf(record, paths);
			for (const place of this.#placesOf.get(record) ?? [])
				this.#places.get(foldedPath(place.location))?.delete(place);
			this.#placesOf.delete(record);
			if (!this.#registry.knows(record)) return;
			this.#placesOf.set(record, places);
			for (const place of places) {
				const key = foldedPath(place.location);
				this.#places.set(key, (this.#places.get(key) ?? new Set()).add(place));
			}
		});
	}
}

/** Returns the places of a download: its root, and those that links and mounts inside the root lead to. */
async function placesOf(record: DownloadRecord, paths: RealPaths): Promise<Place[]> {
	const move = unfinishedMove(record);
	const places: Place[] = [];
	for (const destination of move ? [move.from, move.to] : [record.destination]) {
		const root = await realOfFile(rootOf(record, destination), true, paths);
		const add = (real: string, part: string): void => {
			places.push({ record, destination, location: paths.locationOf(real), part });
		};
		add(root, '');
		for (const point of paths.mountsBelow(root)) add(point, point.slice(root.length));
		for (const link of record.links) add(await paths.realOf(join(destination, link)), restOf(link));
	}
	return places;
}

/** Whether two paths are the same, or one is inside the other. */
export function overlap(one: string, other: string): boolean {
	return isWithin(one, other) || isWithin(other, one);
}

/** Whether a download is being moved or removed. */
function isBusy(record: DownloadRecord): boolean {
	return record.removing !== '' || unfinishedMove(record) !== undefined;
}

function rankOf(record: DownloadRecord, index: number, metainfo: Metainfo | undefined): Rank {
	if (isBusy(record)) return RANK.busy;
	if (hasPiece(record.ownFiles, index)) return RANK.writer;
	if (record.usesFiles) return RANK.permitted;
	return metainfo && somePiece({ record, metainfo, index }, true) ? RANK.reader : RANK.none;
}

/** Whether a checked download has no data in a file. */
function hasNothing({ record, index, metainfo }: Sharer): boolean {
	return record.bitfield.length > 0 && rankOf(record, index, metainfo) === RANK.none;
}

function isComplete(sharer: Sharer): boolean {
	return !somePiece(sharer, false);
}

/** Whether a piece of a file is complete, or is incomplete. */
function somePiece({ record, metainfo, index }: Sharer, complete: boolean): boolean {
	const file = metainfo.files[index];
	if (!file) return false;
	return someIn(piecesOf(metainfo, file), (piece) => hasPiece(record.bitfield, piece) === complete);
}

/** Returns the path of a file below its root: empty if the file is the root, otherwise from the '/'. */
function restOf(diskPath: string): string {
	const at = diskPath.indexOf('/');
	return at === -1 ? '' : diskPath.slice(at);
}

/** Returns the same text for all paths that are the same on a disk that does not distinguish upper and lower case. */
function foldedPath(path: string): string {
	return path.normalize('NFC').toLowerCase();
}

/** Returns the real path of a file or folder. Only its folder is looked up, unless it is a link. */
async function realOfFile(path: string, exists: boolean, paths: RealPaths): Promise<string> {
	const found = exists ? await lstat(path).catch(() => undefined) : undefined;
	if (found?.isSymbolicLink()) return paths.realOf(path);
	return join(await paths.realOf(dirname(path)), path.slice(path.lastIndexOf('/') + 1));
}

/** Whether two paths are of the same file; undefined if neither exists. */
async function isSameFile(one: string, other: string): Promise<boolean | undefined> {
	const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
	if (!a && !b) return undefined;
	return a !== undefined && a.dev === b?.dev && a.ino === b.ino;
}
