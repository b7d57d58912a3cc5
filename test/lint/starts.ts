import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { type Import, importOf } from './code/imports.ts';

/** Imports that start something when they are used, by the reason. */
const starting: Readonly<Record<string, string>> = {
	'@lydell/node-pty': 'starts a pseudo-terminal',
	'node:child_process': 'starts a program',
	'source/service/start.ts': 'starts a service',
	'source/service/engine/process.ts': 'starts an engine',
	'test/contract/foreign/server.ts': 'starts a foreign service',
};

/** Whether a test file may start a pseudo-terminal, a program or a service. */
export function startsSomething(file: string): boolean {
	return chainToStart(file, runtimeImportsOf) !== undefined;
}

/**
 * Returns the chain of imports from a test file to the first one that starts something; undefined if there is none.
 * Other files of source start nothing in a test.
 */
export function chainToStart(
	file: string,
	importsOf: (file: string) => readonly Import[],
	seen = new Set<string>(),
): readonly string[] | undefined {
	if (seen.has(file)) return undefined;
	seen.add(file);
	for (const { typeOnly, target, specifier } of importsOf(file)) {
		if (typeOnly) continue;
		const reason = starting[target ?? specifier];
		if (reason !== undefined) return [file, `${target ?? specifier} (${reason})`];
		const rest = target?.startsWith('test/') ? chainToStart(target, importsOf, seen) : undefined;
		if (rest !== undefined) return [file, ...rest];
	}
	return undefined;
}

/** Reads the imports of a file that are not types, without its syntax tree. */
function runtimeImportsOf(file: string): readonly Import[] {
	if (!/\.tsx?$/.test(file) || !existsSync(file)) return [];
	const code = readFileSync(file, 'utf8');
	const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
	const specifiers = [
		...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
		...staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType)),
	].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
	const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1));
	return [...specifiers, ...dynamic].map((specifier) =>
		importOf(file, 0, specifier, { typeOnly: false, isDynamic: false }),
	);
}
