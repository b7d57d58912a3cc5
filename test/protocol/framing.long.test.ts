import { expect, test } from 'vitest';
import { FrameReader } from '../../source/protocol/framing.ts';

const encoder = new TextEncoder();

test('FrameReader abandons an endless message of many lines', () => {
	const reader = new FrameReader();
	const bytes = encoder.encode(`data: ${'x'.repeat(1024 * 1024)}\n`);
	expect(() => {
		for (let portions = 0; portions < 70; portions++) reader.read(bytes);
	}).toThrow(RangeError);
});

test('FrameReader reads on, however much it has read', () => {
	const reader = new FrameReader();
	const bytes = encoder.encode(`data: {"type":"x","event":"${'x'.repeat(1024 * 1024)}"}\n\n`);
	for (let messages = 0; messages < 70; messages++) expect(reader.read(bytes)).toMatchObject([{ name: 'x' }]);
});
