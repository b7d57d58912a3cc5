import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import type { Download } from '../../source/protocol/resources/download.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Mounts a separate file system in memory until the end of the test. Skips the test where that is impossible. */
export function mountedFolder(path: string, megabytes: number, { skip }: TestContext) {
	mkdirSync(path, { recursive: true });
	const mount = (...words: string[]) => spawnSync('mount', words, { encoding: 'utf8' });
	if (mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path).status !== 0)
		skip('a file system of its own takes the right to mount one');
	onTestFinished(() => {
		spawnSync('umount', ['--lazy', path]);
	});
	return {
		path,
		remount: (options: string) => {
			const done = mount('-o', `remount,${options}`, path);
			expect(done.stderr).toBe('');
		},
	};
}

export interface DiskFaultScene {
	readonly service: TestService;
	/** Folder of the service. */
	readonly root: string;
	/** Folder of the peer's data. */
	readonly data: string;
	/** A peer that has the data of all torrents. */
	readonly peer: EngineProcess;
	/** Returns a torrent of the peer. */
	torrentOf(name: string): MadeTorrent;
	find(torrent: MadeTorrent): Promise<Download | undefined>;
	/** Waits for a status. */
	reach(torrent: MadeTorrent, status: string): Promise<Download>;
	order(torrent: MadeTorrent, state: 'stop' | 'resume'): Promise<unknown>;
}

/** Starts a service, and a peer that has torrents with these names. */
export async function diskFaultScene(names: readonly string[]): Promise<DiskFaultScene> {
	const root = await makeFolder();
	const announce = await startTracker();
	atEnd(() => announce.close());
	const data = join(root, 'data');
	const made = await Promise.all(
		names.map((name) =>
			makeTorrent(data, name, { 'x.bin': 2_000_000 }, { trackers: [announce.url], pieceLength: 65_536 }),
		),
	);
	const torrents = new Map(made.map((torrent, at) => [names[at] ?? '', torrent]));
	const peer = await startSeeder(
		made.map(({ infohash, bytes }) => ({ infohash, bytes, folder: data })),
		0,
	);
	atEnd(() => peer.close());
	const service = await runService({ folder: root, flags: ['--peer-host', '127.0.0.1'] });
	const find = async ({ infohash }: MadeTorrent) =>
		(await service.client().listDownloads()).downloads.find((each) => each.infohash === infohash);
	return {
		service,
		root,
		data,
		peer,
		torrentOf: (name) => {
			const found = torrents.get(name);
			if (!found) throw new Error(`there is no torrent ${name}`);
			return found;
		},
		find,
		reach: (torrent, status) =>
			until(async () => {
				const found = await find(torrent);
				return found?.status === status && found;
			}),
		order: ({ infohash }, state) =>
			service.client().changeDownload({ params: { infohash }, body: { state } }),
	};
}
