import { type File, filePriorities } from '../../../source/protocol/resources/file.ts';
import type { Random } from '../../screens/random.ts';

const names = ['a', 'b', 'B', 'déjà vu', '日本語', 'مرحبا', '👩‍👩‍👧', 'x.mkv', 'y.srt', '10', '9'] as const;

/** A list of files in nested folders, in any order, without duplicates. */
export function randomFiles(random: Random, count: number): Required<File>[] {
	const paths = new Set<string>();
	while (paths.size < count) {
		const folders = Array.from({ length: random.between(0, 4) }, () => `${random.pick(names)}.d`);
		paths.add([...folders, `${random.pick(names)} ${random.between(0, count)}`].join('/'));
	}
	return [...paths].map((name, index) => ({
		index,
		name,
		size: random.between(0, 3) === 0 ? 0 : random.between(1, 10_000),
		included: random.between(0, 1) === 0,
		progress: random.between(0, 4) / 4,
		priority: random.pick(filePriorities),
	}));
}

/** Returns the ancestors of a path: 'a/b/c' is in 'a' and in 'a/b'. */
export function foldersOf(path: string): string[] {
	const parts = path.split('/');
	return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Returns all folders of a list. */
export function allFolders(files: readonly File[]): string[] {
	return [...new Set(files.flatMap(({ name }) => foldersOf(name)))];
}
