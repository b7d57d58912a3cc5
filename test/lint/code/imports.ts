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
	/** Whether it imports types only, which is erased. */
	readonly typeOnly: boolean;
	/** Whether it is an `import()`, which loads the file when it runs. */
	readonly isDynamic: boolean;
}

/** Returns an import with the file or package that its specifier names. */
export function importOf(
	file: string,
	line: number,
	specifier: string,
	kind: Pick<Import, 'typeOnly' | 'isDynamic'>,
): Import {
	const target = /^\.\.?(\/|$)/.test(specifier)
		? posix.normalize(`${posix.dirname(file)}/${specifier}`)
		: undefined;
	const npm = target === undefined && !specifier.startsWith('node:') ? packageOf(specifier) : undefined;
	return { file, line, specifier, target, npm, ...kind };
}

function packageOf(specifier: string): string {
	return specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
}
