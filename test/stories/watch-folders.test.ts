import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Makes a torrent whose data a peer on loopback has. */
const names = ['dropped', 'finished'];
let service: TestService;
/** The watch folder, and the destination of its label. */
let drop: string;
let destination: string;
/** Written by the command on completion of the second download. */
let ran: string;
/** Data of a peer, and its torrents. */
let source: string;
let torrents: readonly MadeTorrent[];

beforeAll(async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	source = await makeFolder();
	torrents = await Promise.all(
		names.map((name) => makeTorrent(source, name, { [`${name}.bin`]: 90_000 }, { trackers: [tracker.url] })),
	);
	const offered = torrents.map(({ infohash, bytes }) => ({ infohash, bytes, folder: source }));
	const seeder = await startSeeder(offered, 0);
	atEnd(() => seeder.close());
	const folder = await makeFolder();
	drop = join(folder, 'films');
	ran = join(folder, 'ran');
	const script = join(folder, 'done.sh');
	await mkdir(drop);
	const lines = [
		'#!/bin/sh',
		'[ "$SEEDTOP_NAME" = finished ] || exit 0',
		`echo "$SEEDTOP_NAME $SEEDTOP_LABEL $SEEDTOP_PATH" > '${ran}'`,
		'exit 3',
		'',
	];
	await writeFile(script, lines.join('\n'), { mode: 0o755 });
	const flags = ['--no-pex', '--watch-label', `films=${drop}`, '--on-complete', script];
	service = await runService({ flags });
	destination = join(service.folder, 'of films');
	await service.client().createLabel({ params: { name: 'films' }, body: { destination } });
});

test('a user drops files into a watch folder, and sees the labelled download and the corrupt file', async () => {
	const { path = '', files = [] } = torrents[0] ?? {};
	const { user, screen, list } = await openCockpit(service, { names });
	await copyFile(path, join(drop, 'dropped.torrent'));
	await list.shows('dropped', 'SEEDING');
	user.filter('label=films');
	await list.lists(['dropped']);
	expect(await digests(destination, files)).toEqual(await digests(source, files));
	await until(async () => (await readdir(drop)).join() === 'dropped.torrent.added');

	await writeFile(join(drop, 'broken.torrent'), 'no torrent');
	await screen.shows('broken.torrent');
	await until(async () => (await readdir(drop)).includes('broken.torrent.corrupt'));
});

test('the command on completion runs for a dropped file, and its failure is shown', async () => {
	const { path = '' } = torrents[1] ?? {};
	const { user, screen, list } = await openCockpit(service, { names });
	user.filter('finished');
	await copyFile(path, join(drop, 'finished.torrent'));
	await list.shows('finished', 'SEEDING');
	await until(
		async () => (await readFile(ran, 'utf8').catch(() => '')) === `finished films ${destination}/finished\n`,
	);
	await until(() => service.output().includes(completionText.failed('finished', programText.exit(3))));
	await screen.shows(completionText.failure);
});
