import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../source/commands/declaration/declaration.ts';
import { longFlag } from '../../source/commands/declaration/declaration.ts';
import { exitMeanings } from '../../source/commands/failure.ts';
import { chapters, createProgram } from '../../source/commands/registry.ts';
import { endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import { cli } from '../programs/service-process.ts';
import { run } from './program.ts';

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

const all = declaredBelow(
	'',
	chapters.flatMap(({ commands }) => commands),
);

function commandAt(path: string): Command {
	return path.split(' ').reduce((command, name) => {
		const below = command.commands.find((each) => each.name() === name);
		if (!below) throw new Error(`there is no ${path}`);
		return below;
	}, createProgram());
}

describe('the help of', () => {
	test.each(all)('$path tells its purpose, arguments, options and examples', ({ path, declaration }) => {
		const help = commandAt(path).helpInformation().replace(/\s+/g, ' ');
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

	test('the program lists every command and every exit code, and the hidden one not', async () => {
		const { out, code, err } = await run(['--help']);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		const words = out.replace(/\s+/g, ' ');
		for (const { commands } of chapters) {
			for (const { name, hidden, summary } of commands) {
				expect(words.includes(summary), name).toBe(!hidden);
			}
		}
		for (const [exit, meaning] of exitMeanings) expect(out).toContain(`  ${exit}  ${meaning}`);
	});
});

test("'seedtop help' and 'seedtop help COMMAND' are understood", async () => {
	expect(await run(['help'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: seedtop \[/) });
	expect((await run(['help', 'playlist', 'list'])).out).toMatch(/^Usage: seedtop playlist ls/);
	expect(await run(['help', 'nothing'])).toMatchObject({ code: 2, out: '' });
});

test('a summary is one short line without a full stop', () => {
	for (const { path, declaration } of all) {
		expect(declaration.summary, path).toMatch(/^[a-z].{3,79}[^.]$/);
	}
});

test('one option means the same kind of thing everywhere, as completion takes for granted', () => {
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

test('help loads neither React nor what speaks HTTP nor schemas', () => {
	const folder = join(cli, '..');
	const loaded = new Set<string>();
	const load = (file: string) => {
		if (loaded.has(file)) return;
		loaded.add(file);
		for (const match of readFileSync(join(folder, file), 'utf8').matchAll(
			/(?:from|import)\s*"\.\/([\w-]+\.js)"/g,
		)) {
			if (match[1]) load(match[1]);
		}
	};
	load('cli.js');
	const texts = [...loaded].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
	expect(texts).toContain('list the downloads');
	expect(texts.length).toBeLessThan(160_000);
	for (const foreign of ['useState', 'UndiciError', 'Fastify', 'patternProperties']) {
		expect(texts.includes(foreign), foreign).toBe(false);
	}
});

describe('api', () => {
	test('lists every endpoint', async () => {
		const { out } = await run(['api', '--list', '--no-header']);
		expect(out.trim().split('\n')).toHaveLength(endpointNames.length);
		const structured = JSON.parse((await run(['api', '--list', '--json'])).out);
		expect(structured.map(({ name }: { name: string }) => name)).toEqual(endpointNames);
	});

	test('tells of an endpoint what the table knows', async () => {
		const { out, code } = await run(['api', 'patch', '/downloads/{infohash}', '--help']);
		expect(code).toBe(0);
		expect(out).toContain(endpoints.changeDownload.summary);
		expect(out).toMatch(/Generations: A and B/);
		expect(out).toMatch(/state +one of resume, stop, recheck +what to do/);
		expect(out).toMatch(/404 +there is no such download/);
		expect((await run(['api', 'GET', '/market/asks', '-h'])).out).toMatch(
			/A alone; not every service has it/,
		);
		expect((await run(['api', '--help'])).out).toMatch(/^Usage: seedtop api/);
		expect((await run(['api', 'GET', '/nowhere', '--help'])).code).toBe(2);
	});
});
