import { beforeAll, describe, expect, test } from 'vitest';
import { stateText } from '../../source/commands/downloads/change-state.ts';
import { chooseText } from '../../source/commands/downloads/choose.ts';
import { eachText } from '../../source/commands/downloads/each.ts';
import { filterText } from '../../source/commands/downloads/filter.ts';
import { removeText } from '../../source/commands/downloads/remove.ts';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { downloadFields } from '../../source/filter/download-fields.ts';
import { queryText } from '../../source/filter/query.ts';
import { exampleOf, termText } from '../../source/filter/terms.ts';
import { addComplete, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { openHere, runHere } from './run-here.ts';

let service: TestService;
let infohashes: Readonly<Record<'small' | 'large', string>>;

beforeAll(async () => {
	service = await runService();
	infohashes = {
		small: await addComplete(service, 'small', { 'a.bin': 1_000 }),
		large: await addComplete(service, 'large iso', { 'b.bin': 40_000 }),
	};
	// It has no peers, so it is incomplete.
	await service.client().addDownload({ body: { uri: `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=waiting` } });
	await until(async () =>
		(await downloadsOf(service)).every(({ name, status }) => name === 'waiting' || status === 'SEEDING'),
	);
});

const line = (...argv: readonly string[]) => [...argv, '--state-dir', service.stateFolder];
const seedtop = (...argv: readonly string[]) => runHere(line(...argv));

const fields = (out: string) =>
	out
		.split('\n')
		.slice(0, -1)
		.map((line) => line.split('\t'));
const statuses = async () =>
	Object.fromEntries((await downloadsOf(service)).map(({ name, status }) => [name, status]));

describe('ls', () => {
	test('prints the matches of a filter as a table on a terminal, which fits its width', async () => {
		const { code, out } = await runHere(line('ls', 'is:complete size>10KiB'), { columns: 60 });
		expect(code).toBe(0);
		expect(out).toMatch(/NAME +STATUS/);
		expect(out).toMatch(/large iso +SEEDING/);
		expect(out).not.toContain('small');
		expect(Math.max(...out.split('\n').map((each) => each.trimEnd().length))).toBeLessThanOrEqual(60);
	});

	test('prints one line of exact fields for each match in a pipe, with a header on request', async () => {
		const plain = await seedtop('ls', 'is:complete');
		expect(plain).toMatchObject({ code: 0, err: '' });
		expect(
			fields(plain.out).map(([infohash, name, status, progress, size]) => [
				infohash,
				name,
				status,
				progress,
				size,
			]),
		).toEqual([
			[infohashes.small, 'small', 'SEEDING', '1', '1000'],
			[infohashes.large, 'large iso', 'SEEDING', '1', '40000'],
		]);
		const headed = await seedtop('ls', '--header', 'size>10KiB');
		expect(fields(headed.out).map((line) => line.slice(0, 3))).toEqual([
			['INFOHASH', 'NAME', 'STATUS'],
			[infohashes.large, 'large iso', 'SEEDING'],
		]);
		// Unknown values and empty texts are a dash, so that no field is missing.
		const unknown = await seedtop('ls', 'waiting');
		expect(fields(unknown.out)[0]).toHaveLength(fields(headed.out)[0]?.length ?? 0);
		expect(fields(unknown.out)[0]?.every((field) => field !== '')).toBe(true);
	});

	test.each([
		[['is:complete', 'iso'], ['large iso']],
		[['iso large'], ['large iso']],
		[
			['small', 'large'],
			['small', 'large iso'],
		],
		[['is:incomplete'], ['waiting']],
		[['-iso', 'is:complete'], ['small']],
		[
			['--filter', 'status:seeding', '--status', 'SEEDING'],
			['small', 'large iso'],
		],
		[['ababab'], ['waiting']],
	])('%j lists %j', async (words, names) => {
		const options = words.some((word) => word.startsWith('-i')) ? ['--', ...words] : words;
		const { out, err, code } = await runHere(['--state-dir', service.stateFolder, 'ls', ...options]);
		expect({ err, code }).toEqual({ err: '', code: 0 });
		expect(fields(out).map(([, name]) => name)).toEqual(names);
	});
});

describe('a filter', () => {
	test('fails with 5 if it matches nothing, for every command', async () => {
		for (const argv of [
			['ls', 'size>1TiB'],
			['ls', '--filter', 'size>1TiB'],
			['pause', '--filter', 'size>1TiB'],
			['remove', '--yes', '--filter', 'size>1TiB'],
			['limit', '--down', '1', '--filter', 'size>1TiB', '--dry-run'],
		]) {
			const ended = await seedtop(...argv);
			expect(ended).toMatchObject({ code: 5, out: '', err: `seedtop: ${filterText.none('size>1TiB')}\n` });
		}
	});

	test.each([
		['is:complete ratio>abc', termText.invalidNumber('abc', 'ratio', exampleOfField('ratio')), 12, 9],
		['is:nothing', termText.invalidChoice('nothing', valuesOfField('is')), 0, 10],
		['foo:bar', queryText.noField('foo'), 0, 7],
		['small or', queryText.unfinished('or'), 6, 2],
		['or small', queryText.misplacedOr, 0, 2],
		['name~"sm', queryText.unclosed, 0, 8],
	])('%s is refused with 2, and the error points at the fault', async (filter, message, column, length) => {
		const ended = await seedtop('remove', '--yes', '--filter', filter);
		expect(ended).toMatchObject({ code: 2, out: '' });
		expect(ended.err).toBe(
			`seedtop: ${message}\n  ${filter}\n  ${' '.repeat(column)}${'^'.repeat(length)}\n`,
		);
		expect(Object.keys(await statuses())).toHaveLength(3);
	});

	test('is refused if it is empty, and does not mean all downloads', async () => {
		expect(await seedtop('remove', '--yes', '--filter', '')).toMatchObject({
			code: 2,
			err: `seedtop: ${filterText.empty}\n`,
		});
		expect(await seedtop('pause', 'small', '--filter', 'iso')).toMatchObject({
			code: 2,
			err: `seedtop: ${chooseText.both}\n`,
		});
		expect(Object.keys(await statuses())).toHaveLength(3);
	});
});

describe('a user', () => {
	test('sees what a command would do, and it does nothing', async () => {
		const before = await statuses();
		const shown = openHere(line('pause', '--filter', 'is:complete', '--dry-run'));
		await shown.shows(eachText.planned('small', stateText.stop));
		await shown.shows(eachText.planned('large iso', stateText.stop));
		await shown.shows(eachText.unchanged(2));
		expect(await shown.code).toBe(0);
		for (const [words, would] of [
			['recheck', stateText.recheck],
			['remove', removeText.wouldKeep],
			['remove --with-data', removeText.wouldDelete],
			['limit --down 5 --up 0', 'would be limited: down 5 KiB/s, up without a limit'],
			['hops 1', 'would have 1 hop'],
		] as const) {
			const ended = await seedtop(...words.split(' '), '--filter', 'iso', '--dry-run');
			expect(ended).toMatchObject({ code: 0, err: '', out: `${infohashes.large}\tlarge iso\t${would}\n` });
		}
		const json = await seedtop('resume', 'small', '--dry-run', '--json');
		expect(JSON.parse(json.out)).toEqual({
			dry_run: true,
			results: [{ infohash: infohashes.small, name: 'small', done: false, would: stateText.resume }],
		});
		const missing = await seedtop('pause', 'cd'.repeat(20), '--dry-run');
		expect(missing).toMatchObject({ code: 5, out: '' });
		expect(await statuses()).toEqual(before);
	});

	test('stops, resumes and limits the matches of a filter only', async () => {
		const stopped = await seedtop('pause', '--filter', 'size>10KiB is:complete');
		expect(stopped).toMatchObject({ code: 0, err: '', out: `${infohashes.large}\tlarge iso\tstopped\n` });
		await until(async () => (await statuses())['large iso'] === 'STOPPED');
		expect(await statuses()).toMatchObject({ small: 'SEEDING' });
		const shown = openHere(line('resume', '--filter', 'is:stopped'));
		await shown.shows(eachText.result('Resumed', 'large iso'));
		expect(await shown.code).toBe(0);
		await until(async () => (await statuses())['large iso'] === 'SEEDING');
	});

	test('removes the matches of a filter after a confirmation', async () => {
		const refused = await seedtop('remove', '--filter', 'is:complete');
		expect(refused.code).toBe(2);
		expect(refused.err).toMatch(
			containing(confirmText.withoutTerminal(removeText.keepData('2 downloads', 'their data', ANY))),
		);
		expect(refused.err).toContain(`${infohashes.small}  small`);
		const asked = openHere(line('remove', '--filter', 'is:complete'));
		await asked.shows(containing(removeText.keepData('2 downloads', 'their data', ANY)));
		await asked.shows('large iso');
		asked.type('n\r');
		await asked.shows(confirmText.nothingDone);
		expect(await asked.code).toBe(1);
		expect(Object.keys(await statuses())).toHaveLength(3);
		const again = openHere(line('remove', '--filter', 'is:complete -iso'));
		await again.shows('[y/N]');
		again.type('y\r');
		await again.shows(eachText.result('Removed', 'small'));
		expect(await again.code).toBe(0);
		const piped = await seedtop('remove', '--yes', '--filter', 'is:complete');
		expect(piped).toMatchObject({ code: 0, out: `${infohashes.large}\tlarge iso\tremoved\n` });
		expect(Object.keys(await statuses())).toEqual(['waiting']);
	});
});

function exampleOfField(name: string): string {
	const field = downloadFields.find((each) => each.name === name);
	return field ? exampleOf(field) : '';
}

function valuesOfField(name: string): readonly string[] {
	const field = downloadFields.find((each) => each.name === name);
	return field?.kind === 'choice' ? Object.keys(field.values) : [];
}
