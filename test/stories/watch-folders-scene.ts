import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';

/** Makes a torrent whose data a peer on loopback has. */
export const names = ['dropped', 'finished'];
export let service: TestService;
/** The watch folder, and the destination of its label. */
export let drop: string;
export let destination: string;
/** Written by the command on completion of the second download. */
export let ran: string;
/** Data of a peer, and its torrents. */
export let source: string;
export let torrents: readonly MadeTorrent[];

/** Starts the service of the tests of a file. */
export function prepareFolders(): void {
	beforeAll(async () => {
		const tracker = await startTracker();
		atEnd(() => tracker.close());
		source = await makeFolder();
		torrents = await Promise.all(
			names.map((name) =>
				makeTorrent(source, name, { [`${name}.bin`]: 90_000 }, { trackers: [tracker.url] }),
			),
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
}
