import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Semaphore } from '../../../source/concurrency/semaphore.ts';
import { Trackers } from '../../../source/service/engine/webtorrent/sources/trackers/trackers.ts';
import { OwnService } from '../../../source/service/http-client/own-service.ts';
import { until } from '../../programs/until.ts';
import { ForeignPeer, framed, portOf } from './foreign-peer.ts';
import { differing, folder, lab, sample } from './lab.ts';

/** Announce interval of the tracker below, seconds. */
const INTERVAL = 1_800;

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('no port');
	return address.port;
}

interface FixedTracker {
	readonly url: string;
	/** Announces so far. */
	announces(): number;
}

/** Starts a tracker that returns the same peer to all. */
async function fixedTracker(peerPort: number, more = ''): Promise<FixedTracker> {
	let announces = 0;
	const peer = Buffer.from([127, 0, 0, 1, peerPort >> 8, peerPort & 255]);
	const server = createHttpServer((_request, reply) => {
		announces++;
		reply.end(
			Buffer.concat([Buffer.from(`d8:intervali${INTERVAL}e${more}5:peers6:`), peer, Buffer.from('e')]),
		);
	});
	const port = await listen(server);
	return { url: `http://127.0.0.1:${port}/announce`, announces: () => announces };
}

/** Forwards a port to another, for so many connections at a time. Closes all others at once. */
async function narrowPort(to: () => number, slots: number): Promise<{ port: number; refused: () => number }> {
	let taken = 0;
	let refused = 0;
	const server = createServer((socket) => {
		socket.on('error', () => {});
		if (taken >= slots) {
			refused++;
			socket.destroy();
			return;
		}
		taken++;
		const target = connect(to(), '127.0.0.1').on('error', () => {});
		socket.pipe(target).pipe(socket);
		target.once('close', () => socket.destroy());
		socket.once('close', () => {
			taken--;
			target.destroy();
		});
	});
	return { port: await listen(server), refused: () => refused };
}

test('many downloads share a seed that accepts few connections, and all complete', async () => {
	const seed = await lab();
	const narrow = await narrowPort(() => portOf(seed), 3);
	const tracker = await fixedTracker(narrow.port);
	const samples = await Promise.all(
		Array.from({ length: 15 }, (_, at) => sample({ a: 100_000 }, { seed: at + 1, trackers: [tracker.url] })),
	);
	for (const { download, seedFolder, torrent } of samples) {
		await seed.engine.add({ ...download(seedFolder), source: { torrent } });
	}
	for (const { metainfo } of samples) await seed.untilPhase(metainfo.infohash, 'seeding');
	const target = await lab();
	const places = new Map(samples.map((one) => [one, folder()]));
	for (const [one, place] of places) await target.engine.add(one.download(place));
	await until(() => samples.every(({ metainfo }) => target.of('finished', metainfo.infohash).length > 0), {
		timeoutMs: 60_000,
		seen: () => `${target.messages.filter(({ type }) => type === 'finished').length} of 40 have finished`,
	});
	for (const [one, place] of places) expect(differing(one, place)).toEqual([]);
	expect(narrow.refused()).toBeGreaterThan(0);
	// Complete downloads disconnect from the seed: a thousand of them hold no slots.
	await until(async () => {
		const connected = await Promise.all(
			samples.map(({ metainfo }) => target.engine.peers(metainfo.infohash)),
		);
		return connected.flat().length === 0;
	});
});

test('a seed disconnects from another seed, keeps a peer that lacks a piece, and disconnects when it has all', async () => {
	const torrent = await sample({ a: 1_000_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const leecher = await ForeignPeer.connect(target, infohash);
	// Fifteen of the sixteen pieces.
	leecher.send(framed(5, Buffer.of(0xff, 0xfe)));
	const seed = await ForeignPeer.connect(target, infohash);
	seed.send(framed(14));
	await seed.until('the end', () => seed.socket.destroyed);
	expect(leecher.socket.destroyed).toBe(false);
	leecher.send(framed(4, Buffer.of(0, 0, 0, 15)));
	await leecher.until('the end', () => leecher.socket.destroyed);
});

test('a download that becomes incomplete by its selection returns to the seed that it left', async () => {
	const seed = await lab();
	const narrow = await narrowPort(() => portOf(seed), 3);
	const tracker = await fixedTracker(narrow.port);
	const torrent = await sample({ a: 200_000, b: 200_000 }, { trackers: [tracker.url] });
	const { infohash } = torrent.metainfo;
	await seed.engine.add(torrent.download(torrent.seedFolder));
	await seed.untilPhase(infohash, 'seeding');
	const target = await lab();
	const place = folder();
	await target.engine.add(torrent.download(place, { selected: [0] }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	await until(async () => (await target.engine.peers(infohash)).length === 0);
	await target.engine.select(infohash, null);
	await target.until('finished again', () => target.of('finished', infohash)[1]);
	expect(differing(torrent, place)).toEqual([]);
});

test('a tracker is announced to after its minimum interval, with growing delays, while no peer is connected', async () => {
	const tracker = await fixedTracker(1, '12:min intervali120e');
	let now = 1_000_000;
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
	onTestFinished(() => clock.mockRestore());
	const trackers = new Trackers([tracker.url], {
		infohash: 'a'.repeat(40),
		peerId: '2d'.repeat(20),
		port: 1,
		ownService: new OwnService(),
		route: null,
		stats: () => ({ uploaded: 0, downloaded: 0, left: 1 }),
		announces: new Semaphore(1),
		onPeer: () => {},
	});
	onTestFinished(() => trackers.stop());
	trackers.start();
	const working = () => trackers.views[0]?.status === 'Working';
	await until(() => tracker.announces() === 1 && working());
	const pass = (seconds: number, starving: boolean): void => {
		now += seconds * 1_000;
		trackers.seek(starving);
	};
	pass(119, true);
	pass(1, false);
	trackers.seek(true);
	await until(() => tracker.announces() === 2 && working());
	pass(239, true);
	pass(1, true);
	await until(() => tracker.announces() === 3);
});
