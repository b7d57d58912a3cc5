import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { runningCommandsText } from '../../source/service/completion/running-commands.ts';
import { guardText } from '../../source/service/storage/path-guard.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type RecordedEvents, recordEvents } from '../fixtures/recorded-events.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	runService,
	runServiceProcess,
	type TestService,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { logged, makeScript, type Offered, offer, running, type Script } from './completion/scene.ts';

const HOSTILE = '$(touch x); `id`\n-rf';

/** Commands of the script for downloads with these names. Each run is begun and ended by a line. */
const commands = [
	'echo "begin $SEEDTOP_INFOHASH" >> "$0.runs"; code=0',
	'case "$SEEDTOP_NAME" in',
	'facts)',
	'echo "$# $1|$SEEDTOP_INFOHASH|$SEEDTOP_DESTINATION|$SEEDTOP_PATH|$SEEDTOP_LABEL|$SEEDTOP_SIZE|$SEEDTOP_FILES" >> "$0.facts"',
	'echo "$SEEDTOP_HOPS|$(ls "$SEEDTOP_PATH" | tr "\\n" " ")|$(pwd)|$CORE_API_KEY$SEEDTOP_API_KEY$CORE_API_PORT$EXTRA" >> "$0.facts"',
	'env | cut -d= -f1 | sort | tr "\\n" " " >> "$0.facts"; echo >> "$0.facts"',
	'echo "$SEEDTOP_TIME_FINISHED" >> "$0.facts";;',
	'failing) printf "no space\\033[31m left" >&2; code=1;;',
	'long*) head -c 1000000 /dev/zero | tr "\\0" x;;',
	'killed)',
	'echo "$$" >> "$0.$SEEDTOP_NAME"; [ "$(wc -l < "$0.$SEEDTOP_NAME")" -gt 1 ] || sleep 600;;',
	'*touch*) printf "%s" "$SEEDTOP_NAME" | od -An -c | tr -d " \\n" >> "$0.name";;',
	'esac',
	'echo "end $SEEDTOP_INFOHASH" >> "$0.runs"; exit "$code"',
];

let offered: Offered;
let script: Script;

beforeAll(async () => {
	const [torrents, written] = await Promise.all([
		offer([...['facts', 'failing', 'long one', 'long two', 'selected', HOSTILE], ...['killed', 'arriving']]),
		makeScript(...commands),
	]);
	offered = torrents;
	script = written;
});

function torrent(name: string) {
	const found = offered.get(name);
	if (!found) throw new Error(`there is no torrent ${name}`);
	return found;
}

function add(service: TestService, name: string, more: { label?: string; selected_files?: number[] } = {}) {
	return service.client().addDownload({ body: { uri: torrent(name).path, ...more } });
}

/** Returns the infohashes of the downloads whose commands were begun. */
async function begun(): Promise<string[]> {
	return (await script.lines('runs')).flatMap((line) => line.match(/(?<=^begin ).*/) ?? []);
}

