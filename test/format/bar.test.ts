import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bar, thinBar } from '../../source/format/bar.ts';

test.each([
	[0, '░░░░░░░░'],
	[0.0001, '▏░░░░░░░'],
	[0.4375, '███▌░░░░'],
	[0.5, '████░░░░'],
	[0.9999, '███████▉'],
	[1, '████████'],
	[7, '████████'],
	[-1, '░░░░░░░░'],
	[Number.NaN, '░░░░░░░░'],
])('bar shows %d in eight cells as %s', (progress, text) => expect(bar(progress, 8)).toBe(text));

test('bar has the requested cells, and is full only when complete', () => {
	fc.assert(
		fc.property(fc.double(), fc.integer({ min: -2, max: 200 }), (progress, columns) => {
			const text = bar(progress, columns);
			expect([...text]).toHaveLength(Math.max(0, columns));
			if (columns > 0) expect(/^█+$/.test(text)).toBe(progress >= 1);
		}),
	);
});

test.each([
	[0, '────────'],
	[0.0001, '╸───────'],
	[0.4375, '━━━╸────'],
	[0.5, '━━━━────'],
	[0.9999, '━━━━━━━╸'],
	[1, '━━━━━━━━'],
	[Number.NaN, '────────'],
])('thin bar shows %d in eight cells as %s', (progress, text) => {
	const { full, rest } = thinBar(progress, 8);
	expect(full + rest).toBe(text);
});
