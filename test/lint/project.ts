import { readdirSync, readFileSync } from 'node:fs';
import { type CodeFile, readCode } from './code/code-file.ts';

export interface Document {
	readonly path: string;
	readonly text: string;
}

/** All that the rules examine. Paths start at the root of the project. */
export interface Project {
	readonly code: readonly CodeFile[];
	readonly documents: readonly Document[];
}

/** Reads the project in the current folder. */
export function readProject(): Project {
	const documents = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))];
	return {
		code: [...readFolder('source'), ...readFolder('test')],
		documents: documents.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
	};
}

/** Reads the code in a folder. Each file is parsed once. */
export function readFolder(folder: string): readonly CodeFile[] {
	return filesBelow(folder)
		.filter((path) => /\.(?:tsx?|mjs|cjs)$/.test(path))
		.map((path) => readCode(path, readFileSync(path, 'utf8')));
}

function filesBelow(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() || entry.isDirectory())
		.flatMap((entry) => {
			const path = `${folder}/${entry.name}`;
			return entry.isDirectory() ? filesBelow(path) : [path];
		})
		.sort();
}
