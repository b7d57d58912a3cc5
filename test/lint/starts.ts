import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { type Import, importOf } from './code/imports.ts';

/** Imports that start something when they are used. */
const starting: ReadonlySet<string> = new Set([
	'@lydell/node-pty',
	'node:child_process',
	'source/service/start.ts',
	'source/service/engine/process.ts',
	'test/contract/foreign/server.ts',
]);

/** Whether a test file may start a pseudo-terminal, a program or a service. `seen`: files that start nothing. */
export function startsSomething(file: string, seen = new Set<string>()): boolean {
	if (seen.has(file)) return false;
	seen.add(file);
	// Other files of source start nothing in a test.
	return runtimeImportsOf(file).some(
		({ target, specifier }) =>
			starting.has(target ?? specifier) || (target?.startsWith('test/') && startsSomething(target, seen)),
	);
}

const imports = new Map<string, readonly Import[]>();

/** Returns the imports of a file that are not types. */
function runtimeImportsOf(file: string): readonly Import[] {
	const known = imports.get(file) ?? readRuntimeImports(file);
	imports.set(file, known);
	return known;
}

/** Reads them without the syntax tree. */
function readRuntimeImports(file: string): readonly Import[] {
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
