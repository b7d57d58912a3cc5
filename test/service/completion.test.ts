import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { runningCommandsText } from '../../source/service/completion/running-commands.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { guardText } from '../../source/service/storage/path-guard.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	runService,
	runServiceProcess,
	type ServiceOptions,
	type TestService,
} from '../fixtures/service.ts';
import { containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { runs } from '../runs.ts';

/** Torrents whose data a peer on loopback has, by name. */
let offered: ReadonlyMap<string, MadeTorrent>;
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', '$(touch x); `id`\n-rf'];

beforeAll(async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const folder = await makeFolder();
	const made = await Promise.all(
		names.map((name) =>
			makeTorrent(folder, name, { 'a.bin': 40_000, 'b.bin': 30_000 }, { trackers: [tracker.url] }),
		),
	);
	offered = new Map(made.map((torrent, index) => [names[index] ?? '', torrent]));
	const seeder = await startSeeder(
		made.map(({ infohash, bytes }) => ({ infohash, bytes, folder })),
		0,
	);
	atEnd(() => seeder.close());
});

function torrent(name: string): MadeTorrent {
	const found = offered.get(name);
	if (!found) throw new Error(`there is no torrent ${name}`);
	return found;
}

/** A script, and the lines that its runs have written to a file. */
interface Script {
	readonly path: string;
	/** Returns the first words of the lines. */
	runs(): Promise<string[]>;
	lines(): Promise<string[]>;
}

