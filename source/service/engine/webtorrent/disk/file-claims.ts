import { randomInt } from 'node:crypto';
import { eachInGroups } from '../../../../concurrency/each-in-groups.ts';
import {
	bitfieldOf,
	hasPiece,
	piecesOf,
	setPiece,
	someIn,
	wholePieces,
} from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { isBlank, isUnfilled } from '../../../storage/blank-file.ts';
import type { ClaimAnswer, FileClaim } from '../../port.ts';
import { missingFiles } from './allocation.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError } from './disk-error.ts';

export const fileClaimText = {
	linked: (path: string) =>
		`${path} is a hard link: a write would change the file at its other names too. Nothing was written. Replace it by a copy, then resume this download.`,
	shared: (path: string) =>
		`${path} belongs to another download too, and has other data than this torrent's. It was not changed. Remove this download without its data, and add it again with another destination.`,
	unowned: (path: string, more: number) =>
		`${path}${more > 0 ? ` and ${more} more ${more === 1 ? 'file exists' : 'files exist'}` : ' exists'} already, without a piece of its own that is this torrent's. Nothing was written. Recheck this download to replace the data, or remove it and choose another destination.`,
};

/** Files examined at once. */
const AT_ONCE = 32;

/** An answer to a claim of an earlier run, also of another process, answers no later claim. */
let nextClaim = randomInt(2 ** 40);

interface FileClaimsOptions {
	readonly metainfo: Metainfo;
	readonly folder: DataFolder;
	/** Whether a piece is complete. */
	readonly has: (index: number) => boolean;
	/** Whether the data of a file was read since the start of the download, or is believed. */
	readonly isKnown: (file: MetainfoFile) => boolean;
	/** Files of the download itself, a bit each. */
	readonly own: Uint8Array;
	/** Whether the user permits to write all existing files: those of the next claim. */
	readonly usesFiles: boolean;
	readonly signal: AbortSignal;
	/** Sends a claim to the service, which calls `answer`. */
	readonly send: (claim: FileClaim) => void;
}

interface Pending {
	readonly resolve: (shared: readonly number[]) => void;
	readonly reject: (error: Error) => void;
}

/**
 * Asks the service before the first write to each file. Refuses existing files whose data is neither this download's nor
 * this torrent's, unless the user permits it.
 */
export class FileClaims {
	readonly #options: FileClaimsOptions;
	readonly #indices: ReadonlyMap<MetainfoFile, number>;
	/** Files that were asked for. Resolve with whether the file was absent. */
	readonly #claims = new Map<MetainfoFile, Promise<ReadonlySet<MetainfoFile>>>();
	readonly #pending = new Map<number, Pending>();
	readonly #shared = new Set<MetainfoFile>();
	readonly #linkedFiles = new Set<MetainfoFile>();
	#usesFiles: boolean;

