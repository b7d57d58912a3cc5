import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import type { EngineProcess } from '../../../source/service/engine/process.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { downloadsOf, type Listed, type TestService } from '../../fixtures/service.ts';
import { startSeeder, startTracker, type Tracker } from '../../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';

/** A torrent with its data in a folder of its own. */
export interface Offered extends MadeTorrent {
	/** Contents of its files by path. */
	readonly contents: ReadonlyMap<string, Buffer>;
	readonly magnet: string;
	readonly folder: string;
}

let tracker: Tracker;
/** Seeds torrents of a file until its end. */
let peer: EngineProcess;

/** Starts a tracker and a peer for the torrents of a file. */
export function announceTorrents(): void {
	beforeAll(async () => {
		tracker = await startTracker();
		atEnd(() => tracker.close());
		peer = await startSeeder([], 0);
		atEnd(() => peer.close());
	});
}

/** Makes a torrent of files with these contents, in a folder of its own. */
export async function offer(
	name: string,
	files: Readonly<Record<string, Buffer>>,
	pieceLength = 16_384,
): Promise<Offered> {
	const folder = await makeFolder();
	const contents = new Map(Object.entries(files));
	await place(folder, name, contents);
	const made = await makeTorrent(folder, name, {}, { trackers: [tracker.url], pieceLength });
	const magnet = `magnet:?xt=urn:btih:${made.infohash}&dn=${name}&tr=${encodeURIComponent(tracker.url)}`;
	return { ...made, folder, contents, magnet };
}

/** Lets the peer seed torrents. `maxUploadSpeed`: of each, bytes per second; 0 for no limit. */
export async function seed(torrents: readonly Offered[], maxUploadSpeed = 0): Promise<void> {
	for (const { infohash, bytes, folder } of torrents)
		await peer.add({
			infohash,
			source: { torrent: bytes },
			destination: folder,
			selected: null,
			mode: 'run',
			maxDownloadSpeed: 0,
			maxUploadSpeed,
			route: [],
		});
	await until(() =>
		torrents.every(({ infohash }) => tracker.announces.some((each) => each.infohash === infohash)),
	);
}

/** Writes files of a torrent below a destination. */
export async function place(
	destination: string,
	name: string,
	files: Iterable<readonly [string, Buffer]>,
): Promise<void> {
	for (const [path, content] of files) {
		await mkdir(dirname(join(destination, name, path)), { recursive: true });
		await writeFile(join(destination, name, path), content);
	}
}

/** Returns the content of a file below a destination. */
export function contentOf(destination: string, name: string, path: string): Promise<Buffer> {
	return readFile(join(destination, name, path));
}

/** Waits until a download has a status and is as expected, and returns it. */
export function reaches(
	service: Pick<TestService, 'client'>,
	{ infohash }: Pick<MadeTorrent, 'infohash'>,
	status: string,
	is: (download: Listed) => boolean = () => true,
): Promise<Listed> {
	let found: Listed | undefined;
	return until(
		async () => {
			found = (await downloadsOf(service)).find((each) => each.infohash === infohash);
			return found?.status === status && is(found) && found;
		},
		{ awaited: `${infohash} ${status}`, seen: () => JSON.stringify(found) },
	);
}

/** Removes a download and keeps its data. */
export async function removed(
	service: Pick<TestService, 'client'>,
	{ infohash }: Pick<MadeTorrent, 'infohash'>,
): Promise<void> {
	await service.client().removeDownload({ params: { infohash }, body: { remove_data: false } });
}
