import { beforeAll, expect, test } from 'vitest';
import { hasPiece } from '../../source/metainfo/layout.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { atFileEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, runService, runServiceProcess, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MIB = 1024 * 1024;
const PIECE_BYTES = 16_384;

/** Upload limit of the seed for each torrent, bytes per second. */
const SPEED = 500_000;
const flags = ['--no-pex'];

/** Infohash of a magnet link that nobody has. It was added before the kill. */
const unknown = '1'.repeat(40);

/** Folder of the seed's data. */
let data: string;
let prioritized: MadeTorrent;
let sequential: MadeTorrent;
let seeder: EngineProcess;
/** The service after a kill during the download of prioritized files. */
let service: TestService;
/** Files before the kill, by name, when that of high priority was complete. */
let first: ReadonlyMap<string, ListedFile>;

beforeAll(async () => {
	data = await makeFolder();
	const tracker = await startTracker();
	atFileEnd(() => tracker.close());
	const make = (name: string, files: Readonly<Record<string, number>>) =>
		makeTorrent(data, name, files, { trackers: [tracker.url] });
	prioritized = await make('prioritized', { a: MIB, b: MIB, c: MIB, d: MIB });
	sequential = await make('sequential', { 'film.mkv': 3 * MIB, 'second.mkv': MIB });
	seeder = await startSeeder(
		[prioritized, sequential].map((torrent) => ({ ...torrent, folder: data })),
		SPEED,
	);
	atFileEnd(() => seeder.close());

	const killed = await runServiceProcess({ flags });
	service = killed;
	await service.client().addDownload({ body: { uri: prioritized.path } });
	await change(prioritized, { file_priorities: { high: [2], low: [0] } });
	first = await until(async () => {
		const files = await filesOf(prioritized);
		return files.get('c')?.progress === 1 && files;
	});
	await service.client().addDownload({ body: { uri: `magnet:?xt=urn:btih:${unknown}`, sequential: true } });
	await killed.end('SIGKILL');
	service = await runService({ folder: killed.folder, flags });
});

type ListedFile = Awaited<ReturnType<ReturnType<TestService['client']>['listFiles']>>['files'][number];

async function filesOf({ infohash }: MadeTorrent): Promise<Map<string, ListedFile>> {
	const { files } = await service.client().listFiles({ params: { infohash } });
	return new Map(files.map((file) => [file.name, file]));
}

function change({ infohash }: MadeTorrent, body: object) {
	return service.client().changeDownload({ params: { infohash }, body });
}

async function download(infohash: string) {
	return (await downloadsOf(service)).find((each) => each.infohash === infohash);
}

/** Lets the rest of a download arrive at once, and compares it. */
async function expectData(torrent: MadeTorrent): Promise<void> {
	await seeder.limit(torrent.infohash, 0, 0);
	await until(async () => (await download(torrent.infohash))?.status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
}

test('files with a high priority are complete first and those with a low one last, also after a kill', async () => {
	// Some pieces were requested before the change.
	for (const name of ['a', 'b', 'd']) expect([name, first.get(name)?.progress]).not.toEqual([name, 1]);
	expect(first.get('a')?.progress).toBeLessThan(0.4);

	const again = await until(async () => {
		const files = await filesOf(prioritized);
		return files.size === 4 && files;
	});
	expect([...again.values()].map(({ priority }) => priority)).toEqual(['low', 'normal', 'high', 'normal']);
	await change(prioritized, { file_priorities: { high: [1], normal: [2] } });
	const second = await until(async () => {
		const files = await filesOf(prioritized);
		return files.get('b')?.progress === 1 && files;
	});
	expect(second.get('a')?.progress).toBeLessThan(0.5);
	await change(prioritized, { state: 'recheck' });
	const third = await until(async () => {
		const files = await filesOf(prioritized);
		return files.get('d')?.progress === 1 && files;
	});
	expect(third.get('a')?.progress).not.toBe(1);
	await expectData(prioritized);
	const last = await filesOf(prioritized);
	expect([...last.values()].map(({ priority }) => priority)).toEqual(['low', 'high', 'normal', 'normal']);
});

test('a download that becomes sequential gets each file from its beginning, and its last piece early', async () => {
	await service.client().addDownload({ body: { uri: sequential.path, sequential: true } });
	const pieces = await until(async () => {
		const { downloads } = await service.client().listDownloads({ query: { get_pieces: true } });
		const found = downloads.find(({ infohash }) => infohash === sequential.infohash);
		// Before the transfer, the progress is that of the check.
		const isTransferred = found?.status === 'DOWNLOADING' && (found.progress ?? 0) > 0.4;
		return isTransferred && found.sequential && Buffer.from(found.pieces ?? '', 'base64');
	});
	const ofFilm = (3 * MIB) / PIECE_BYTES;
	const complete = Array.from({ length: ofFilm }, (_, index) => hasPiece(pieces, index));
	expect(complete.at(-1)).toBe(true);
	const gap = complete.indexOf(false);
	expect(gap).toBeGreaterThan(ofFilm / 4);
	// Open requests of a peer span some pieces.
	expect(complete.slice(gap, -1).filter(Boolean).length).toBeLessThan(40);
	expect(hasPiece(pieces, ofFilm + 8)).toBe(false);

	await change(sequential, { sequential: false });
	await expectData(sequential);
	expect(await download(sequential.infohash)).toMatchObject({ sequential: false });
});

test('priorities of a magnet link are refused before its metadata, and it stays sequential over a kill', async () => {
	const client = service.client();
	expect(await download(unknown)).toMatchObject({ sequential: true });
	const params = { infohash: unknown };
	await expect(
		client.changeDownload({ params, body: { file_priorities: { high: [0] } } }),
	).rejects.toMatchObject({ status: 400 });
	await client.changeDownload({ params, body: { sequential: false } });
	expect(await download(unknown)).toMatchObject({ sequential: false });
});
