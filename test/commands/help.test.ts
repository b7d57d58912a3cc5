import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../source/commands/declaration/declaration.ts';
import { longFlag } from '../../source/commands/declaration/declaration.ts';
import { exitMeanings } from '../../source/commands/declaration/failure.ts';
import { helpText } from '../../source/commands/declaration/help-text.ts';
import { lsCommand } from '../../source/commands/downloads/ls.ts';
import { program } from '../../source/commands/registry.ts';
import { endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import { escaped } from '../programs/message-pattern.ts';
import { cli } from '../programs/service-process.ts';
import { runHere } from './run-here.ts';

interface Declared {
	readonly path: string;
	readonly declaration: Declaration;
}

function declaredBelow(path: string, declarations: readonly Declaration[]): Declared[] {
	return declarations.flatMap((declaration) => {
		const own = `${path}${declaration.name}`;
		return [{ path: own, declaration }, ...declaredBelow(`${own} `, declaration.verbs)];
	});
}

const all = declaredBelow('', program.verbs);

const helpOf = ({ path, declaration }: Declared) =>
	helpText(`seedtop ${path}`.trim(), declaration).replace(/\s+/g, ' ');

describe('the help of', () => {
	test.each(all)('$path describes its purpose, arguments, options and examples', ({ path, declaration }) => {
		const help = helpOf({ path, declaration });
		expect(help).toContain(`Usage: seedtop ${path}`);
		expect(help.toLowerCase()).toContain(
			(declaration.description ?? declaration.summary).slice(0, 40).toLowerCase(),
		);
		for (const { flags, description } of Object.values(declaration.options)) {
			expect(help).toContain(flags);
			expect(help).toContain(description);
		}
		for (const { description } of Object.values(declaration.arguments)) expect(help).toContain(description);
		for (const { name, summary } of declaration.verbs) {
			expect(help).toContain(name);
			expect(help).toContain(summary);
		}
	});

	test.each(all)('$path is listed unless it is hidden', ({ path, declaration }) => {
		const parent = all.find((each) => each.path === path.replace(/ \S+$/, '') && each.path !== path);
		const listed = helpOf(parent ?? { path: '', declaration: program });
		expect(listed.includes(declaration.summary)).toBe(!declaration.hidden);
	});

	test('the program lists every command and every exit code, without the hidden command', async () => {
		const { out, code, err } = await runHere(['--help']);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		const words = out.replace(/\s+/g, ' ');
		for (const { name, hidden, summary } of program.verbs)
			expect(words.includes(summary), name).toBe(!hidden);
		for (const [exit, meaning] of exitMeanings) expect(out).toContain(`  ${exit}  ${meaning}`);
	});
});

test("'seedtop help' and 'seedtop help COMMAND' print help", async () => {
	expect(await runHere(['help'])).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Usage: seedtop \[/),
	});
	expect((await runHere(['help', 'playlist', 'list'])).out).toMatch(/^Usage: seedtop playlist ls/);
	expect(await runHere(['help', 'nothing'])).toMatchObject({ code: 2, out: '' });
});

test('a summary is one short line without a full stop', () => {
	for (const { path, declaration } of all) {
		expect(declaration.summary, path).toMatch(/^[a-z].{3,79}[^.]$/);
	}
});

test('an option has the same kind of value in all commands, as completion assumes', () => {
	const kinds = new Map<string, boolean>();
	for (const { path, declaration } of all) {
		for (const { flags } of Object.values(declaration.options)) {
			const takesValue = /[<[]/.test(flags);
			for (const name of flags.match(/(?<=^|, )-[\w-]+/g) ?? []) {
				expect(kinds.get(name) ?? takesValue, `${path} ${longFlag(flags)}`).toBe(takesValue);
				kinds.set(name, takesValue);
			}
		}
	}
	expect(kinds.size).toBeGreaterThan(30);
});

/** Returns the code of these files of the program and of those that they import. */
function codeOf(...files: readonly string[]): string {
	const folder = join(cli, '..');
	const loaded = new Map<string, string>();
	const load = (file: string) => {
		if (loaded.has(file)) return;
		const text = readFileSync(join(folder, file), 'utf8');
		loaded.set(file, text);
		for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
			if (imported) load(imported);
	};
	for (const file of files) load(file);
	return [...loaded.values()].join('\n');
}

test('help loads neither React nor HTTP nor schemas', () => {
	const imported = [...readFileSync(cli, 'utf8').matchAll(/import\("\.\/([\w-]+\.js)"\)/g)];
	const files = imported.map(([, file = '']) => file);
	expect(files).toEqual(['run.js', 'registry.js']);
	const code = codeOf('cli.js', ...files);
	expect(code).toContain(lsCommand.summary);
	expect(code.length).toBeLessThan(205_000);
	for (const foreign of ['useState', 'UndiciError', 'Fastify', 'patternProperties']) {
		expect(code.includes(foreign), foreign).toBe(false);
	}
});

test('the program without a command loads no declaration of a command', () => {
	const code = codeOf('cli.js');
	expect(code).not.toContain(lsCommand.summary);
	expect(code.length).toBeLessThan(80_000);
});

describe('api', () => {
	test('lists every endpoint', async () => {
		const { out } = await runHere(['api', '--list', '--no-header']);
		expect(out.trim().split('\n')).toHaveLength(endpointNames.length);
		const structured = JSON.parse((await runHere(['api', '--list', '--json'])).out);
		expect(structured.map(({ name }: { name: string }) => name)).toEqual(endpointNames);
	});

	test('describes an endpoint from the table', async () => {
		const { out, code } = await runHere(['api', 'patch', '/downloads/{infohash}', '--help']);
		expect(code).toBe(0);
		expect(out).toContain(endpoints.changeDownload.summary);
		expect(out).toMatch(/Generations: A and B/);
		expect(out).toMatch(/state +one of resume, stop, recheck, move_storage +action/);
		expect(out).toMatch(new RegExp(`404 +${escaped(String(endpoints.changeDownload.statuses[404]))}`));
		expect((await runHere(['api', 'GET', '/market/asks', '-h'])).out).toMatch(/A only; optional/);
		expect((await runHere(['api', '--help'])).out).toMatch(/^Usage: seedtop api/);
		expect((await runHere(['api', 'GET', '/nowhere', '--help'])).code).toBe(2);
	});
});
