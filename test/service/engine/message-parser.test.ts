import Wire from 'bittorrent-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BufferPool } from '../../../source/service/engine/webtorrent/disk/buffer-pool.ts';
import { KeyExchange } from '../../../source/service/engine/webtorrent/peer/key-exchange.ts';
import { MessageParser } from '../../../source/service/engine/webtorrent/peer/message-parser.ts';
import { sendTogether } from '../../../source/service/engine/webtorrent/peer/send-together.ts';
import { noise, sha1 } from './lab.ts';

const block = noise(16_384, 7);
const handshake = Buffer.concat([
	Buffer.from('\x13BitTorrent protocol'),
	Buffer.from([0, 0, 0, 0, 0, 0x10, 0, 0x04]),
	Buffer.alloc(20, 1),
	Buffer.from('-XX0000-abcdefghijkl'),
]);

function framed(...parts: (number | Buffer)[]): Buffer {
	const message = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)));
	const length = Buffer.alloc(4);
	length.writeUInt32BE(message.length);
	return Buffer.concat([length, message]);
}

function piece(index: number, offset: number, bytes: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(index, 0);
	head.writeUInt32BE(offset, 4);
	return framed(7, head, bytes);
}

const conversation = Buffer.concat([
	handshake,
	framed(5, Buffer.of(0xff, 0xf0)),
	framed(20, 0, Buffer.from('d1:md11:ut_metadatai3ee1:v7:foreigne')),
	framed(1),
	framed(),
	framed(4, Buffer.of(0, 0, 0, 13)),
	piece(0, 0, block),
	piece(3, 16_384, block.subarray(0, 100)),
	framed(99, Buffer.from('of another time')),
	framed(20, 7, noise(40_000, 3)),
	piece(0, 0, block),
	framed(0),
]);

/**
 * Returns the messages that a wire reads from parts of the given sizes. Each part is overwritten when the next one
 * arrives.
 */
function parsedMessages(sizes: readonly number[]): string[] {
	const wire = new Wire('tcpOutgoing');
	const messages: string[] = [];
	const kept: (() => string)[] = [];
	for (const name of ['handshake', 'unchoke', 'choke', 'keep-alive', 'have', 'extended', 'unknownmessage'])
		wire.on(name, (...what: unknown[]) => messages.push(`${name} ${what.map(describeOne).join(' ')}`));
	wire.on('piece', (...what: unknown[]) => messages.push(`piece ${what.map(describeOne).join(' ')}`));
	wire.on('extended', (_, what: unknown) => kept.push(() => describeOne(what)));
	wire.on('bitfield', (pieces: { buffer: Uint8Array }) => kept.push(() => describeOne(pieces.buffer)));
	const requests: [number, number, number][] = [
		[0, 0, block.length],
		[3, 16_384, 100],
		[0, 0, block.length],
	];
	wire.once('unchoke', () => {
		for (const numbers of requests) wire.request(...numbers, () => {});
	});
	const receiver = new MessageParser(wire);
	const buffer = Buffer.alloc(conversation.length);
	let at = 0;
	for (let turn = 0; at < conversation.length; turn++) {
		const size = Math.min(sizes[turn % sizes.length] ?? 1, conversation.length - at);
		conversation.copy(buffer, 0, at, at + size);
		receiver.push(buffer.subarray(0, size));
		buffer.fill(0xee, 0, size);
		at += size;
	}
	return [...messages, ...kept.map((look) => look())];
}

function describeOne(what: unknown): string {
	if (what instanceof Uint8Array) return what.length > 30 ? sha1(what) : Buffer.from(what).toString('hex');
	return JSON.stringify(what);
}

