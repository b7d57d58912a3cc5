import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionText } from '../../source/service/completion/completion-commands.ts';
import { programText } from '../../source/service/completion/run-program.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Makes a torrent whose data a peer on loopback has. */
async function offer(name: string) {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const source = await makeFolder();
	const torrent = await makeTorrent(source, name, { 'a.bin': 90_000 }, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: source }], 0);
	atEnd(() => seeder.close());
	return { ...torrent, source };
}

test('a user drops files into a watch folder, and sees the labelled download and the corrupt file', async () => {
	const { source, path, files } = await offer('dropped');
	const drop = join(await makeFolder(), 'films');
	await mkdir(drop);
	const service = await runService({ flags: ['--no-pex', '--watch-label', `films=${drop}`] });
	const destination = join(service.folder, 'of films');
	await service.client().createLabel({ params: { name: 'films' }, body: { destination } });
	const { user, screen, list } = await openCockpit(service, { names: ['dropped'] });

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
	const { path } = await offer('finished');
	const folder = await makeFolder();
	const [drop, script, ran] = ['films', 'done.sh', 'ran'].map((name) => join(folder, name));
	if (!drop || !script || !ran) throw new Error('a path is missing');
	await mkdir(drop);
	const lines = ['#!/bin/sh', `echo "$SEEDTOP_NAME $SEEDTOP_LABEL $SEEDTOP_PATH" > '${ran}'`, 'exit 3', ''];
	await writeFile(script, lines.join('\n'), { mode: 0o755 });
	const flags = ['--no-pex', '--watch-label', `films=${drop}`, '--on-complete', script];
	const service = await runService({ flags });
	const { screen, list } = await openCockpit(service, { names: ['finished'] });

	await copyFile(path, join(drop, 'finished.torrent'));
	await list.shows('finished', 'SEEDING');
	await until(
		async () =>
			(await readFile(ran, 'utf8').catch(() => '')) === `finished films ${service.downloadFolder}/finished\n`,
	);
	await until(() => service.output().includes(completionText.failed('finished', programText.exit(3))));
	await screen.shows(completionText.failure);
});
