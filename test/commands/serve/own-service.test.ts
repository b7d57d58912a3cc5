import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { nextSteps } from '../../../source/client/add-source.ts';
import { binaryText } from '../../../source/commands/output/binary.ts';
import { magnetText } from '../../../source/metainfo/magnet.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { type Ended, run } from '../program.ts';
import { runHere, startHere } from '../run-here.ts';

let service: TestService;
let one: MadeTorrent;
let two: MadeTorrent;

beforeAll(async () => {
	service = await runService();
	one = await makeTorrent(service.downloadFolder, 'first', { 'a.bin': 40_000, 'b/c.bin': 10_000 });
	two = await makeTorrent(service.downloadFolder, 'second', { 'x.bin': 20_000 });
});

const words = (line: string) => ['--state-dir', service.stateFolder, ...line.split(' ')];

const seedtop = (line: string): Promise<Ended> => runHere(words(line));

async function statusOf(name: string): Promise<string> {
	const { out } = await seedtop(`ls ${name} --json`);
	return JSON.parse(out).downloads[0].status;
}

test('a user adds by relative path and from lines of input, lists, stops, resumes, rechecks, selects files, and removes', async () => {
	const added = await run(words('add first.torrent -'), {
		cwd: service.downloadFolder,
		input: `# what I want\n\n  second.torrent  \n/nowhere.torrent\n`,
	});
	expect(added.out).toBe(`${one.infohash}\n${two.infohash}\n`);
	expect(added.code).toBe(1);
	expect(added.err).toBe(
		'seedtop: Cannot read the torrent file "/nowhere.torrent": no such file or folder. ' +
			`${nextSteps.TorrentFileError}\n`,
	);
	await until(
		async () => (await statusOf('first')) === 'SEEDING' && (await statusOf('second')) === 'SEEDING',
	);

	const list = await seedtop('ls --no-header --status SEEDING');
	expect(list.out).toMatch(/^\w{40}\tfirst\tSEEDING\t.*\n\w{40}\tsecond\tSEEDING\t.*\n$/);
	const files = JSON.parse((await seedtop('files first --json')).out).files;
	expect(files.map(({ name, size }: { name: string; size: number }) => [name, size])).toEqual([
		['a.bin', 40_000],
		['b/c.bin', 10_000],
	]);

	const out = `${one.infohash}\tfirst\tstopped\n${two.infohash}\tsecond\tstopped\n`;
	expect(await seedtop('pause first second')).toMatchObject({ code: 0, out, err: '' });
	await until(async () => (await statusOf('first')) === 'STOPPED');
	expect((await seedtop('resume --status stopped')).code).toBe(0);
	await until(async () => (await statusOf('first')) === 'SEEDING');
	expect((await seedtop(`recheck ${one.infohash.slice(0, 12)}`)).code).toBe(0);
	expect((await seedtop('select first 1')).code).toBe(0);
	expect((await seedtop('files first')).out).toMatch(
		/\ta\.bin\t.*\tno\tnormal\n.*\tb\/c\.bin\t.*\tyes\tnormal\n$/,
	);

	const refused = await seedtop('remove --all');
	expect(refused.code).toBe(2);
	expect(refused.err).toMatch(
		/^seedtop: Remove 2 downloads \(68\.4 KiB\) and keep their data\?.*\n {2}.*first.*\n {2}.*second/,
	);
	expect((await seedtop('remove second --yes --with-data')).code).toBe(0);
	await expect(stat(join(service.downloadFolder, 'second'))).rejects.toThrow('ENOENT');
	expect((await seedtop('remove first --yes')).code).toBe(0);
	expect((await stat(join(service.downloadFolder, 'first', 'a.bin'))).size).toBe(40_000);
	expect((await seedtop('ls --json')).out).toBe(
		'{"downloads":[],"checkpoints":{"all_loaded":true,"loaded":0,"total":0}}\n',
	);
});

test('add names a source that the service refuses, and prints the reason once', async () => {
	const digits = 'd'.repeat(64);
	const second = await seedtop(`add ${digits}`);
	expect(second).toMatchObject({ code: 1, out: '' });
	expect(second.err).toBe(
		`seedtop: Cannot add "magnet:?xt=urn:btmh:1220${digits}": ${magnetText.secondVersion}.\n`,
	);
	expect(second.err.match(/hybrid/g)).toHaveLength(1);
	const link = 'magnet:?xt=urn:btih:123';
	const { err } = await seedtop(`add ${link}`);
	expect(err).toMatch(/^seedtop: Cannot add "magnet:\?xt=urn:btih:123": this magnet link cannot be used: /);
});

