import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { bitfieldOf, countPieces, fileProgress, hasPiece } from '../../../source/metainfo/layout.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { processText } from '../../../source/service/engine/process.ts';
import { missingText } from '../../../source/service/engine/webtorrent/disk/disk-error.ts';
import { httpServer } from '../http-client/servers.ts';
import { differing, folder, lab, noise, sample, seeder, sha256, tracker } from './lab.ts';

test('a torrent is transferred between two engines through a tracker, complete and unchanged', async () => {
	const torrent = await sample(
		{ 'a/one.bin': 1_000_000, 'a/two.bin': 100_001, 'b/empty': 0, 'c.txt': 5 },
		{ trackers: [await tracker()] },
	);
	const { infohash } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	await target.engine.add(torrent.download(destination));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
	const bitfield = target.bitfield(infohash) ?? new Uint8Array();
	expect(countPieces(bitfield)).toBe(torrent.metainfo.pieceCount);
	expect(await target.untilPhase(infohash, 'seeding')).toMatchObject({
		progress: 1,
		remaining: 0,
		downloaded: torrent.metainfo.length,
		trackers: [{ status: 'Working', error: '' }],
	});
	expect(source.of('finished', infohash)).toEqual([]);
});

test('peers are described while a download is limited, and stopping ends all transfer', async () => {
	const torrent = await sample({ 'big.bin': 3_000_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	await target.engine.add(torrent.download(destination, { maxDownloadSpeed: 400_000 }));
	const status = await target.until('speed', () => {
		const now = target.status(infohash);
		return now && now.progress > 0.2 && now.speedDown > 0 && now.availability > 1 && now;
	});
	expect(status.speedDown).toBeLessThan(1_000_000);
	expect(status).toMatchObject({ phase: 'downloading', connectedSeeds: 1, connectedPeers: 0 });
	const [peer] = await target.engine.peers(infohash);
	expect(peer).toMatchObject({
		ip: '127.0.0.1',
		seed: true,
		completed: 1,
		extended_version: 'seedtop',
		dinterested: true,
		uchoked: false,
		uinterested: false,
	});
	await target.engine.stop(infohash);
	const bitfield = target.bitfield(infohash) ?? new Uint8Array();
	expect(countPieces(bitfield)).toBeGreaterThan(0);
	expect(countPieces(bitfield)).toBeLessThan(torrent.metainfo.pieceCount);
	expect(await target.engine.peers(infohash)).toEqual([]);
	const written = statSync(join(destination, 'sample', 'big.bin'));

	// Resuming reads a sample, not all data, and completes the download.
	await target.engine.add(torrent.download(destination, { bitfield: bitfield }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(target.piecesRead(infohash)).toBe(1);
	expect(differing(torrent, destination)).toEqual([]);
	expect(written.mtimeMs).toBeLessThanOrEqual(statSync(join(destination, 'sample', 'big.bin')).mtimeMs);
});

test('a complete download with its bitfield is ready without reading its data', async () => {
	const torrent = await sample({ 'big.bin': 8_000_000, small: 10 });
	const { infohash, pieceCount } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder, { bitfield: bitfieldOf(pieceCount, true) }));
	await target.untilPhase(infohash, 'seeding');
	expect(target.piecesRead(infohash)).toBeLessThanOrEqual(2);
	expect(target.of('bitfield', infohash)).toEqual([]);
	expect(target.of('finished', infohash)).toEqual([]);
});

test('an engine that was killed is replaced by another that continues with the last bitfield', async () => {
	const torrent = await sample({ 'a.bin': 2_000_000, 'b.bin': 1_000_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	await target.engine.add(torrent.download(destination, { maxDownloadSpeed: 500_000 }));
	await target.until('some pieces', () => countPieces(target.bitfield(infohash) ?? new Uint8Array()) > 5);
	const { pid } = target.engine;
	if (pid !== undefined) process.kill(pid, 'SIGKILL');
	await expect(target.engine.peers(infohash)).rejects.toThrow('the engine');
	const death = await target.until('died', () => died());
	expect(death.reason).toContain('SIGKILL');
	await expect(target.engine.add(torrent.download(destination))).rejects.toThrow(processText.notRunning);

	await target.engine.start();
	await target.engine.add(torrent.download(destination, { bitfield: target.bitfield(infohash) }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);

	function died() {
		return target.messages.find((message) => message.type === 'died');
	}
});

test('data written after the last reported bitfield is found again', async () => {
	const torrent = await sample({ 'a.bin': 2_000_000 });
	const { infohash, pieceCount } = torrent.metainfo;
	const target = await lab();
	const stale = bitfieldOf(pieceCount);
	stale[0] = 0xff;
	await target.engine.add(torrent.download(torrent.seedFolder, { bitfield: stale }));
	expect(await target.untilPhase(infohash, 'seeding')).toMatchObject({ downloaded: 0 });
	expect(target.bitfield(infohash)).toEqual(bitfieldOf(pieceCount, true));
});

test('a check finds damaged data, and a download then repairs it', async () => {
	const torrent = await sample({ 'a.bin': 1_000_000, 'b.bin': 1_000_000 }, { trackers: [await tracker()] });
	const { infohash, pieceCount } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	await target.engine.add(torrent.download(destination));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	await target.engine.stop(infohash);
	const place = join(destination, 'sample', 'a.bin');
	const bytes = readFileSync(place);
	noise(1000, 9).copy(bytes, 200_000);
	writeFileSync(place, bytes);

	await target.engine.add(
		torrent.download(destination, { mode: 'check', bitfield: bitfieldOf(pieceCount, true) }),
	);
	await target.until('checked', () => target.of('checked', infohash)[0]);
	const found = target.bitfield(infohash) ?? new Uint8Array();
	expect(countPieces(found)).toBe(pieceCount - 1);
	expect(hasPiece(found, Math.floor(200_000 / torrent.metainfo.pieceLength))).toBe(false);
	expect(fileProgress(torrent.metainfo, found).map((progress) => progress === 1)).toEqual([false, true]);

	await target.engine.add(torrent.download(destination, { bitfield: found }));
	await target.until('finished again', () => target.of('finished', infohash)[1]);
	expect(differing(torrent, destination)).toEqual([]);
});

test('recorded data that is missing or truncated ends a download, and only a check accepts the loss', async () => {
	const torrent = await sample({ 'a.bin': 1_000_000, 'b.bin': 1_000_000, 'c.bin': 4_000_000 });
	const { infohash, pieceCount } = torrent.metainfo;
	const place = (name: string) => join(torrent.seedFolder, 'sample', name);
	rmSync(place('a.bin'));
	writeFileSync(place('b.bin'), readFileSync(place('b.bin')).subarray(0, 500_000));
	const target = await lab();
	const bitfield = bitfieldOf(pieceCount, true);
	for (const unverified of [false, true]) {
		const failures = target.of('failed', infohash).length;
		await target.engine.add(torrent.download(torrent.seedFolder, { bitfield, unverified }));
		const failed = await target.until('failed', () => target.of('failed', infohash)[failures]);
		expect(failed).toMatchObject({ reason: missingText.files(place('a.bin'), 1), missing: true });
	}
	expect(target.of('bitfield', infohash)).toEqual([]);
	expect(existsSync(place('a.bin'))).toBe(false);
	expect(statSync(place('b.bin')).size).toBe(500_000);

	await target.engine.add(torrent.download(torrent.seedFolder, { mode: 'check' }));
	await target.until('checked', () => target.of('checked', infohash)[0]);
	const found = target.bitfield(infohash);
	const [missing = 1, half = 1, whole = 0] = fileProgress(torrent.metainfo, found ?? new Uint8Array());
	expect(missing).toBe(0);
	expect(half).toBeGreaterThan(0.3);
	expect(half).toBeLessThan(0.51);
	expect(whole).toBeGreaterThan(0.98);
	await target.engine.add(torrent.download(torrent.seedFolder, { bitfield: found }));
	await target.untilPhase(infohash, 'downloading');
});

test('a deleted file that is not selected is no loss, unless all recorded data is missing', async () => {
	const torrent = await sample({ 'a.bin': 131_072, 'b.bin': 131_072 });
	const { infohash, pieceCount } = torrent.metainfo;
	const place = (name: string) => join(torrent.seedFolder, 'sample', name);
	const target = await lab();
	const claim = { bitfield: bitfieldOf(pieceCount, true), selected: [0] };
	rmSync(place('b.bin'));
	await target.engine.add(torrent.download(torrent.seedFolder, claim));
	await target.untilPhase(infohash, 'seeding');
	expect(target.bitfield(infohash)).toEqual(Uint8Array.of(0b1100_0000));
	await target.engine.stop(infohash);

	rmSync(place('a.bin'));
	await target.engine.add(torrent.download(torrent.seedFolder, { ...claim, selected: [] }));
	const { reason } = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(reason).toBe(missingText.files(place('a.bin'), 1));
});

test('the selected files arrive with the pieces they share, and the selection can change on the way', async () => {
	// Pieces of 64 KiB: 'a' ends and 'b' begins in the same piece, 'd' shares one with 'c'.
	const torrent = await sample(
		{ 'a.bin': 100_000, 'b.bin': 100_000, 'c.bin': 300_000, 'd.bin': 50_000, 'e.bin': 200_000 },
		{ trackers: [await tracker()] },
	);
	const { metainfo } = torrent;
	const { infohash } = metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	const progress = () => fileProgress(metainfo, target.bitfield(infohash) ?? new Uint8Array());
	await target.engine.add(torrent.download(destination, { selected: [1] }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(sha256(join(destination, 'sample', 'b.bin'))).toBe(
		sha256(join(torrent.seedFolder, 'sample', 'b.bin')),
	);
	expect(progress()[0]).toBeLessThan(1);
	expect(progress()[4]).toBe(0);
	expect(existsSync(join(destination, 'sample', 'e.bin'))).toBe(false);
	expect(await target.untilPhase(infohash, 'seeding')).toMatchObject({ progress: 1, remaining: 0 });

	await target.engine.select(infohash, [1, 3]);
	await target.until('finished again', () => target.of('finished', infohash)[1]);
	expect(sha256(join(destination, 'sample', 'd.bin'))).toBe(
		sha256(join(torrent.seedFolder, 'sample', 'd.bin')),
	);
	expect(progress()[2]).toBeLessThan(1);

	await target.engine.select(infohash, null);
	await target.until('all finished', () => target.of('finished', infohash)[2]);
	expect(differing(torrent, destination)).toEqual([]);
});

test('a magnet link fetches its metadata first', async () => {
	const torrent = await sample({ 'a.bin': 500_000, 'b.bin': 10 }, { trackers: [await tracker()] });
	const { infohash, trackers } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	const magnet = `magnet:?xt=urn:btih:${infohash}&dn=sample&tr=${encodeURIComponent(trackers[0] ?? '')}`;
	await target.engine.add(torrent.download(destination, { source: { magnet } }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
	const [metadata] = target.of('metadata', infohash);
	expect(parseTorrent(metadata?.torrent ?? new Uint8Array())).toMatchObject({
		infohash,
		name: 'sample',
		trackers,
	});
	const types = target.messages.map((message) => message.type);
	expect(types.indexOf('metadata')).toBeLessThan(types.indexOf('bitfield'));
});

test('an unreachable tracker has an error, and a status waits for no tracker', async () => {
	const silent = await httpServer(() => {});
	const torrent = await sample(
		{ a: 1000 },
		{
			trackers: [
				`http://127.0.0.1:${await closedPort()}/announce`,
				'udp://127.0.0.1:1',
				'wss://127.0.0.1/announce',
				`${silent}/announce`,
			],
		},
	);
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(folder()));
	const status = await target.until('the failure', () => {
		const now = target.status(infohash);
		return now?.trackers[0]?.status === 'Not working' && now;
	});
	expect(status.trackers[0]).toMatchObject({ peers: 0, error: 'the tracker refuses the connection' });
	expect(status.trackers[1]?.status).not.toBe('Working');
	expect(status.trackers[2]).toMatchObject({ status: 'Disabled' });
	// It never answers.
	expect(status.trackers[3]?.status).toBe('Not contacted yet');
	expect(status).toMatchObject({ phase: 'downloading', progress: 0, remaining: 1000 });
});

test('a folder at the path of a file ends the download with an error', async () => {
	const torrent = await sample({ 'a.bin': 1000, 'b.bin': 1000 });
	const { infohash } = torrent.metainfo;
	const destination = folder();
	await mkdir(join(destination, 'sample', 'a.bin'), { recursive: true });
	const target = await lab();
	await target.engine.add(torrent.download(destination));
	const { reason } = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(reason).toBe(`cannot write ${join(destination, 'sample', 'a.bin')}: a folder is in its place`);
	// The engine has removed it: stopping has no effect, adding it again is a new attempt.
	await target.engine.stop(infohash);
	rmSync(join(destination, 'sample'), { recursive: true });
	await target.engine.add(torrent.download(destination));
	await target.untilPhase(infohash, 'downloading');
});

test('a disk that fails during the transfer ends the download with an error', async () => {
	const torrent = await sample({ 'sub/a.bin': 200_000, 'b.bin': 1000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	// A deselected file that shares a piece with the selected one cannot be created.
	await mkdir(join(destination, 'sample', 'b.bin'), { recursive: true });
	await target.engine.add(torrent.download(destination, { selected: [1] }));
	const { reason } = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(reason).toBe(`cannot write ${join(destination, 'sample', 'b.bin')}: a folder is in its place`);
});

test('bad input is refused with an error, and the engine continues', async () => {
	const torrent = await sample({ a: 1000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	const attempts = [
		{ source: { torrent: Buffer.from('<html>') } },
		{ source: { magnet: 'magnet:?xt=urn:btih:nothing' } },
		{ source: { magnet: `magnet:?xt=urn:btih:${'0'.repeat(40)}` } },
	];
	for (const [at, attempt] of attempts.entries()) {
		await target.engine.add(torrent.download(folder(), attempt));
		const failure = await target.until('failed', () => target.of('failed', infohash)[at]);
		expect(failure.reason).toMatch(/^this (is|magnet)/);
	}
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
});
