import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chooseContextText } from '../../source/commands/context/choose-context.ts';
import { contextsText, MAX_CONTEXTS, parseContexts } from '../../source/commands/context/contexts.ts';
import { contextsFileText, contextsPath } from '../../source/commands/context/contexts-file.ts';
import { contextText } from '../../source/commands/context/run-context.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { openHere, runHere } from './run-here.ts';

let one: TestService;
let two: TestService;
let home: string;
let env: Readonly<Record<string, string>>;
let path: string;

beforeAll(async () => {
	[one, two] = await Promise.all([runService(), runService()]);
});

beforeEach(async () => {
	home = await makeFolder();
	env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') };
	path = contextsPath(env);
});

const seedtop = (line: string, { input = '', more = {} } = {}) =>
	runHere(line.split(' '), { input, env: { ...env, ...more } });

async function write(content: unknown, mode = 0o600): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, JSON.stringify(content), { mode });
	await chmod(path, mode);
}

const names = async () => {
	const { out } = await seedtop('context --json');
	return JSON.parse(out).contexts.map(({ name }: { readonly name: string }) => name);
};

describe('context', () => {
	test('adds services that answer, and no others, and never prints a key', async () => {
		const added = await seedtop(`context add seed ${one.url}`, { input: `${one.key}\n` });
		expect(added).toMatchObject({ code: 0, out: `seed\t${one.url}\tadded\n` });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
			contexts: [{ name: 'seed', url: one.url, key: one.key }],
		});
		const wrong = await seedtop(`context add other ${one.url}`, { input: 'wrong-key\n' });
		expect(wrong.code).toBe(4);
		expect(wrong.err).not.toContain('wrong-key');
		expect(wrong.err).toContain(contextText.key);
		expect(wrong.err).not.toContain('--api-key-file');
		const unreachable = await seedtop('context add other :1 --keyless');
		expect(unreachable.code).toBe(3);
		expect(unreachable.err).toContain('--no-check');
		expect(await names()).toEqual(['seed']);
		expect((await seedtop('context add other :1 --keyless --no-check')).code).toBe(0);
		for (const line of ['context', 'context ls --json', '--context none ls']) {
			const { out, err } = await seedtop(line);
			expect(out + err).not.toContain(one.key);
		}
	});

	test('uses the default context, SEEDTOP_CONTEXT and --context in their order', async () => {
		const keyFile = join(two.stateFolder, 'api.key');
		await seedtop(`context add one ${one.url}`, { input: one.key });
		await seedtop(`context add two ${two.url} --key-file ${keyFile}`);
		expect(await readFile(path, 'utf8')).not.toContain(two.key);
		const urlOf = async (line: string, more = {}) => {
			const { out, err } = await seedtop(`${line} --json`, { more });
			return out === '' ? err : JSON.parse(out).service.url;
		};
		const SEEDTOP_CONTEXT = 'two';
		expect(await urlOf('--context two status')).toBe(two.url);
		expect(await urlOf('status --context one', { SEEDTOP_CONTEXT })).toBe(one.url);
		expect(await urlOf('status', { SEEDTOP_CONTEXT })).toBe(two.url);
		expect((await seedtop('context use one')).code).toBe(0);
		expect(await urlOf('status')).toBe(one.url);
		// The key of the variables belongs to their address.
		expect(await urlOf('status', { SEEDTOP_API_KEY: 'wrong' })).toBe(one.url);
		const named = { SEEDTOP_URL: two.url, SEEDTOP_API_KEY: two.key };
		expect(await urlOf('status', { ...named, SEEDTOP_CONTEXT: 'one' })).toBe(two.url);
		expect(await urlOf('status --context one', named)).toBe(one.url);
		expect(await urlOf(`status --context one --url ${two.url} --api-key-file ${keyFile}`)).toBe(two.url);
		expect(await urlOf(`status --state-dir ${two.stateFolder}`)).toBe(two.url);
		expect(JSON.parse((await seedtop('context --json', { more: { SEEDTOP_CONTEXT } })).out)).toEqual({
			contexts: [
				{ name: 'one', url: one.url, key: 'file', key_file: null, is_default: true, is_current: false },
				{
					name: 'two',
					url: two.url,
					key: 'key_file',
					key_file: keyFile,
					is_default: false,
					is_current: true,
				},
			],
		});
	});

	test('renames, removes and clears the default context', async () => {
		await write({ contexts: [{ name: 'a', url: ':1' }] });
		expect((await seedtop('context use a')).code).toBe(0);
		expect((await seedtop('context rename a b.c')).code).toBe(0);
		expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
			default: 'b.c',
			contexts: [{ name: 'b.c', url: ':1' }],
		});
		expect((await seedtop('context remove b.c')).code).toBe(2);
		expect(await names()).toEqual(['b.c']);
		expect((await seedtop('context use --none')).code).toBe(0);
		expect((await seedtop('context remove b.c --yes')).code).toBe(0);
		expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ contexts: [] });
	});

	test('refuses wrong names and too many contexts', async () => {
		await write({
			contexts: Array.from({ length: MAX_CONTEXTS }, (_, at) => ({ name: `c${at}`, url: ':1' })),
		});
		const refusal = async (line: string) => (await seedtop(line)).err.trim();
		expect(await refusal('context add x :1 --keyless --no-check')).toBe(`seedtop: ${contextText.full}`);
		expect(await refusal('context add a/b :1 --keyless')).toBe(`seedtop: ${contextText.badName('a/b')}`);
		expect(await refusal('context add c1 :1 --keyless')).toBe(`seedtop: ${contextText.taken('c1')}`);
		expect(await refusal('context rename c1 c2')).toBe(`seedtop: ${contextText.taken('c2')}`);
		await write({ contexts: [{ name: 'a', url: ':1' }] });
		for (const line of ['--context b ls', 'context use b', 'context rename b c', 'context rm b -y']) {
			expect(await refusal(line)).toBe(`seedtop: ${chooseContextText.unknown('b', ['a'])}`);
		}
	});

	test('refuses a file with a key that other accounts can access', async () => {
		await write({ default: 'a', contexts: [{ name: 'a', url: ':1', key: 'secret' }] }, 0o640);
		for (const line of ['ls', 'context', 'context rm a -y']) {
			const { code, err } = await seedtop(line);
			expect(code).toBe(2);
			expect(err.trim()).toBe(`seedtop: ${contextsFileText.unusable(path, contextsFileText.readable(path))}`);
		}
		const key = join(home, 'key');
		await writeFile(key, 'secret', { mode: 0o644 });
		await write({ default: 'a', contexts: [{ name: 'a', url: ':1', key_file: key }] }, 0o644);
		const { err } = await seedtop('ls');
		expect(err.trim()).toBe(`seedtop: ${contextsFileText.keyReadable('a', key)}`);
	});

	test('does not show a key that is typed at a terminal', async () => {
		const { url, key } = one;
		const session = openHere(['context', 'add', 'seed', url], { env });
		await session.shows(contextText.question('seed').trim());
		session.type(`${key}\r`);
		await session.shows(contextText.added('seed', url));
		expect(await session.code).toBe(0);
		expect(session.text()).not.toContain(key);
	});
});

