import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPiece } from '../../source/metainfo/layout.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, runService, runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MIB = 1024 * 1024;
const PIECE_BYTES = 16_384;

interface Transfer {
	readonly service: TestServiceProcess;
	readonly torrent: MadeTorrent;
	/** Folder of the seed's data. */
	readonly data: string;
}

/** Starts a service, and a seed that sends files to it at this speed, bytes per second. Nothing is added yet. */
async function slowTransfer(files: Readonly<Record<string, number>>, speed: number): Promise<Transfer> {
	const data = await makeFolder();
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const torrent = await makeTorrent(data, 'ordered', files, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: data }], speed);
	atEnd(() => seeder.close());
	return { service: await runServiceProcess({ flags: ['--no-pex'] }), torrent, data };
}

async function filesOf({ service, torrent: { infohash } }: Transfer) {
	const { files } = await service.client().listFiles({ params: { infohash } });
	return new Map(files.map((file) => [file.name, file]));
}

function change({ service, torrent: { infohash } }: Transfer, body: object) {
	return service.client().changeDownload({ params: { infohash }, body });
}

async function expectData({ service, torrent, data }: Transfer): Promise<void> {
	await until(async () => (await downloadsOf(service)).every(({ status }) => status === 'SEEDING'));
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
}

test('files with a high priority are complete first and those with a low one last, also after a kill', async () => {
	const transfer = await slowTransfer({ a: MIB, b: MIB, c: MIB, d: MIB }, 500_000);
	const { service, torrent } = transfer;
	await service.client().addDownload({ body: { uri: torrent.path } });
	await change(transfer, { file_priorities: { high: [2], low: [0] } });
	const first = await until(async () => {
		const files = await filesOf(transfer);
		return files.get('c')?.progress === 1 && files;
	});
	// Some pieces were requested before the change.
	for (const name of ['a', 'b', 'd']) expect([name, first.get(name)?.progress]).not.toEqual([name, 1]);
	expect(first.get('a')?.progress).toBeLessThan(0.4);

	await service.end('SIGKILL');
	await service.restart();
	const again = await until(async () => {
		const files = await filesOf(transfer);
		return files.size === 4 && files;
	});
	expect([...again.values()].map(({ priority }) => priority)).toEqual(['low', 'normal', 'high', 'normal']);
	await change(transfer, { file_priorities: { high: [1], normal: [2] } });
	const second = await until(async () => {
		const files = await filesOf(transfer);
		return files.get('b')?.progress === 1 && files;
	});
	expect(second.get('a')?.progress).toBeLessThan(0.5);
	await change(transfer, { state: 'recheck' });
	const third = await until(async () => {
		const files = await filesOf(transfer);
		return files.get('d')?.progress === 1 && files;
	});
	expect(third.get('a')?.progress).not.toBe(1);
	await expectData(transfer);
	const last = await filesOf(transfer);
	expect([...last.values()].map(({ priority }) => priority)).toEqual(['low', 'high', 'normal', 'normal']);
});

test('a download that becomes sequential gets each file from its beginning, and its last piece early', async () => {
	const transfer = await slowTransfer({ 'film.mkv': 3 * MIB, 'second.mkv': MIB }, 500_000);
	const { service, torrent } = transfer;
	await service.client().addDownload({ body: { uri: torrent.path, sequential: true } });
	const pieces = await until(async () => {
		const { downloads } = await service.client().listDownloads({ query: { get_pieces: true } });
		const [found] = downloads;
		return (found?.progress ?? 0) > 0.4 && found?.sequential && Buffer.from(found.pieces ?? '', 'base64');
	});
	const ofFilm = (3 * MIB) / PIECE_BYTES;
	const complete = Array.from({ length: ofFilm }, (_, index) => hasPiece(pieces, index));
	expect(complete.at(-1)).toBe(true);
	const gap = complete.indexOf(false);
	expect(gap).toBeGreaterThan(ofFilm / 4);
	// Open requests of a peer span some pieces.
	expect(complete.slice(gap, -1).filter(Boolean).length).toBeLessThan(40);
	expect(hasPiece(pieces, ofFilm + 8)).toBe(false);

	await service.end('SIGKILL');
	await service.restart();
	await until(async () => (await downloadsOf(service))[0]?.sequential === true);
	await change(transfer, { sequential: false });
	await expectData(transfer);
	expect(await downloadsOf(service)).toMatchObject([{ sequential: false }]);
});

test('priorities of a magnet link are refused before its metadata', async () => {
	const service = await runService();
	const infohash = '1'.repeat(40);
	const client = service.client();
	await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${infohash}`, sequential: true } });
	const params = { infohash };
	await expect(
		client.changeDownload({ params, body: { file_priorities: { high: [0] } } }),
	).rejects.toMatchObject({ status: 400 });
	await client.changeDownload({ params, body: { sequential: false } });
	expect(await downloadsOf(service)).toMatchObject([{ infohash, sequential: false }]);
});

test('priorities stay with a download whose data moves, and whose torrent is added again', async () => {
	const { service, torrent } = await slowTransfer({ a: MIB, b: MIB }, 1);
	const { infohash } = torrent;
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path } });
	const params = { infohash };
	await client.changeDownload({ params, body: { file_priorities: { low: [1] }, sequential: true } });
	const to = join(await makeFolder(), 'elsewhere');
	await client.moveDownload({ params, body: { destination: to } });
	await until(async () => (await downloadsOf(service))[0]?.destination === to);
	await client.addDownload({ body: { uri: torrent.path } });
	const { files } = await client.listFiles({ params });
	expect(files.map(({ priority }) => priority)).toEqual(['normal', 'low']);
	expect(await downloadsOf(service)).toMatchObject([{ sequential: true }]);
});
