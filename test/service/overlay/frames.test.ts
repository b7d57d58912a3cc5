import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	encodeFrame,
	FrameError,
	FrameParser,
	MAX_PAYLOAD_BYTES,
} from '../../../source/service/overlay/frames.ts';
import { decodeHello, encodeHello } from '../../../source/service/overlay/hello.ts';

describe('FrameParser', () => {
	test('parses frames in any parts', () => {
		const frames = fc.array(
			fc.record({
				kind: fc.constantFrom('hello', 'published', 'direct', 'sealed', 'addresses', 'ping'),
				payload: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
			}),
			{ maxLength: 8 },
		);
		fc.assert(
			fc.property(frames, fc.integer({ min: 1, max: 50 }), (sent, size) => {
				const bytes = Buffer.concat(sent.map(({ kind, payload }) => encodeFrame(kind, payload)));
				const parser = new FrameParser();
				const received = [];
				for (let at = 0; at < bytes.length; at += size)
					received.push(...parser.parse(bytes.subarray(at, at + size)));
				expect(received).toEqual(sent);
			}),
		);
	});

	test.each([
		['an empty frame', '00000000'],
		['a frame that is too large', 'ffffffff02'],
		['a kind without a name', '0000000163'],
		['a text', Buffer.from('GET / HTTP/1.1\r\n').toString('hex')],
	])('refuses %s', (_, hex) => {
		const parse = () => [...new FrameParser().parse(Buffer.from(`${hex}00000000`, 'hex'))];
		expect(parse).toThrow(FrameError);
	});

	test('parses any bytes to frames, or refuses them', () => {
		fc.assert(
			fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }), (chunks) => {
				const parser = new FrameParser();
				try {
					for (const chunk of chunks)
						for (const { payload } of parser.parse(Buffer.from(chunk)))
							expect(payload.length).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
				} catch (error) {
					expect(error).toBeInstanceOf(FrameError);
				}
			}),
		);
	});

	test('accepts the largest payload only', () => {
		const largest = encodeFrame('sealed', Buffer.alloc(MAX_PAYLOAD_BYTES));
		expect([...new FrameParser().parse(largest)]).toHaveLength(1);
		const larger = encodeFrame('sealed', Buffer.alloc(MAX_PAYLOAD_BYTES + 1));
		expect(() => [...new FrameParser().parse(larger)]).toThrow(FrameError);
	});
});

describe('hello', () => {
	const hello = { version: 7, timeMs: 2 ** 41, sealKey: Buffer.alloc(32, 1) };

	test('keeps its fields and ignores fields of later versions', () => {
		const bytes = encodeHello(hello);
		expect(decodeHello(bytes)).toEqual(hello);
		expect(decodeHello(Buffer.concat([bytes, Buffer.alloc(9)]))).toEqual(hello);
		expect(decodeHello(bytes.subarray(1))).toBeUndefined();
	});
});