describe('parseContexts', () => {
	const faultsOf = (content: unknown) => parseContexts(JSON.stringify(content)).faults;
	const context = (more: object) => ({ contexts: [{ name: 'a', url: ':1', ...more }] });

	test('names each fault and quotes no value', () => {
		expect(faultsOf(context({}))).toEqual([]);
		expect(faultsOf([])).toEqual([contextsText.notObject]);
		expect(faultsOf(context({ name: '-a' }))).toEqual([contextsText.name('contexts[0]')]);
		expect(faultsOf(context({ name: 'a'.repeat(65) }))).toEqual([contextsText.name('contexts[0]')]);
		expect(faultsOf(context({ url: 'ftp://x' }))).toEqual([contextsText.url('contexts[0]')]);
		expect(faultsOf(context({ key: 'k', key_file: '/k' }))).toEqual([contextsText.twoKeys('contexts[0]')]);
		expect(faultsOf(context({ key_file: 'k' }))).toEqual([contextsText.relative('contexts[0]')]);
		expect(faultsOf(context({ keys: 'k' }))).toEqual([contextsText.unknown('contexts[0].keys')]);
		expect(faultsOf({ ...context({}), default: 'b' })).toEqual([contextsText.noDefault]);
		expect(faultsOf({ contexts: [context({}).contexts[0], context({}).contexts[0]] })).toEqual([
			contextsText.twice('a'),
		]);
		for (const odd of [
			{},
			{ contexts: 1 },
			{ contexts: [1] },
			context({ key: 12_345 }),
			context({ url: null }),
		]) {
			expect(faultsOf(odd), JSON.stringify(odd)).toHaveLength(1);
			expect(faultsOf(odd).join()).not.toContain('12345');
		}
		const many = Array.from({ length: MAX_CONTEXTS + 1 }, (_, at) => ({ name: `c${at}`, url: ':1' }));
		expect(faultsOf({ contexts: many })).toHaveLength(1);
	});

	test('gives the place of an error of the syntax', () => {
		expect(parseContexts('{\n"contexts": [secret]}').faults.join()).toContain(contextsText.notJson);
		expect(parseContexts('{\n"contexts": [secret]}').faults.join()).not.toContain('secret');
	});
});