/** Returns the number of runs for a download. */
async function runsOf(name: string): Promise<number> {
	return (await begun()).filter((infohash) => infohash === torrent(name).infohash).length;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Waits until the command of a download runs, and returns its process. */
async function pidOf(name: string): Promise<number> {
	return until(async () => Number((await script.lines(name))[0] ?? 0));
}

/** The first service, until it is killed. */
let first: TestServiceProcess;

describe('the command of a download', () => {
	let events: RecordedEvents;
	/** Infohash of a download whose data was there. */
	let there: string;

	beforeAll(async () => {
		first = await runServiceProcess({
			...running(['/bin/sh', script.path, 'an argument']),
			env: { EXTRA: 'secret', CORE_API_KEY: 'secret' },
		});
		events = await recordEvents(first.client());
		there = await addComplete(first, 'there');
		await add(first, 'facts', { label: 'films' });
		for (const name of ['failing', 'long one', 'long two', HOSTILE]) await add(first, name);
		await add(first, 'selected', { selected_files: [0] });
	});

	test('gets the facts in its environment, its own arguments, and nothing else', async () => {
		const { infohash } = torrent('facts');
		await logged(first, completionText.ended('facts'));
		const download = (await downloadsOf(first)).find((each) => each.infohash === infohash);
		const { downloadFolder } = first;
		const [facts, more, variables, finished] = await script.lines('facts');
		expect(facts).toBe(`1 an argument|${infohash}|${downloadFolder}|${downloadFolder}/facts|films|70000|2`);
		expect(more).toBe('0|a.bin b.bin |/|');
		expect(
			variables?.split(' ').filter((name) => !['', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)),
		).toEqual(
			[
				...['PATH', 'HOME', ...(process.env.LANG === undefined ? [] : ['LANG'])],
				...['DESTINATION', 'FILES', 'HOPS', 'INFOHASH', 'LABEL', 'NAME', 'PATH', 'SIZE'].map(
					(name) => `SEEDTOP_${name}`,
				),
				...['SEEDTOP_TIME_ADDED', 'SEEDTOP_TIME_FINISHED'],
			].sort(),
		);
		expect(Number(finished)).toBe(download?.time_finished);
		expect(Math.abs(Number(finished) - Date.now() / 1000)).toBeLessThan(60);
	});

	test('is reported when it fails', async () => {
		const text = completionText.failed('failing', programText.exit(1));
		await events.event('tribler_exception', { text });
		await logged(first, text, 'no space');
		expect(first.output()).not.toContain('\x1b[31m');
	});

	test('gets a hostile name as data for a shell, and a download cannot replace its script', async () => {
		const [name] = await until(async () => {
			const lines = await script.lines('name');
			return lines.length > 0 && lines;
		});
		expect(name).toContain('$(touchx);`id`\\n-rf');
		expect((await readdir(first.downloadFolder)).filter((entry) => entry.includes('x'))).toEqual([HOSTILE]);

		const [before, folder] = [await readFile(script.path, 'utf8'), dirname(script.path)];
		const made = await makeTorrent(await makeFolder(), 'done.sh', { 'x.bin': 20_000 });
		const client = first.client();
		await expect(client.addDownload({ body: { uri: made.path, destination: folder } })).rejects.toThrow(
			`(${guardText.command})`,
		);
		expect(await readFile(script.path, 'utf8')).toBe(before);
		await mkdir(join(folder, 'below'));
		const { infohash } = await client.addDownload({
			body: { uri: made.path, destination: join(folder, 'below') },
		});
		await client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	});

	test('runs alone, and an output of any length does not stop it', async () => {
		const names = ['facts', 'failing', 'long one', 'long two', HOSTILE, 'selected'];
		const found = await until(async () => {
			const lines = await script.lines('runs');
			return lines.length === 2 * names.length && lines;
		});
		for (let index = 0; index < found.length; index += 2)
			expect(found[index + 1]).toBe(found[index]?.replace('begin', 'end'));
		expect((await begun()).sort()).toEqual(names.map((name) => torrent(name).infohash).sort());
		const lengths = first
			.output()
			.split('\n')
			.map((line) => line.length);
		expect(Math.max(...lengths)).toBeLessThan(2_000);
	});

	test('does not run after a check of complete data, but when more files were selected', async () => {
		const client = first.client();
		await logged(first, completionText.ended('selected'));
		const { infohash } = torrent('selected');
		for (const each of [there, infohash])
			await client.changeDownload({ params: { infohash: each }, body: { state: 'recheck' } });
		await allSeed(first);
		expect(await runsOf('selected')).toBe(1);
		await client.changeDownload({ params: { infohash }, body: { selected_files: [0, 1] } });
		await until(async () => (await runsOf('selected')) === 2);
		await until(() => first.output().split(completionText.ended('selected')).length === 3);
		expect(await begun()).not.toContain(there);
	});
});

/** The service after that. */
let second: TestService;

describe('after a kill of the service', () => {
	let pid: number;
	let before: string[];

	beforeAll(async () => {
		await add(first, 'killed');
		pid = await pidOf('killed');
		await until(async () =>
			(await readFile(join(first.stateFolder, 'running-commands.json'), 'utf8').catch(() => '')).includes(
				String(pid),
			),
		);
		const folder = await makeFolder();
		// No peer has it.
		const made = await makeTorrent(folder, 'alone', { 'a.bin': 40_000 });
		offered = new Map([...offered, ['alone', made]]);
		await add(first, 'alone');
		const alone = async () =>
			(await downloadsOf(first)).find((each) => each.infohash === made.infohash && each);
		await until(async () => (await alone())?.status === 'DOWNLOADING');
		expect((await alone())?.time_finished).toBeUndefined();
		before = await begun();
		// The engine may finish it after its service was killed.
		await add(first, 'arriving');
		await first.end('SIGKILL');
		expect(isAlive(pid)).toBe(true);
		await cp(join(folder, 'alone'), join(first.downloadFolder, 'alone'), { recursive: true });
		second = await runService({
			folder: first.folder,
			...running(['/bin/sh', script.path, 'an argument']),
		});
	});

	test('the interrupted command is ended, and runs again', async () => {
		await logged(second, runningCommandsText.leftover(pid), completionText.ended('killed'));
		await until(() => !isAlive(pid));
		expect(await runsOf('killed')).toBe(2);
	});

	test('data that the engine completed meanwhile runs the command', async () => {
		await logged(second, completionText.ended('alone'), completionText.ended('arriving'));
		const alone = (await downloadsOf(second)).find(({ infohash }) => infohash === torrent('alone').infohash);
		expect(alone?.time_finished).toBeGreaterThan(0);
	});

	test('no ended or failed command runs again', async () => {
		await allSeed(second);
		const again = (await begun()).slice(before.length);
		expect(again.sort()).toEqual(
			['killed', 'alone', 'arriving'].map((name) => torrent(name).infohash).sort(),
		);
	});
});
