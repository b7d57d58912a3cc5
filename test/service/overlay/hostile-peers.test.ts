import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../../../source/service/engine/webtorrent/overlay/overlay-connection.ts';
import {
	MAX_INCOMING,
	OVERLAY_INFOHASH,
} from '../../../source/service/engine/webtorrent/overlay/overlay-swarm.ts';
import { until } from '../../programs/until.ts';
import { ForeignPeer, framed, handshakeOf, word } from '../engine/foreign-peer.ts';
import { folder, lab, noise, ownLab, sample, tracker } from '../engine/lab.ts';
import { connectedPair, overlayLab } from './engine-pair.ts';
import {
	extended,
	extensionsOf,
	infohash,
	overlayHandshake,
	overlayPeer,
	peerThatSends,
	untilDropped,
} from './overlay-peer.ts';

test('the infohash of the overlay does not change', () => {
	expect(OVERLAY_INFOHASH).toBe(infohash);
});

test('a peer that speaks the extension is a connection, with the port that it states', async () => {
	const target = await overlayLab();
	const { peer, number } = await overlayPeer(target.lab);
	expect(extensionsOf(peer)).toContain(`1:pi${target.address.split(':')[1]}e`);
	const { stream, address, isOutgoing } = await target.connection();
	expect({ address, isOutgoing }).toEqual({ address: '127.0.0.1:4711', isOutgoing: false });
	peer.send(extended(number, 'one'), extended(number, 'two'));
	let received = '';
	stream.on('data', (bytes: Buffer) => {
		received += bytes.toString();
	});
	await until(() => received === 'onetwo', { awaited: 'both messages', seen: () => received });
	stream.write('answer');
	await peer.until('the answer', () => peer.of(20).some((message) => message[1] === 9));
	expect(
		peer
			.of(20)
			.find((message) => message[1] === 9)
			?.subarray(2)
			.toString(),
	).toBe('answer');
	// Another handshake changes nothing.
	peer.send(extended(0, 'd1:md15:seedtop_overlayi0eee'), extended(number, '!'));
	await until(() => received === 'onetwo!', { awaited: 'a later message', seen: () => received });
});

test.each([['i0e'], ['i65536e'], ['i-1e'], ['4:4711'], ['le']])(
	'a wrong port is no address: %s',
	async (port) => {
		const target = await overlayLab();
		await overlayPeer(target.lab, port);
		expect((await target.connection()).address).toBeUndefined();
	},
);

test('peers without the extension, and peers that break its rules, are dropped', async () => {
	const target = await overlayLab();
	const withoutExtensions = handshakeOf(infohash);
	withoutExtensions[25] = 0;
	const hello = handshakeOf(infohash);
	/** Messages with the handshake, and messages after the engine's handshakes. */
	const bad: (readonly [first: Buffer[], later?: Buffer])[] = [
		[[withoutExtensions]],
		[[hello, extended(0, 'd1:mdee')]],
		[[hello], extended(0, 'd1:md11:ut_metadatai1eee')],
		[[hello], extended(0, 'd1:md15:seedtop_overlayi0eee')],
		[[hello], extended(0, 'd1:md15:seedtop_overlayi256eee')],
		[[hello, extended(0, 'd1:md15:seedtop_overlayi-1eee')]],
		[[hello, extended(0, 'd1:md15:seedtop_overlay2:xyee')]],
		// A message before the handshake of the extensions.
		[[hello], extended(1, 'early')],
		[[hello, overlayHandshake()], extended(1, '')],
		[[hello, overlayHandshake()], extended(1, Buffer.alloc(MAX_MESSAGE_BYTES + 1))],
		[[hello, overlayHandshake()], extended(1, Buffer.alloc(200_000))],
		// A message of 2 GiB.
		[[hello, overlayHandshake()], Buffer.concat([word(0x7fffffff), Buffer.alloc(100)])],
		[[hello, framed(5, Buffer.alloc(100_000)), overlayHandshake()]],
		[[hello, overlayHandshake()], framed(5, Buffer.alloc(100_000))],
		[[hello], framed(4, word(70_000))],
	];
	for (const [first, later] of bad) {
		const peer = peerThatSends(target.lab, ...first);
		if (later) {
			await peer.until('the extensions', () => extensionsOf(peer) !== undefined);
			peer.send(later);
		}
		await untilDropped(peer);
	}
	for (const { stream } of target.connections) await until(() => stream.resume().closed);
	expect(target.lab.messages.filter(({ type }) => type === 'died')).toEqual([]);
	// It accepts others.
	await overlayPeer(target.lab);
});

