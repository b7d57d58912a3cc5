import { bitfieldOf, hasPiece, piecesOf, setPiece } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { ClaimAnswer, FileClaim } from '../../port.ts';
import { missingFiles } from './allocation.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError } from './disk-error.ts';

export const fileClaimText = {
	linked: (path: string) =>
		`${path} is a hard link: a write would change the file at its other names too. Nothing was written. Replace it by a copy, then resume this download.`,
	unowned: (path: string, more: number) =>
		`${path}${more > 0 ? ` and ${more} more ${more === 1 ? 'file exists' : 'files exist'}` : ' exists'} already, with other data than this torrent's. Nothing was written. Recheck this download to replace the data, or remove it and choose another destination.`,
};

export interface FileClaimsOptions {
	readonly metainfo: Metainfo;
	readonly folder: DataFolder;
	/** Whether a piece is complete. */
	readonly has: (index: number) => boolean;
	/** Files of the download itself, a bit each. */
	readonly own: Uint8Array;
	/** Whether the user permits to write all existing files. */
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
	#number = 0;

	constructor(options: FileClaimsOptions) {
		this.#options = options;
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

	/** Whether another download has a claimed file, so that it must not be written. */
	isShared(file: MetainfoFile): boolean {
		return this.#shared.has(file);
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
		const existing = new Set(files.filter((file) => !absent.has(file)));
		const unowned = this.#unowned(existing);
		for (const file of await this.#linked(existing)) {
			this.#shared.add(file);
			existing.delete(file);
		}
		const number = this.#number++;
		signal.throwIfAborted();
		const proven = new Set([...existing].filter((file) => this.#isProven(file)));
		const shared = await new Promise<readonly number[]>((resolve, reject) => {
			this.#pending.set(number, { resolve, reject });
			const others = new Set([...unowned, ...proven]);
			send({
				number,
				absent: this.#indicesOf([...absent]),
				existing: this.#indicesOf([...existing].filter((file) => !others.has(file))),
				proven: this.#indicesOf([...proven]),
				unowned: this.#indicesOf(unowned),
			});
		});
		for (const index of shared) {
			const file = this.#options.metainfo.files[index];
			if (file) this.#shared.add(file);
		}
		const [first] = unowned;
		if (first) throw new DiskError(fileClaimText.unowned(diskPathOf(folder.root, first), unowned.length - 1));
		return absent;
	}

	/**
	 * Returns the files of others that have further names: a write would change the file at those names too. They are
	 * compared instead. Rejects if one is not proven.
	 */
	async #linked(existing: ReadonlySet<MetainfoFile>): Promise<MetainfoFile[]> {
		const { folder, own } = this.#options;
		const linked: MetainfoFile[] = [];
		for (const file of existing) {
			if (hasPiece(own, this.#indices.get(file) ?? -1)) continue;
			const path = diskPathOf(folder.root, file);
			if (((await folder.stat(path))?.nlink ?? 1) < 2) continue;
			if (!this.#isProven(file)) throw new DiskError(fileClaimText.linked(path));
			linked.push(file);
		}
		return linked;
	}

	/** Whether all pieces that have bytes of this file only are right, and there is one. */
	#isProven(file: MetainfoFile): boolean {
		const { metainfo, has } = this.#options;
		const whole = wholePieces(metainfo, file);
		return whole !== null && !someIn(whole, (index) => !has(index));
	}

	#indicesOf(files: readonly MetainfoFile[]): number[] {
		return files.map((file) => this.#indices.get(file) ?? -1);
	}

	/** Returns the files whose data is neither this download's nor, by a right piece, this torrent's. */
	#unowned(existing: ReadonlySet<MetainfoFile>): MetainfoFile[] {
		const { metainfo, own, usesFiles, has } = this.#options;
		if (usesFiles) return [];
		const foreign = [...existing].filter((file) => !hasPiece(own, this.#indices.get(file) ?? -1));
		if (foreign.length === 0) return [];
		// Pieces that this download wrote say nothing about files of others. Padding is right without any data.
		const isRight = metainfo.files.some(
			(file, index) =>
				!file.padding &&
				!hasPiece(own, index) &&
				(!this.#claims.has(file) || existing.has(file)) &&
				someIn(piecesOf(metainfo, file), has),
		);
		return foreign.filter((file) => {
			const whole = wholePieces(metainfo, file);
			return whole ? !someIn(whole, has) : !isRight;
		});
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

/** Returns the pieces that have bytes of this file only; null if there are none. */
function wholePieces({ pieceLength, pieceCount, length }: Metainfo, file: MetainfoFile) {
	const end = file.offset + file.length;
	const first = Math.ceil(file.offset / pieceLength);
	const last = (end === length ? pieceCount : Math.floor(end / pieceLength)) - 1;
	return first <= last ? { first, last } : null;
}

function someIn(
	pieces: { readonly first: number; readonly last: number } | null,
	is: (index: number) => boolean,
): boolean {
	for (let index = pieces?.first ?? 0; pieces && index <= pieces.last; index++) if (is(index)) return true;
	return false;
}
