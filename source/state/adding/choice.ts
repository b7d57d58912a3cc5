import type { Torrent } from './local-files.ts';

/** Which files of a torrent are wanted. */
export interface Choice {
	/** 1 for each wanted file, by its place among the files of the torrent. */
	readonly wanted: Uint8Array;
	/** How many they are, and their bytes together. */
	readonly count: number;
	readonly size: number;
}

/** Which files change. `folder`: all below the folder that a file is in. */
export type Choosing = 'one' | 'folder' | 'all' | 'none' | 'others';

export function everything({ files, size }: Torrent): Choice {
	return { wanted: new Uint8Array(files.length).fill(1), count: files.length, size };
}

/** The choice after another one of a file, a folder or all. `at`: the place of the file the cursor is on. */
export function choose(torrent: Torrent, choice: Choice, which: Choosing, at: number): Choice {
	const { files } = torrent;
	const { wanted } = choice;
	switch (which) {
		case 'one': {
			const change = wanted[at] === 1 ? -1 : 1;
			const size = choice.size + change * (files[at]?.size ?? 0);
			return { wanted: wanted.with(at, change === 1 ? 1 : 0), count: choice.count + change, size };
		}
		case 'folder': {
			const folder = folderOf(files[at]?.path ?? '');
			const inside = files.map(({ path }) => path.startsWith(folder));
			// As the file under the cursor becomes, all of its folder become.
			const value = wanted[at] === 1 ? 0 : 1;
			return counted(
				torrent,
				wanted.map((was, index) => (inside[index] ? value : was)),
			);
		}
		case 'all':
			return everything(torrent);
		case 'none':
			return counted(torrent, new Uint8Array(files.length));
		case 'others':
			return counted(
				torrent,
				wanted.map((was) => 1 - was),
			);
	}
}

/** The folder of a path, with its slash; empty for the root. */
export function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The numbers of the wanted files as the service counts; undefined when all are wanted: then nothing is said of it. */
export function chosenIndices({ files }: Torrent, { wanted, count }: Choice): number[] | undefined {
	if (count === files.length) return undefined;
	return files.flatMap(({ index }, at) => (wanted[at] === 1 ? [index] : []));
}

function counted({ files }: Torrent, wanted: Uint8Array): Choice {
	let count = 0;
	let size = 0;
	for (const [at, file] of files.entries()) {
		if (wanted[at] !== 1) continue;
		count++;
		size += file.size;
	}
	return { wanted, count, size };
}
