import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import createTorrent from 'create-torrent';
import { expect, test } from 'vitest';
import { deleteData } from '../../../source/metainfo/delete-data.ts';
import { countPieces, selectionBytes } from '../../../source/metainfo/layout.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { diskText, missingText } from '../../../source/service/engine/webtorrent/disk/disk-error.ts';
import { fileWatchText } from '../../../source/service/engine/webtorrent/disk/file-watch.ts';
import { differing, folder, type Lab, lab, sample, seeder, tracker } from './lab.ts';

test('uploads obey the limit of their download', async () => {
	const trackers = [await tracker()];
	const [limited, free] = await Promise.all([
		sample({ 'a.bin': 2_000_000 }, { trackers }),
		sample({ 'a.bin': 2_000_000 }, { trackers, seed: 7 }),
	]);
	const { infohash } = limited.metainfo;
	const [source, target] = await Promise.all([lab(), lab()]);
	await source.engine.add(limited.download(limited.seedFolder, { maxUploadSpeed: 30_000 }));
	await source.engine.add(free.download(free.seedFolder));
	for (const { metainfo } of [limited, free])
		await source.until(
			'announced',
			() => source.status(metainfo.infohash)?.trackers[0]?.status === 'Working',
		);
	await target.engine.add(limited.download(folder()));
	await target.until('a part', () => (target.status(infohash)?.downloaded ?? 0) > 0);
	// A download of the same size without a limit overtakes it.
	await target.engine.add(free.download(folder()));
	await target.until('finished', () => target.of('finished', free.metainfo.infohash)[0]);
	expect(target.of('finished', infohash)).toEqual([]);
	expect(target.status(infohash)?.downloaded).toBeLessThan(1_000_000);
	await source.until('a speed', () => (source.status(infohash)?.speedUp ?? 0) > 0);
	await source.engine.stop(infohash);
});

test('no data is written after a stop', async () => {
	const torrent = await sample(
		Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.bin`, 250_000])),
		{ trackers: [await tracker()] },
	);
	const { infohash } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	for (let round = 0; round < 2; round++) {
		await target.engine.add(torrent.download(destination));
		await target.until(
			'data',
			() => (target.status(infohash)?.downloaded ?? 0) > 0 && readdirSync(destination).length > 0,
		);
		await target.engine.stop(infohash);
		const { problems } = await deleteData(torrent.metainfo, destination);
		expect(problems).toEqual([]);
		// After one more exchange with the engine, all pending writes of it are done.
		await target.engine.peers(infohash);
		expect(readdirSync(destination)).toEqual([]);
	}
});

test('transfers shortly before a stop are reported', async () => {
	const torrent = await sample({ 'a.bin': 300_000 }, { trackers: [await tracker()] });
	const { infohash, length } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	await target.engine.add(torrent.download(folder()));
	await target.until('the end', () => target.of('finished', infohash).length > 0);
	await Promise.all([target.engine.stop(infohash), source.engine.stop(infohash)]);
	expect(target.status(infohash)).toMatchObject({ downloaded: length, speedDown: 0, connectedSeeds: 0 });
	expect(source.status(infohash)).toMatchObject({ uploaded: length });
});

test('the progress of a stopped download counts complete pieces only', async () => {
	const torrent = await sample({ 'a.bin': 4_000_000 }, { trackers: [await tracker()], pieceLength: 1 << 20 });
	const { infohash, length } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	await target.engine.add(torrent.download(folder(), { maxDownloadSpeed: 500_000 }));
	await target.until('a part of a piece', () => (target.status(infohash)?.progress ?? 0) > 0);
	await target.engine.stop(infohash);
	const { complete } = selectionBytes(torrent.metainfo, target.bitfield(infohash) ?? new Uint8Array(), null);
	expect(target.status(infohash)).toMatchObject({
		remaining: length - complete,
		progress: complete / length,
	});
});

test('a private torrent uses its tracker only, with discovery switched on', async () => {
	const torrent = await sample({ 'a.bin': 300_000 });
	const announce = await tracker();
	const bytes = await new Promise<Uint8Array>((resolve, reject) =>
		createTorrent(
			join(torrent.seedFolder, 'sample'),
			{ private: true, announceList: [[announce]] },
			(error, made) => (error ? reject(error) : resolve(made)),
		),
	);
	const { infohash, private: isPrivate } = parseTorrent(bytes);
	expect(isPrivate).toBe(true);
	const source = { torrent: bytes };
	const [from, to] = await Promise.all([lab(), lab({ peerExchange: true })]);
	await from.engine.add(torrent.download(torrent.seedFolder, { infohash, source }));
	await from.until('announced', () => from.status(infohash)?.trackers[0]?.status === 'Working');
	const destination = folder();
	await to.engine.add(torrent.download(destination, { infohash, source }));
	await to.until('finished', () => to.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});

test('a magnet link can name a peer, be stopped before its metadata arrives, and select files in advance', async () => {
	const torrent = await sample({ 'a.bin': 100_000, 'b.bin': 200_000 });
	const { metainfo } = torrent;
	const { infohash } = metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	const withoutPeers = { source: { magnet: `magnet:?xt=urn:btih:${infohash}` } };
	await target.engine.add(torrent.download(destination, withoutPeers));
	await target.untilPhase(infohash, 'metadata');
	await target.engine.stop(infohash);
	expect(target.of('bitfield', infohash)).toEqual([]);

	const magnet = `magnet:?xt=urn:btih:${infohash}&x.pe=127.0.0.1:${portOf(source)}`;
	await target.engine.add(torrent.download(destination, { source: { magnet }, selected: [1] }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	const had = countPieces(target.bitfield(infohash) ?? new Uint8Array());
	expect(had).toBeLessThan(metainfo.pieceCount);
	// The rest of it, during the same run.
	await target.engine.select(infohash, null);
	await target.until('all finished', () => target.of('finished', infohash)[1]);
	expect(differing(torrent, destination)).toEqual([]);
});

test('existing data is found when a magnet link has its metadata', async () => {
	const torrent = await sample({ 'a.bin': 500_000 });
	const { infohash } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	const magnet = `magnet:?xt=urn:btih:${infohash}&x.pe=127.0.0.1:${portOf(source)}`;
	await target.engine.add(torrent.download(torrent.seedFolder, { source: { magnet } }));
	expect(await target.untilPhase(infohash, 'seeding')).toMatchObject({ downloaded: 0, progress: 1 });
	expect(target.of('finished', infohash)).toEqual([]);
});

test('data that vanishes under a seed stops it with an error', async () => {
	const torrent = await sample({ 'a.bin': 500_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	const place = join(torrent.seedFolder, 'sample', 'a.bin');
	truncateSync(place, 100);
	await target.engine.add(torrent.download(folder()));
	const { reason } = await source.until('failed', () => source.of('failed', infohash)[0]);
	expect(reason).toBe(diskText('read', place, missingText.cause(fileWatchText.shorter)));
});

function portOf({ messages }: Lab): number {
	const listening = messages.find(({ type }) => type === 'listening');
	return listening?.type === 'listening' ? listening.port : 0;
}