/** Writes a script for /bin/sh. `$RUNS` is the file of its lines. */
async function script(...commands: readonly string[]): Promise<Script> {
	const folder = await makeFolder();
	const [path, file] = [join(folder, 'done.sh'), join(folder, 'runs')];
	await writeFile(path, ['#!/bin/sh', `RUNS='${file}'`, ...commands, ''].join('\n'));
	await chmod(path, 0o755);
	const lines = async () =>
		(await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
	return { path, lines, runs: async () => (await lines()).map((line) => line.split(' ')[0] ?? '') };
}

/** Options of a service that runs this command. */
const running = (command: readonly string[], more: object = {}): ServiceOptions => ({
	flags: ['--no-pex'],
	settings: { on_complete: { command, ...more } },
});

const start = (command: readonly string[], more?: object) => runService(running(command, more));

const add = (service: TestService, name: string, label = '') =>
	service.client().addDownload({ body: { uri: torrent(name).path, ...(label === '' ? {} : { label }) } });

const logged = (service: TestService, ...messages: readonly string[]) =>
	until(() => messages.every((message) => service.output().includes(message)));

test('the command gets the facts in its environment, its own arguments, and nothing else', async () => {
	const { path, lines } = await script(
		'echo "$# $1|$SEEDTOP_INFOHASH|$SEEDTOP_DESTINATION|$SEEDTOP_PATH|$SEEDTOP_LABEL|$SEEDTOP_SIZE|$SEEDTOP_FILES" >> "$RUNS"',
		'echo "$SEEDTOP_HOPS|$(ls "$SEEDTOP_PATH" | tr "\\n" " ")|$(pwd)|$CORE_API_KEY$SEEDTOP_API_KEY$CORE_API_PORT$EXTRA" >> "$RUNS"',
		'env | cut -d= -f1 | sort | tr "\\n" " " >> "$RUNS"; echo >> "$RUNS"',
		'echo "$SEEDTOP_TIME_FINISHED" >> "$RUNS"',
	);
	const service = await runServiceProcess({
		flags: ['--no-pex'],
		settings: { on_complete: { command: [path, 'an argument'] } },
		env: { EXTRA: 'secret', CORE_API_KEY: 'secret' },
	});
	const { infohash } = torrent('one');
	await add(service, 'one', 'films');
	await logged(service, completionText.ended('one'));
	const [download] = await downloadsOf(service);
	const { downloadFolder } = service;
	const [facts, more, variables, finished] = await lines();
	expect(facts).toBe(`1 an argument|${infohash}|${downloadFolder}|${downloadFolder}/one|films|70000|2`);
	expect(more).toBe('0|a.bin b.bin |/|');
	expect(variables?.split(' ').filter((name) => !['', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual(
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

test('neither complete data, a recheck nor a restart runs the command; more files do', async () => {
	const { path, runs } = await script('echo "$SEEDTOP_NAME" >> "$RUNS"');
	const service = await start([path]);
	await addComplete(service, 'there');
	await allSeed(service);
	const { infohash } = torrent('two');
	await service.client().addDownload({ body: { uri: torrent('two').path, selected_files: [0] } });
	await logged(service, completionText.ended('two'));
	const checkAll = async () => {
		for (const download of await downloadsOf(service))
			await service
				.client()
				.changeDownload({ params: { infohash: download.infohash }, body: { state: 'recheck' } });
		await allSeed(service);
	};
	await checkAll();
	await service.end();
	await service.restart();
	await allSeed(service);
	expect(await runs()).toEqual(['two']);
	await service.client().changeDownload({ params: { infohash }, body: { selected_files: [0, 1] } });
	await logged(service, completionText.ended('two'));
	expect(await runs()).toEqual(['two', 'two']);
});

test('a failed command is reported and not repeated; the next download has its own', async () => {
	const { path, runs } = await script(
		'echo "$SEEDTOP_NAME" >> "$RUNS"',
		'printf "no space\\033[31m left" >&2',
		'[ "$SEEDTOP_NAME" = four ]',
	);
	const service = await start([path]);
	const events = await recordEvents(service.client());
	await add(service, 'three');
	const text = completionText.failed('three', programText.exit(1));
	await events.event('tribler_exception', { text });
	await logged(service, text, 'no space');
	expect(service.output()).not.toContain('\x1b[31m');
	await service.end();
	await service.restart();
	await add(service, 'four');
	await logged(service, completionText.ended('four'));
	expect(await runs()).toEqual(['three', 'four']);
});

test('a command that ignores its end is killed at the timeout, with its children', async () => {
	const { path, lines } = await script(
		'trap "" TERM',
		'sleep 600 &',
		'echo "$!" >> "$RUNS"',
		'sleep 600; sleep 600',
	);
	const service = await start([path], { timeout: 1 });
	await add(service, 'five');
	await logged(service, completionText.failed('five', programText.timeout(1)));
	const [child = ''] = await lines();
	await until(() => !isAlive(Number(child)));
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

test('commands run one at a time, and an output of any length does not stop them', async () => {
	const { path, lines } = await script(
		'echo "begin $SEEDTOP_NAME" >> "$RUNS"',
		'head -c 3000000 /dev/zero | tr "\\0" x',
		'echo "end $SEEDTOP_NAME" >> "$RUNS"',
	);
	const service = await start([path]);
	const some = ['one', 'two', 'three', 'four'];
	for (const name of some) await add(service, name);
	await until(async () => (await lines()).length === 2 * some.length);
	const found = await lines();
	for (let index = 0; index < found.length; index += 2)
		expect(found[index + 1]).toBe(found[index]?.replace('begin', 'end'));
	expect(
		Math.max(
			...service
				.output()
				.split('\n')
				.map((line) => line.length),
		),
	).toBeLessThan(2_000);
});

test('a killed service runs the command again, and ends the one of before', async () => {
	const { path, lines } = await script(
		'echo "$$ $SEEDTOP_NAME" >> "$RUNS"',
		'[ "$(wc -l < "$RUNS")" -gt 1 ] || sleep 600',
	);
	const service = await runServiceProcess(running([path]));
	await add(service, 'six');
	await until(async () => (await lines()).length === 1);
	const [first = ''] = await lines();
	const pid = Number(first.split(' ')[0]);
	await until(async () =>
		(await readFile(join(service.stateFolder, 'running-commands.json'), 'utf8').catch(() => '')).includes(
			String(pid),
		),
	);
	await service.end('SIGKILL');
	expect(isAlive(pid)).toBe(true);
	await service.restart();
	await logged(service, runningCommandsText.leftover(pid), completionText.ended('six'));
	await until(() => !isAlive(pid));
	expect((await lines()).map((line) => line.split(' ')[1])).toEqual(['six', 'six']);
	await service.end('SIGKILL');
	await service.restart();
	await add(service, 'seven');
	await logged(service, completionText.ended('seven'));
	expect((await lines()).map((line) => line.split(' ')[1])).toEqual(['six', 'six', 'seven']);
});

test('a stopped service ends its command, which runs again after the start', async () => {
	const { path, lines } = await script('echo "$$" >> "$RUNS"', '[ "$(wc -l < "$RUNS")" -gt 1 ] || sleep 600');
	const service = await start([path]);
	await add(service, 'seven');
	await until(async () => (await lines()).length === 1);
	await service.end();
	expect(service.output()).toContain(completionText.interrupted('seven'));
	expect(isAlive(Number((await lines())[0]))).toBe(false);
	await service.restart();
	await logged(service, completionText.ended('seven'));
	expect(await lines()).toHaveLength(2);
});

/** At most 8. */
const KILLS = runs(2);

test('kills at any time of a download lose no command', async () => {
	const { path, runs } = await script('echo "$SEEDTOP_INFOHASH" >> "$RUNS"');
	const service = await runServiceProcess(running([path], { parallel: 4 }));
	for (const [index, name] of names.slice(0, KILLS).entries()) {
		await add(service, name);
		// The engine may finish the download after its service was killed.
		if (index % 2 === 0)
			await until(
				async () =>
					(await downloadsOf(service)).at(-1)?.status === 'DOWNLOADING' ||
					(await downloadsOf(service)).at(-1)?.status === 'SEEDING',
			);
		await service.end('SIGKILL');
		await service.restart();
	}
	const expected = names.slice(0, KILLS).map((name) => torrent(name).infohash);
	await until(async () => {
		const found = await runs();
		return expected.every((infohash) => found.includes(infohash));
	});
}, 180_000);

test('data that the engine completed after a kill runs the command', async () => {
	const { path, runs } = await script('echo "$SEEDTOP_NAME" >> "$RUNS"');
	const service = await runServiceProcess(running([path]));
	const folder = await makeFolder();
	// No peer has it.
	const made = await makeTorrent(folder, 'alone', { 'a.bin': 40_000 });
	await service.client().addDownload({ body: { uri: made.path } });
	await until(async () => (await downloadsOf(service))[0]?.status === 'DOWNLOADING');
	expect((await downloadsOf(service))[0]?.time_finished).toBeUndefined();
	await service.end('SIGKILL');
	await cp(join(folder, 'alone'), join(service.downloadFolder, 'alone'), { recursive: true });
	await service.restart();
	await logged(service, completionText.ended('alone'));
	expect((await downloadsOf(service))[0]?.time_finished).toBeGreaterThan(0);
	expect(await runs()).toEqual(['alone']);
});

test('a command that cannot be started stays due', async () => {
	const { path, runs } = await script('echo "$SEEDTOP_NAME" >> "$RUNS"');
	await rm(path);
	const service = await start([path]);
	await logged(service, completionText.unusable(path, systemReasons.ENOENT));
	await add(service, 'eight');
	await until(() =>
		containing(completionText.notStarted('eight', systemReasons.ENOENT)).test(service.output()),
	);
	await service.end();
	await writeFile(path, `#!/bin/sh\necho again >> '${join(path, '..', 'runs')}'\n`);
	await chmod(path, 0o755);
	await service.restart();
	await until(async () => (await runs()).join() === 'again');
	await logged(service, completionText.ended('eight'));
});

test('a hostile name is data for a shell, and a download cannot replace its script', async () => {
	const { path, lines } = await script(
		'printf "%s" "$SEEDTOP_NAME" | od -An -c | tr -d " \\n" >> "$RUNS"; echo >> "$RUNS"',
	);
	const service = await start(['/bin/sh', path]);
	await add(service, names.at(-1) ?? '');
	await until(async () => (await lines()).length === 1);
	expect((await lines())[0]).toContain('$(touchx);`id`\\n-rf');
	expect(await readdir(service.downloadFolder)).toHaveLength(1);

	const [before, folder] = [await readFile(path, 'utf8'), dirname(path)];
	const made = await makeTorrent(await makeFolder(), 'done.sh', { 'x.bin': 20_000 });
	const client = service.client();
	await expect(client.addDownload({ body: { uri: made.path, destination: folder } })).rejects.toThrow(
		`(${guardText.command})`,
	);
	expect(await readFile(path, 'utf8')).toBe(before);
	await mkdir(join(folder, 'below'));
	await client.addDownload({ body: { uri: made.path, destination: join(folder, 'below') } });
});
