import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One import (static, dynamic, or export-from) of one file. */
export interface Import {
	/** The importing file, from the root of the project: 'source/client/http/http.ts'. */
	readonly file: string;
	/** Line in the file, counted from 1. */
	readonly line: number;
	/** The specifier in the code: '../protocol/errors.ts', 'undici', 'node:fs'. */
	readonly specifier: string;
	/** The imported file, from the root of the project; undefined for packages and modules of Node. */
	readonly target: string | undefined;
	/** The imported npm package: 'webtorrent', '@fastify/formbody'. */
	readonly npm: string | undefined;
	/** Whether it is an `import type`, which is erased. */
	readonly typeOnly: boolean;
	/** Whether it is an `import()`, which loads the file when it runs. */
	readonly isDynamic: boolean;
}

/** Returns every .ts and .tsx below a folder, from the root of the project. */
export function filesBelow(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return filesBelow(path);
		return /\.tsx?$/.test(entry.name) ? [path] : [];
	});
}

export function importsOf(file: string): Import[] {
	return readImports(file, readFileSync(file, 'utf8'));
}

/** `import … from`, `export … from`, `import '…'` at the beginning of a line, as the formatter writes them. */
const statement =
	/^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*][\w$\s,*{}]*?|\{[^{}'"`]*\}(?:\s*,[\w$\s*]+)?)\s*from\s*(['"])([^'"\n]+)\2/gm;
const sideEffect = /^[ \t]*import\s*(['"])([^'"\n]+)\1/gm;
/** `import('…')`, also as a type, and `require('…')` of any function of that name. */
const call = /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g;

/** Returns the imports in the text of a file, grouped by kind. */
export function readImports(file: string, text: string): Import[] {
	const code = withoutComments(text);
	const found: Import[] = [];
	const add = (index: number, specifier: string | undefined, typeOnly: boolean, isDynamic = false) => {
		if (specifier === undefined) return;
		const line = code.slice(0, index).split('\n').length;
		const target = /^\.\.?(\/|$)/.test(specifier)
			? posix.normalize(`${posix.dirname(file)}/${specifier}`)
			: undefined;
		const npm = target === undefined && !specifier.startsWith('node:') ? packageOf(specifier) : undefined;
		found.push({ file, line, specifier, target, npm, typeOnly, isDynamic });
	};
	for (const match of code.matchAll(statement)) add(match.index, match[3], match[1] !== undefined);
	for (const match of code.matchAll(sideEffect)) add(match.index, match[2], false);
	for (const match of code.matchAll(call)) add(match.index, match[2], false, true);
	return found;
}

function packageOf(specifier: string): string {
	return specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
}

/** Blanks the comments of a text. Strings stay, also those with comment markers. */
function withoutComments(text: string): string {
	const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
	return text.replace(pieces, (piece) => (piece.startsWith('/') ? piece.replace(/[^\n]/g, ' ') : piece));
}