test('half-open connections that take every slot do not keep a service out', async () => {
	const target = await overlayLab();
	const halfOpen = Array.from({ length: MAX_INCOMING }, () =>
		peerThatSends(target.lab, handshakeOf(infohash)),
	);
	for (const peer of halfOpen) await peer.until('the extensions', () => extensionsOf(peer) !== undefined);
	await overlayPeer(target.lab);
	await target.connection();
	await until(() => halfOpen.filter(({ socket }) => socket.destroyed).length === 1);
	await overlayPeer(target.lab);
	await target.connection(1);
	expect(target.connections.filter(({ stream }) => stream.destroyed)).toEqual([]);
});

test('downloads and their counters do not contain the overlay', async () => {
	const torrent = await sample({ a: 300_000 }, { trackers: [await tracker()] });
	const { first, second, out, into } = await connectedPair(await ownLab(), await ownLab());
	await first.lab.engine.add(torrent.download(torrent.seedFolder));
	await first.lab.until('seeding', () => {
		const status = first.lab.status(torrent.metainfo.infohash);
		return status?.phase === 'seeding' && status.trackers.every((one) => one.status === 'Working');
	});
	const before = await second.lab.engine.session(0);
	expect(before).toMatchObject({
		'ses.num_torrents': 0,
		'peer.num_peers_connected': 0,
		'peer.num_known': 0,
		'peer.num_connections': 1,
	});
	await second.lab.engine.add(torrent.download(folder()));
	out.stream.write(noise(100_000, 1));
	let received = 0;
	into.stream.on('data', (bytes: Buffer) => {
		received += bytes.length;
	});
	await second.lab.untilPhase(torrent.metainfo.infohash, 'seeding');
	await until(() => received === 100_000, { awaited: 'the bytes', seen: () => String(received) });
	const status = second.lab.status(torrent.metainfo.infohash);
	expect(status?.downloaded).toBe(300_000);
	expect(await second.lab.engine.session(0)).toMatchObject({
		'ses.num_torrents': 1,
		'net.recv_payload_bytes': 300_000,
	});
});

test('downloads do not offer the overlay, and without an open overlay its infohash is unknown', async () => {
	const torrent = await sample({ a: 30_000 });
	const withOverlay = (await overlayLab()).lab;
	const without = await lab();
	for (const target of [withOverlay, without]) {
		await target.engine.add(torrent.download(torrent.seedFolder));
		await target.untilPhase(torrent.metainfo.infohash, 'seeding');
		const peer = await ForeignPeer.connect(target, torrent.metainfo.infohash);
		peer.send(extended(0, 'd1:mdee'));
		await peer.until('its extensions', () => extensionsOf(peer) !== undefined);
		expect(extensionsOf(peer)).toContain('ut_metadata');
		expect(extensionsOf(peer)).not.toContain('overlay');
	}
	await untilDropped(peerThatSends(without, handshakeOf(infohash), overlayHandshake()));
});

test('the program of the engine loads the overlay only when it is opened', () => {
	const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
	const loaded = new Set<string>();
	const load = (path: string): void => {
		if (loaded.has(path)) return;
		loaded.add(path);
		const text = readFileSync(path, 'utf8');
		for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g))
			load(join(dirname(path), name));
	};
	// The first module loads the program after it has handled the signals.
	const [, program = ''] =
		/import\("\.\/(program-[^"]+)"\)/.exec(readFileSync(join(dist, 'engine.js'), 'utf8')) ?? [];
	load(join(dist, program));
	expect(loaded.size).toBeGreaterThan(2);
	for (const path of loaded) expect(readFileSync(path, 'utf8'), path).not.toContain('"seedtop_overlay"');
});
