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

/** A torrent that a seed offers. */
export interface Offered extends MadeTorrent {
	/** Contents of its files by path, as the seed has them. */
	readonly contents: ReadonlyMap<string, Buffer>;
	readonly magnet: string;
	/** Folder of the seed. */
	readonly folder: string;
}

let tracker: Tracker;

/** Starts a tracker for the torrents of a file. */
export function useTracker(): void {
	beforeAll(async () => {
		tracker = await startTracker();
		atEnd(() => tracker.close());
	});
}

/** Makes torrents of the same name, whose files have these contents, and seeds them. */
export async function offer(
	name: string,
	files: Readonly<Record<string, Buffer>>,
	{ pieceLength = 16_384, maxUploadSpeed = 0, isSeeded = true } = {},
): Promise<Offered & { readonly seed: EngineProcess | undefined }> {
	const folder = await makeFolder();
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name, path)), { recursive: true });
		await writeFile(join(folder, name, path), content);
	}
	const made = await makeTorrent(folder, name, {}, { trackers: [tracker.url], pieceLength });
	const { infohash, bytes } = made;
	const seed = isSeeded ? await startSeeder([{ infohash, bytes, folder }], maxUploadSpeed) : undefined;
	if (seed) {
		atEnd(() => seed.close());
		await until(() => tracker.announces.some((each) => each.infohash === infohash));
	}
	return {
		...made,
		folder,
		seed,
		contents: new Map(Object.entries(files)),
		magnet: `magnet:?xt=urn:btih:${infohash}&dn=${name}&tr=${encodeURIComponent(tracker.url)}`,
	};
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

/** Waits until a download has a status, and returns it. */
export function reaches(
	service: Pick<TestService, 'client'>,
	{ infohash }: Pick<MadeTorrent, 'infohash'>,
	status: string,
): Promise<Listed> {
	return until(async () => {
		const found = (await downloadsOf(service)).find((each) => each.infohash === infohash);
		return found?.status === status && found;
	});
}
