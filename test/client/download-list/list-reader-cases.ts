import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../../source/client/download-list/block.ts';
import { BLOCK_RESERVE_BYTES } from '../../../source/client/download-list/block-writer.ts';
import { Reading } from './reading.ts';

/** Returns an item as text. `n` identifies the download, `length` is that of its name. */
export const itemOf = (n: number, moment: number, length: number) =>
	`{"name":"${'é'.repeat(length % 3)}${'x'.repeat(length)}","infohash":"${n.toString(16).padStart(40, '0')}",` +
	`"progress":0,"status":"SEEDING","speed_down":${moment}}`;

const length = fc.oneof(
	{ weight: 20, arbitrary: fc.nat(400) },
	{ weight: 3, arbitrary: fc.nat(8_000) },
	// Some exceed a block.
	{ weight: 1, arbitrary: fc.integer({ min: BLOCK_BYTES - 500, max: 2 * BLOCK_BYTES }) },
);
/** Places as shares of the list, so that they fit any length. */
const part = fc.double({ min: 0, max: 1, noNaN: true });
const edit = fc.record({
	kind: fc.constantFrom('change', 'lengthen', 'remove', 'insert', 'move', 'none', 'odd'),
	at: part,
	to: part,
	/** Number of affected items. */
	many: fc.oneof(fc.constant(1), fc.nat(3), fc.nat(150)),
	length,
});
const poll = fc.record({
	edits: fc.array(edit, { maxLength: 4 }),
	/** Sometimes the whole list has another notation. */
	comma: fc.oneof({ weight: 12, arbitrary: fc.constant(',') }, fc.constantFrom(' ,\n\t', ', ')),
	cuts: fc.array(part, { maxLength: 12 }),
});

interface Item {
	readonly n: number;
	readonly moment: number;
	readonly length: number;
}

/** Changes lists at random, and reads them in random chunks. */
export function testChangedLists(numRuns: number): void {
	test('list reader returns the written list for any change and any chunks, and keeps unchanged items', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(500),
				length,
				fc.array(poll, { minLength: 1, maxLength: 8 }),
				async (count, usual, polls) => {
					const reading = new Reading();
					let fresh = count;
					let items: (Item | undefined)[] = Array.from({ length: count }, (_, n) => ({
						n,
						moment: 0,
						length: usual > 8_000 ? 100 : usual,
					}));
					let before = new Map<string, unknown>();
					for (const [moment, { edits, comma, cuts }] of polls.entries()) {
						for (const one of edits) {
							const at = Math.floor(one.at * items.length);
							const some = items.slice(at, at + one.many);
							if (one.kind === 'change' || one.kind === 'lengthen') {
								const longer = one.kind === 'lengthen' ? one.length : undefined;
								const changed = some.map(
									(item) => item && { ...item, moment, length: longer ?? item.length },
								);
								items.splice(at, one.many, ...changed);
							} else if (one.kind === 'remove') items.splice(at, one.many);
							else if (one.kind === 'insert') {
								const added = Array.from({ length: Math.min(one.many, 20) }, () => ({
									n: fresh++,
									moment,
									length: one.length,
								}));
								items.splice(at, 0, ...added);
							} else if (one.kind === 'move') {
								items = items.toSpliced(at, one.many);
								items.splice(Math.floor(one.to * items.length), 0, ...some);
							} else if (one.kind === 'odd') items.splice(at, 0, undefined);
						}
						const texts = items.map((item) => (item ? itemOf(item.n, item.moment, item.length) : 'null'));
						const bytes = Buffer.from(`{"downloads":[${texts.join(comma)}],"checkpoints":{}}`);
						const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b);
						const read = await reading.read(bytes, places);

						const objects = texts.filter((text) => text !== 'null');
						expect(read).toHaveLength(objects.length);
						const now = new Map<string, unknown>();
						for (const [index, text] of objects.entries()) {
							const known = before.get(text);
							if (known) expect(read[index]).toBe(known);
							else expect(read[index]).toMatchObject(JSON.parse(text));
							now.set(text, read[index]);
						}
						before = now;
						// The blocks stay compact after any divisions and merges.
						for (const [index, block] of reading.blocks.entries()) {
							const next = reading.blocks[index + 1];
							if (next) expect(block.used + next.used).toBeGreaterThan(BLOCK_BYTES - BLOCK_RESERVE_BYTES);
							expect(block.bytes.length).toBeLessThanOrEqual(Math.max(BLOCK_BYTES, block.used));
						}
					}
				},
			),
			{ numRuns },
		);
	});
}
