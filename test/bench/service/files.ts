import { FileTree, type Folder, type TreeEntry } from '../../../source/metainfo/file-tree.ts';
import type { Metainfo } from '../../../source/metainfo/metainfo.ts';
import { randomNumbers } from '../statistics.ts';

/** Number of files on the first screen of a terminal with 50 lines, with all folders expanded. */
const FIRST_SCREEN_FILES = 40;
/** Number of files that progress at a time, and how many of them are among the first. */
const CHANGING_FILES = 20;
const CHANGING_IN_VIEW = 10;

const FILES_PER_SECTION = 500;
const SECTIONS_PER_PART = 10;
const root = 'Collection of everything';
/** Index of a collapsed folder in a view. */
const COLLAPSED_INDEX = -1;
const EXPANDED_INDEX = -2;

/**
 * The files of one large download. All but one are in a folder with parts and sections. Views read a tree of them, as
 * from `seedtop serve`, which has the same tree. Progress and selection change.
 */
export class Files {
	readonly #metainfo: Metainfo;
	readonly #tree: FileTree;
	readonly #expanded = new Set<string>();
	readonly #wanted: Uint8Array;
	readonly #progress: Float64Array;
	readonly #random = randomNumbers(21);

	constructor(count: number) {
		this.#metainfo = metainfoOf(count);
		this.#tree = FileTree.of(this.#metainfo);
		this.#wanted = new Uint8Array(count).fill(1);
		const random = randomNumbers(22);
		this.#progress = Float64Array.from({ length: count }, () => Math.floor(random() * 500) / 1000);
	}

	/** Advances by a second: 20 files progress. */
	advance(): void {
		const count = this.#progress.length;
		for (let n = 0; n < CHANGING_FILES; n++) {
			const among = n < CHANGING_IN_VIEW ? FIRST_SCREEN_FILES : count;
			const index = Math.floor(this.#random() * among);
			this.#progress[index] = Math.min(1, (this.#progress[index] ?? 0) + 0.001);
		}
	}

	/** Returns the list of all files, as JSON. */
	list(): string {
		return JSON.stringify({ files: this.#metainfo.files.map((_, index) => this.#file(index, '')) });
	}

	/** Returns the visible entries after a path, as JSON. */
	view(start: string, size: number): string {
		const page = this.#tree.view(this.#find(start) ?? this.#tree.root, size, this.#isExpanded);
		const files = page.map((entry) =>
			typeof entry === 'number' ? this.#file(entry, `${root}/`) : this.#folder(entry),
		);
		return JSON.stringify({ files });
	}

	/** Expands or collapses a folder. Returns false if there is none. */
	setExpanded(path: string, expand: boolean): boolean {
		const folder = this.#find(path);
		if (typeof folder !== 'object') return false;
		if (expand) this.#expanded.add(folder.path);
		else this.#expanded.delete(folder.path);
		return true;
	}

	/** Selects or deselects a file or a folder. Returns false if there is none. */
	select(path: string, want: boolean): boolean {
		const entry = this.#find(path);
		if (entry === undefined) return false;
		for (const index of this.#tree.filesOf(entry)) this.#wanted[index] = want ? 1 : 0;
		return true;
	}

	/** Selects exactly these files. */
	selectOnly(selected: readonly number[]): void {
		this.#wanted.fill(0);
		for (const index of selected) this.#wanted[index] = 1;
	}

	readonly #isExpanded = ({ path }: Folder): boolean => this.#expanded.has(path);

	#find(path: string): TreeEntry | undefined {
		if (path === '' || path === '.') return this.#tree.root;
		return this.#tree.find(path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
	}

	#file(index: number, before: string): object {
		const { path = '', length: size = 0 } = this.#metainfo.files[index] ?? {};
		const progress = this.#progress[index];
		return { index, name: before + path, size, included: this.#wanted[index] === 1, progress };
	}

	#folder(folder: Folder): object {
		let [here, isSelected] = [0, false];
		for (const index of this.#tree.filesOf(folder)) {
			here += (this.#progress[index] ?? 0) * (this.#metainfo.files[index]?.length ?? 0);
			isSelected ||= this.#wanted[index] === 1;
		}
		return {
			index: this.#isExpanded(folder) ? EXPANDED_INDEX : COLLAPSED_INDEX,
			name: `${root}/${folder.path}`,
			size: folder.size,
			included: isSelected,
			progress: here / folder.size,
		};
	}
}

/** Returns the metainfo of so many files, without pieces, which no caller requests. */
function metainfoOf(count: number): Metainfo {
	const random = randomNumbers(23);
	const files = Array.from({ length: count }, (_, index) => {
		const path = index === count - 1 ? 'readme.txt' : pathOf(index);
		return {
			path,
			length: 100_000 + Math.floor(random() * 2_000_000),
			offset: 0,
			diskPath: '',
			padding: false,
		};
	});
	return {
		infohash: '7'.repeat(40),
		name: root,
		pieceLength: 1024 * 1024,
		pieceCount: 0,
		length: files.reduce((sum, { length }) => sum + length, 0),
		files,
		trackers: [],
		webSeeds: [],
		private: false,
		isSingleFile: false,
		comment: '',
		createdBy: '',
		createdAt: 0,
		info: new Uint8Array(),
		pieceHashes: new Uint8Array(),
	};
}

function pathOf(index: number): string {
	const section = Math.floor(index / FILES_PER_SECTION);
	const part = Math.floor(section / SECTIONS_PER_PART);
	const digits = (n: number, count: number) => String(n).padStart(count, '0');
	return `Files/Part ${digits(part, 3)}/Section ${digits(section, 4)}/Episode.${digits(index, 6)}.of.a.long.series.日本.mkv`;
}
