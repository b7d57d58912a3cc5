import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offenseText } from '../../../source/service/engine/webtorrent/peer/offense-log.ts';
import { containing, NUMBER } from '../../programs/message-pattern.ts';
import { ForeignPeer, framed, word } from './foreign-peer.ts';
import { differing, folder, type Lab, lab, ownLab, type Sample, sample } from './lab.ts';

const PIECE = 131_072;
const BLOCK = 16_384;

/** A promise that is fulfilled by `open`. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void; readonly isOpen: boolean } {
	let isOpen = false;
	let fulfill = (): void => {};
	const opened = new Promise<void>((resolve) => {
		fulfill = resolve;
	});
	const open = (): void => {
		isOpen = true;
		fulfill();
	};
	return {
		opened,
		open,
		get isOpen() {
			return isOpen;
		},
	};
}

/**
 * Connects a peer that answers every request, with wrong bytes where `lies` is true. It answers when `asked`, which is
 * called with each request, has ended.
 */
async function seed(
	target: Lab,
	torrent: Sample,
	lies: () => boolean,
	asked: () => Promise<void> = async () => {},
): Promise<ForeignPeer> {
	const data = readFileSync(join(torrent.seedFolder, 'sample', 'a'));
	const peer = await ForeignPeer.connect(target, torrent.metainfo.infohash);
	peer.onMessage = async (message) => {
		if (message[0] !== 6) return;
		const [index, offset, length] = [1, 5, 9].map((at) => message.readUInt32BE(at));
		if (index === undefined || offset === undefined || length === undefined) return;
		await asked();
		const at = index * PIECE + offset;
		const block = Buffer.from(data.subarray(at, at + length));
		if (lies()) block.reverse();
		peer.send(framed(7, message.subarray(1, 9), block));
	};
	return peer;
}

/** Lets a peer tell that it has all pieces, and accept requests. */
function start(peer: ForeignPeer): void {
	peer.send(framed(14), framed(1));
}

test('a peer that sends one wrong block of a piece is found and disconnected', async () => {
	const torrent = await sample({ a: 2 * PIECE }, { pieceLength: PIECE });
	const { infohash } = torrent.metainfo;
	const destination = folder();
	const target = await lab();
	await target.engine.add(torrent.download(destination));
	await target.untilPhase(infohash, 'downloading');
	// Both send a part of the first piece, the wrong one first. Alone the liar would be found at once, and a block that the
	// honest peer sent before would not be taken from the liar.
	const asked = { honest: gate(), liar: gate() };
	const honestAnswered = gate();
	let wrongBlocks = 0;
	const honest = await seed(
		target,
		torrent,
		() => false,
		async () => {
			asked.honest.open();
			await asked.liar.opened;
			await target.until(
				'the wrong block',
				() => (target.status(infohash)?.downloaded ?? 0) >= wrongBlocks * BLOCK || undefined,
			);
			setImmediate(honestAnswered.open);
		},
	);
	let lies = 0;
	const wrongSeed = await seed(
		target,
		torrent,
		() => lies++ === 0,
		async () => {
			if (asked.honest.isOpen && asked.liar.isOpen) return honestAnswered.opened;
			wrongBlocks += 1;
			asked.liar.open();
			return asked.honest.opened;
		},
	);
	// The last piece follows, because a finished download disconnects seeds.
	for (const peer of [honest, wrongSeed]) peer.send(framed(5, Buffer.of(0b1000_0000)), framed(1));
	await wrongSeed.until('the end', () => wrongSeed.socket.destroyed);
	expect(honest.socket.destroyed, target.lines.join('\n')).toBe(false);
	honest.send(framed(4, word(1)));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});

test('a peer that repeatedly sends wrong data is banned', async () => {
	const torrent = await sample({ a: 10 * PIECE }, { pieceLength: PIECE });
	const { infohash } = torrent.metainfo;
	// An engine logs the offenses of a host once a minute.
	const target = await ownLab();
	await target.engine.add(torrent.download(folder()));
	await target.untilPhase(infohash, 'downloading');
	for (let time = 0; time < 3; time++) {
		const wrongSeed = await seed(target, torrent, () => true);
		start(wrongSeed);
		await wrongSeed.until('the end', () => wrongSeed.socket.destroyed);
		expect(wrongSeed.of(6).length).toBeGreaterThan(0);
	}
	await expect(seed(target, torrent, () => true)).rejects.toThrow('hung up');
	const warnings = target.lines.filter((line) => line.startsWith('warning 127.0.0.1'));
	expect(warnings).toEqual([
		expect.stringMatching(
			containing(offenseText.first('127.0.0.1', 'wrong data', `piece ${NUMBER} of ${infohash}`)),
		),
		expect.stringMatching(containing(offenseText.banned('127.0.0.1', 'wrong data', NUMBER))),
	]);
});
