import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { MetainfoError } from '../../../source/metainfo/error.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentOf } from '../../metainfo/bencoded.ts';
import { runs } from '../../runs.ts';
import { differing, folder, lab, noise, ownLab, sample, seeder, tracker } from './lab.ts';

/** Returns damaged torrents that still pass the check, each different. */
function damagedTorrents(count: number): Map<string, Uint8Array> {
	const original = torrentOf({ 'a.txt': 40_000, 'sub/b.txt': 20_000, c: 0 }, {}, { announce: 'none' });
	const found = new Map<string, Uint8Array>();
	for (let seed = 1; found.size < count && seed < 20_000; seed++) {
		const bytes = Buffer.from(original);
		const choice = noise(8, seed);
		bytes[choice.readUInt32LE(0) % bytes.length] = choice[4] ?? 0;
		bytes[choice.readUInt16LE(5) % bytes.length] = choice[7] ?? 0;
		try {
			found.set(parseTorrent(bytes).infohash, bytes);
		} catch (error) {
			if (!(error instanceof MetainfoError)) throw error;
		}
	}
	return found;
}

test('damaged torrents that pass the check do not harm the engine', async () => {
	const torrents = damagedTorrents(runs(30));
	expect(torrents.size).toBe(runs(30));
	const destination = folder();
	const target = await lab();
	for (const [infohash, torrent] of torrents) {
		const limits = { maxDownloadSpeed: 0, maxUploadSpeed: 0, route: [] };
		await target.engine.add({
			infohash,
			source: { torrent },
			destination,
			selected: null,
			mode: 'run',
			...limits,
		});
	}
	await target.until('all settled', () => {
		const settled = new Set<string>();
		for (const message of target.messages) {
			if (message.type === 'failed') settled.add(message.infohash);
			if (message.type !== 'statuses') continue;
			for (const { infohash, phase } of message.statuses) if (phase === 'downloading') settled.add(infohash);
		}
		return settled.size === torrents.size;
	});
	await Promise.all([...torrents.keys()].map((infohash) => target.engine.stop(infohash)));
	expect(target.messages.filter(({ type }) => type === 'died')).toEqual([]);
	expect(target.lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('peers that send invalid data are disconnected and affect no other peer', async () => {
	const torrent = await sample({ a: 100_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const listening = target.messages.find(({ type }) => type === 'listening');
	const port = listening?.type === 'listening' ? listening.port : 0;
	const handshake = handshakeOf(infohash);
	const extended = (payload: string) => framed(Buffer.concat([Buffer.from([20, 1]), Buffer.from(payload)]));
	const attacks: Buffer[] = [
		Buffer.alloc(100_000, 1),
		Buffer.from('GET / HTTP/1.1\r\n\r\n'),
		// A message of 2 GiB.
		Buffer.concat([handshake, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(1000)]),
		// Unrequested metadata, at an impossible place.
		Buffer.concat([handshake, extended('d8:msg_typei1e5:piecei99999999e10:total_sizei5eexxxxx')]),
		Buffer.concat([handshake, framed(Buffer.from([20, 0, ...Buffer.from('d1:md11:ut_metadataleee')]))]),
		Buffer.concat([handshake, framed(Buffer.from([20, 0, ...Buffer.alloc(50_000, 'l')]))]),
		Buffer.concat([handshake, ...Array.from({ length: 50 }, (_, at) => framed(noise(1 + at, at + 1)))]),
		// Requests far outside the data.
		Buffer.concat([
			handshake,
			framed(Buffer.from([2])),
			request(0xffffffff, 0, 16384),
			request(0, 0xfffffff0, 16384),
		]),
	];
	await Promise.all(attacks.map((bytes) => send(port, bytes)));
	await expect(target.engine.peers(infohash)).resolves.toBeDefined();
	expect(target.messages.filter(({ type }) => type === 'died' || type === 'failed')).toEqual([]);
});

test('a peer that sends wrong data is disconnected, and another peer sends the right data', async () => {
	const torrent = await sample({ a: 300_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const destination = folder();
	// An engine logs the offenses of a host once a minute.
	const target = await ownLab();
	await target.engine.add(torrent.download(destination));
	await target.untilPhase(infohash, 'downloading');
	const listening = target.messages.find(({ type }) => type === 'listening');
	const peer = connect(listening?.type === 'listening' ? listening.port : 0, '127.0.0.1');
	peer.write(Buffer.concat([handshakeOf(infohash), framed(Buffer.of(5, 0xf8)), framed(Buffer.of(1))]));
	const requests = answerWrongly(peer);
	await target.until('close', () => peer.destroyed);
	expect(requests.length).toBeGreaterThanOrEqual(4);
	expect(target.lines.join('\n')).toMatch(/127\.0\.0\.1 sent wrong data: piece \d+ of [0-9a-f]{40}/);
	await seeder(torrent);
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});

/** Answers every request of a peer with nonsense. Returns the requests. */
function answerWrongly(socket: Socket): Buffer[] {
	const requests: Buffer[] = [];
	let received = Buffer.alloc(0);
	let at = 68;
	socket.on('error', () => {});
	socket.on('data', (bytes: Buffer) => {
		received = Buffer.concat([received, bytes]);
		while (received.length >= at + 4 && received.length >= at + 4 + received.readUInt32BE(at)) {
			const message = received.subarray(at + 4, at + 4 + received.readUInt32BE(at));
			at += 4 + message.length;
			if (message[0] !== 6) continue;
			requests.push(message);
			const wrong = Buffer.alloc(message.readUInt32BE(9), 0x5a);
			socket.write(framed(Buffer.concat([Buffer.of(7), message.subarray(1, 9), wrong])));
		}
	});
	return requests;
}

function handshakeOf(infohash: string): Buffer {
	return Buffer.concat([
		Buffer.from('\x13BitTorrent protocol'),
		Buffer.from([0, 0, 0, 0, 0, 0x10, 0, 0x05]),
		Buffer.from(infohash, 'hex'),
		Buffer.from('-XX0000-abcdefghijkl'),
	]);
}

function framed(message: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(message.length);
	return Buffer.concat([length, message]);
}

function request(index: number, offset: number, length: number): Buffer {
	const message = Buffer.alloc(13);
	message[0] = 6;
	message.writeUInt32BE(index, 1);
	message.writeUInt32BE(offset, 5);
	message.writeUInt32BE(length, 9);
	return framed(message);
}

/** Sends bytes. Resolves when the other side has closed, or after some time to react. */
function send(port: number, bytes: Buffer): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
		socket.on('error', () => {});
		socket.on('close', () => resolve());
		socket.resume();
		socket.setTimeout(1000, () => socket.destroy());
	});
}