test('a user saves the torrent file, to standard output and into a file', async () => {
	await seedtop(`add ${one.path}`);
	const piped = await seedtop('torrent first');
	expect(piped.bytes).toEqual(
		Buffer.from(await service.client().getTorrent({ params: { infohash: one.infohash } })),
	);
	const file = join(service.folder, 'copy.torrent');
	expect(await seedtop(`torrent first -o ${file}`)).toMatchObject({ code: 0, out: '', err: '' });
	expect(await readFile(file)).toEqual(piped.bytes);
	expect(await seedtop(`torrent first -o ${file}`)).toMatchObject({
		code: 1,
		err: `seedtop: ${binaryText.exists(file)}\n`,
	});
	await writeFile(file, 'earlier');
	expect(await seedtop(`torrent first -o ${file} --force`)).toMatchObject({ code: 0 });
	expect(await readFile(file)).toEqual(piped.bytes);
	expect((await seedtop(`torrent first -o ${service.folder}/no/such`)).err).toMatch(
		containing(binaryText.unwritable(ANY)),
	);
});

test('add prints the next step for an address that does not answer', async () => {
	expect(await seedtop('add http://127.0.0.1:9/x.torrent')).toMatchObject({
		code: 1,
		err:
			'seedtop: Cannot fetch the torrent "http://127.0.0.1:9/x.torrent": connection refused. ' +
			`${nextSteps.TorrentUrlError}\n`,
	});
});

test('add reports options that have no effect on an existing download', async () => {
	await seedtop(`add ${one.path}`);
	const again = `add ${one.path} --destination ${service.folder}/other --files 1`;
	expect(await seedtop(again)).toMatchObject({
		code: 0,
		out: `${one.infohash}\n`,
		err: `seedtop: Already added: ${one.path}. Not applied: --destination, --files. Change it with 'seedtop select'.\n`,
	});
	const { out } = await seedtop(`${again} --json`);
	expect(JSON.parse(out).results[0]).toMatchObject({
		done: true,
		not_applied: ['--destination', '--files'],
	});
	const same = `add ${one.path} --destination ${service.downloadFolder} --files 0,1 --hops 0`;
	expect(await seedtop(same)).toMatchObject({ code: 0, err: '' });
});

test('select refuses numbers and paths that the download does not have, and changes nothing', async () => {
	await seedtop(`add ${one.path}`);
	expect(await seedtop('select first 1 99')).toMatchObject({
		code: 2,
		err: "seedtop: The download has no file number 99. Its last one is 1. List them with 'seedtop files'.\n",
	});
	expect(await seedtop('select first --unwant a.bin --unwant nosuch')).toMatchObject({
		code: 5,
		err: "seedtop: The download has no file or folder 'nosuch'. List them with 'seedtop files'.\n",
	});
	const files = JSON.parse((await seedtop('files first --json')).out).files;
	expect(files.map(({ included }: { included: boolean }) => included)).toEqual([true, true]);
	expect(await seedtop('select first --unwant first/b')).toMatchObject({ code: 0, err: '' });
	expect(await seedtop(`select ${one.infohash} --want first`)).toMatchObject({ code: 0, err: '' });
	expect((await seedtop('files first')).out).toMatch(
		/\ta\.bin\t.*\tyes\tnormal\n.*\tb\/c\.bin\t.*\tyes\tnormal\n$/,
	);
});

test('a user sees the version, the state and the features of the service', async () => {
	const { out, code } = await seedtop('status --json');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		service: { url: service.url, version: expect.stringMatching(/^\d/) },
		state: { state: 'STARTED' },
		offers: { state: true },
	});
});

test('a user sends any request and gets the response of the service', async () => {
	const list = await seedtop('api get /downloads get_files=1');
	expect(JSON.parse(list.out).downloads[0].files).toHaveLength(2);
	const change = await seedtop(`api PATCH /downloads/{infohash} infohash=${one.infohash} selected_files=0,1`);
	expect(JSON.parse(change.out)).toEqual({ modified: true, infohash: one.infohash });
	const state = await runHere([
		'api',
		'PATCH',
		`/downloads/${one.infohash}`,
		'-d',
		'{"state": "stop"}',
		'--state-dir',
		service.stateFolder,
	]);
	expect(JSON.parse(state.out)).toEqual({ modified: true, infohash: one.infohash });
	expect(await seedtop('api PATCH /downloads/x state=explode')).toMatchObject({ code: 2, out: '' });
	expect(await seedtop('api GET /nowhere?x=1 y=2')).toMatchObject({ code: 5, out: '' });
});

test('events survives a restart of the service, and ends at ctrl-c with 130', async () => {
	const port = new URL(service.url).port;
	const events = startHere([
		'events',
		'--url',
		service.url,
		'--api-key',
		service.key,
		'--type',
		'events_start,torrent_status_changed',
	]);
	await events.prints('"type":"events_start"');
	await service.end();
	await service.restart(['--port', port]);
	await until(() => events.objects().filter(({ type }) => type === 'events_start').length === 2);
	await seedtop('resume first');
	await events.prints(one.infohash);
	const { code, err } = await events.end('SIGINT');
	expect({ code, err }).toEqual({ code: 130, err: '' });
	for (const event of events.objects()) {
		expect(event).toEqual({ type: expect.any(String), payload: expect.any(Object), at: expect.any(Number) });
		expect(Math.abs(Number(event.at) - Date.now() / 1000)).toBeLessThan(60);
	}
	expect(new Set(events.objects().map(({ type }) => type))).toEqual(
		new Set(['events_start', 'torrent_status_changed']),
	);
});
