import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow, importsOf } from './imports/read-imports.ts';

/** Imports that start programs, by the reason. */
const forbidden: Readonly<Record<string, string>> = {
	'@lydell/node-pty': 'starts a pseudo-terminal',
	'node:child_process': 'starts a program',
	'source/service/start.ts': 'starts a service',
	'source/service/engine/process.ts': 'starts an engine',
	'test/contract/foreign/server.ts': 'starts a foreign service',
};

/** Returns the test files of `npm run test:quick`. */
function quickFiles(): string[] {
	const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
	const words = (scripts['test:quick'] ?? '').replaceAll("'", '').split(' ');
	const excluded = words
		.filter((_, index) => words[index - 1] === '--exclude')
		.map(
			(glob) =>
				new RegExp(
					`^${glob.replaceAll('.', '\\.').replace(/\{(.*)\}/, (_, names) => `(${names.replaceAll(',', '|')})`)}$`,
				),
		);
	const included = words.filter(
		(word, index) => word.startsWith('test/') && words[index - 1] !== '--exclude',
	);
	return filesBelow('test')
		.filter((file) => /\.test\.tsx?$/.test(file) && included.some((path) => file.includes(path)))
		.filter((file) => !excluded.some((glob) => glob.test(file)));
}

/** Returns the chain of imports from a file to the first forbidden one. Files of source start nothing when imported. */
function chainFrom(file: string, seen: Set<string>): string[] | undefined {
	if (seen.has(file)) return undefined;
	seen.add(file);
	// Tests of the import rules contain imports of no file in their samples.
	for (const { typeOnly, target, npm, specifier } of importsOf(file)) {
		if (typeOnly) continue;
		const reason = forbidden[target ?? npm ?? specifier];
		if (reason !== undefined) return [file, `${target ?? specifier} (${reason})`];
		const rest =
			target !== undefined && /^test\/.*\.tsx?$/.test(target) && existsSync(target)
				? chainFrom(target, seen)
				: undefined;
		if (rest) return [file, ...rest];
	}
	return undefined;
}

test('no file of test:quick imports a pseudo-terminal, a program or a service', () => {
	const files = quickFiles();
	expect(files.length).toBeGreaterThan(100);
	expect(files).not.toContain('test/terminal/lifecycle.test.ts');
	expect(files.flatMap((file) => chainFrom(file, new Set())?.join(' → ') ?? [])).toEqual([]);
});

test('the imports of a file that starts a pseudo-terminal are found', () => {
	expect(chainFrom('test/terminal/lifecycle.test.ts', new Set())?.at(-1)).toMatch(/node-pty/);
});