	constructor(options: FileClaimsOptions) {
		this.#options = options;
		this.#usesFiles = options.usesFiles;
		this.#indices = new Map(options.metainfo.files.map((file, index) => [file, index]));
		options.signal.addEventListener('abort', () => {
			for (const { reject } of this.#pending.values()) reject(new Error('the download was stopped'));
			this.#pending.clear();
		});
	}

	/**
	 * Resolves when the files may be written, with those that do not exist and were not asked for before. Rejects with a
	 * DiskError if one must not be written.
	 */
	async claim(files: readonly MetainfoFile[]): Promise<MetainfoFile[]> {
		const unasked = files.filter((file) => !this.#claims.has(file));
		if (unasked.length > 0) {
			const asked = this.#ask(unasked);
			for (const file of unasked) this.#claims.set(file, asked);
		}
		const claims = new Set(files.map((file) => this.#claims.get(file)));
		const absent = new Set((await Promise.all(claims)).flatMap((each) => [...(each ?? [])]));
		return unasked.filter((file) => absent.has(file));
	}

	/** Whether the download created a file, or wrote it before. The user may have replaced it since. */
	wasOwn(file: MetainfoFile): boolean {
		return hasPiece(this.#options.own, this.#indices.get(file) ?? -1);
	}

	/** Whether another download has a claimed file, so that it must not be written. */
	isShared(file: MetainfoFile): boolean {
		return this.#shared.has(file);
	}

	/** Returns why a shared file must not be written. */
	whyShared(file: MetainfoFile): string {
		const path = diskPathOf(this.#options.folder.root, file);
		return this.#linkedFiles.has(file) ? fileClaimText.linked(path) : fileClaimText.shared(path);
	}

	/** Handles the service's answer to a claim. */
	answer(number: number, answer: ClaimAnswer): void {
		const pending = this.#pending.get(number);
		this.#pending.delete(number);
		if ('refusal' in answer) pending?.reject(new DiskError(answer.refusal));
		else pending?.resolve(answer.shared);
	}

	async #ask(files: readonly MetainfoFile[]): Promise<ReadonlySet<MetainfoFile>> {
		const { folder, signal, send } = this.#options;
		const absent = new Set(await missingFiles(files, folder));
		const existing = files.filter((file) => !absent.has(file));
		const foreign = await this.#foreign(existing);
		const unowned = await this.#unowned(foreign, new Set(existing));
		const proven = existing.filter((file) => !this.#isDisproven(file));
		const linked = await this.#linked(foreign);
		for (const file of linked) {
			this.#shared.add(file);
			this.#linkedFiles.add(file);
		}
		const claimed = (file: MetainfoFile): boolean => !linked.has(file);
		const number = nextClaim++;
		signal.throwIfAborted();
		const shared = await new Promise<readonly number[]>((resolve, reject) => {
			this.#pending.set(number, { resolve, reject });
			send({
				number,
				absent: this.#indicesOf([...absent]),
				existing: this.#indicesOf(existing.filter(claimed)),
				proven: this.#indicesOf(proven.filter(claimed)),
				unowned: this.#indicesOf(unowned.filter(claimed)),
				unread: this.#indicesOf(
					this.#usesFiles ? [] : foreign.filter((file) => !this.#options.isKnown(file)),
				),
			});
		});
		for (const index of shared) {
			const file = this.#options.metainfo.files[index];
			if (file) this.#shared.add(file);
		}
		const refused = unowned.filter((file) => !this.#shared.has(file));
		const [first] = refused;
		if (first) throw new DiskError(fileClaimText.unowned(diskPathOf(folder.root, first), refused.length - 1));
		this.#usesFiles = false;
		return absent;
	}

	/** Ends the permission to write existing files. */
	endPermission(): void {
		this.#usesFiles = false;
	}

	/**
	 * Returns the files of others. A file that was the download's, but has data without any right piece, was replaced. A file
	 * without a piece of its own proves nothing, and one with gaps is being written.
	 */
	async #foreign(existing: readonly MetainfoFile[]): Promise<MetainfoFile[]> {
		const { metainfo, folder, has, signal } = this.#options;
		const foreign = new Set(existing.filter((file) => !this.wasOwn(file)));
		const unproven = existing.filter(
			(file) =>
				!foreign.has(file) && wholePieces(metainfo, file) !== null && !someIn(piecesOf(metainfo, file), has),
		);
		await eachInGroups(unproven, AT_ONCE, async (file) => {
			const path = diskPathOf(folder.root, file);
			const found = await folder.stat(path);
			const open = () => folder.open(path, 'read');
			if (found && !(await isUnfilled(found, open, signal))) foreign.add(file);
		});
		return existing.filter((file) => foreign.has(file));
	}

	/**
	 * Returns the files of others that have further names: a write would change the file at those names too. They are
	 * compared instead. Rejects if one is known to have other data.
	 */
	async #linked(foreign: readonly MetainfoFile[]): Promise<ReadonlySet<MetainfoFile>> {
		const { folder } = this.#options;
		const linked = new Set<MetainfoFile>();
		await eachInGroups(foreign, AT_ONCE, async (file) => {
			const path = diskPathOf(folder.root, file);
			if (((await folder.stat(path))?.nlink ?? 1) < 2) return;
			if (this.#isDisproven(file)) throw new DiskError(fileClaimText.linked(path));
			linked.add(file);
		});
		return linked;
	}

	/** Whether a piece that has bytes of this file only is missing or wrong. */
	#isDisproven(file: MetainfoFile): boolean {
		const { metainfo, has } = this.#options;
		return someIn(wholePieces(metainfo, file), (index) => !has(index));
	}

	#indicesOf(files: readonly MetainfoFile[]): number[] {
		return files.map((file) => this.#indices.get(file) ?? -1);
	}

	/** Returns the files of others whose data is not, by a right piece, this torrent's. Files without data are not among them. */
	async #unowned(
		foreign: readonly MetainfoFile[],
		existing: ReadonlySet<MetainfoFile>,
	): Promise<MetainfoFile[]> {
		const { metainfo, folder, has, signal } = this.#options;
		if (this.#usesFiles || foreign.length === 0) return [];
		// Pieces that this download wrote say nothing about files of others. Padding is right without any data.
		const isRight = metainfo.files.some(
			(file) =>
				!file.padding &&
				!this.wasOwn(file) &&
				(!this.#claims.has(file) || existing.has(file)) &&
				someIn(piecesOf(metainfo, file), has),
		);
		const unproven = foreign.filter((file) => {
			const whole = wholePieces(metainfo, file);
			return whole ? !someIn(whole, has) : !isRight;
		});
		const unowned: MetainfoFile[] = [];
		for (const file of unproven) {
			const path = diskPathOf(folder.root, file);
			const found = await folder.stat(path);
			const open = () => folder.open(path, 'read');
			if (found && !(await isBlank(found, file.length, open, signal))) unowned.push(file);
		}
		return unowned;
	}
}

/** Returns the files that receive data of the missing pieces, among them neighbors of the selected files. */
export function filesToWrite(
	metainfo: Metainfo,
	selected: readonly MetainfoFile[],
	has: (index: number) => boolean,
): MetainfoFile[] {
	const missing = bitfieldOf(metainfo.pieceCount);
	for (const file of selected) {
		const pieces = piecesOf(metainfo, file);
		for (let index = pieces?.first ?? 0; pieces && index <= pieces.last; index++)
			if (!has(index)) setPiece(missing, index, true);
	}
	return metainfo.files.filter(
		(file) => !file.padding && someIn(piecesOf(metainfo, file), (index) => hasPiece(missing, index)),
	);
}