describe('message parser', () => {
	test('returns the same messages for any chunks, and keeps them when the memory is reused', () => {
		const whole = parsedMessages([conversation.length]);
		// The pieces it has, and the two extended messages, after parsing.
		const kept = Array.from({ length: 3 }, () => expect.any(String));
		expect(whole.map((line) => line.split(' ')[0])).toEqual([
			'handshake',
			'extended',
			'unchoke',
			'keep-alive',
			'have',
			'piece',
			'piece',
			'unknownmessage',
			'extended',
			'piece',
			'choke',
			...kept,
		]);
		expect(whole).toContain(`piece 0 0 ${sha1(block)}`);
		// Piece 13, received since, is the sixth bit of the second byte.
		expect(whole).toContain('fff4');
		expect(parsedMessages([1])).toEqual(whole);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }), (sizes) => {
				expect(parsedMessages(sizes)).toEqual(whole);
			}),
			{ numRuns: 60 },
		);
	});

	test('ignores unrequested blocks and blocks of another length', () => {
		const wire = new Wire('tcpOutgoing');
		const receiver = new MessageParser(wire);
		receiver.push(Buffer.concat([handshake, framed(1)]));
		const answers: unknown[] = [];
		wire.request(0, 0, block.length, (error, bytes) => answers.push(error ?? bytes?.length));
		const short = block.subarray(0, 16_383);
		receiver.push(Buffer.concat([piece(1, 0, block), piece(0, 16_384, block), piece(0, 0, short)]));
		expect([wire.downloaded, answers]).toEqual([0, []]);
		receiver.push(Buffer.concat([piece(0, 0, block), piece(0, 0, block)]));
		expect([wire.downloaded, answers]).toEqual([block.length, [block.length]]);
	});

	test('refuses an announced message beyond all valid sizes', () => {
		const receiver = new MessageParser(new Wire('tcpOutgoing'));
		receiver.push(handshake);
		expect(() => receiver.push(Buffer.of(0x00, 0x20, 0x00, 0x01, 5))).toThrow('a message of 2097153 bytes');
		// Only a bitfield may be that long, however the message is split.
		const extended = Buffer.of(0x00, 0x04, 0x00, 0x01, 20);
		for (const sizes of [[5], [4, 1], [2, 2, 1], [1, 4]]) {
			const another = new MessageParser(new Wire('tcpOutgoing'));
			another.push(handshake);
			let at = 0;
			expect(() => {
				for (const size of sizes) {
					another.push(extended.subarray(at, at + size));
					at += size;
				}
			}).toThrow('a message of 262145 bytes');
			expect(at).toBeLessThan(5);
		}
	});
});

test('requests that are sent together are one write, and none if there are none', () => {
	const wire = new Wire('tcpOutgoing');
	wire._onUnchoke();
	const written: Uint8Array[] = [];
	wire._push = (data) => written.push(data);
	sendTogether(wire, () => {});
	sendTogether(wire, () => {
		for (const index of [1, 2, 3]) wire.request(index, 0, block.length, () => {});
	});
	wire.request(4, 0, block.length, () => {});
	expect(written.map(({ length }) => length)).toEqual([3 * 17, 17]);
});

test('KeyExchange computes the same secret on both sides', () => {
	const [a, b, c] = [new KeyExchange(), new KeyExchange(), new KeyExchange()];
	const [ofA, ofB, ofC] = [a.generateKeys(), b.generateKeys(), c.generateKeys()];
	expect(a.computeSecret(ofB)).toEqual(b.computeSecret(ofA));
	expect(a.computeSecret(ofC)).toEqual(c.computeSecret(ofA));
	expect(a.computeSecret(ofB)).not.toEqual(a.computeSecret(ofC));
	expect(() => a.computeSecret(Buffer.alloc(96))).toThrow();
});

test('BufferPool reuses memory for data of the same length', () => {
	const memory = new BufferPool({
		create: (length) => Buffer.from(new SharedArrayBuffer(length)),
		maxBytes: 1_000_000,
	});
	const [small, large] = [memory.allocate(100), memory.allocate(200)];
	memory.release(small);
	memory.release(large);
	expect(memory.allocate(200)).toBe(large);
	expect(memory.allocate(200)).not.toBe(large);
	expect(memory.allocate(100)).toBe(small);
});
