import { expect, test } from 'vitest';
import { readIdle } from './measure/idle.ts';
import { readSeries } from './measure/press.ts';
import { changedCells, fullClears, isBlankFrame, Replay } from './replay.ts';

const terminal = { columns: 20, rows: 4 };

/** Returns a recording of these chunks, each at a moment. */
function recorded(...chunks: readonly (readonly [at: number, text: string])[]) {
	return { terminal, chunks: chunks.map(([at, text]) => ({ at, bytes: Buffer.from(text) })) };
}

test('Replay counts cells by their visible attributes', async () => {
	const replay = new Replay(
		recorded(
			[0, 'abc  \r\n日本'],
			[1, '\x1b[H\x1b[31mabX'],
			[2, '\x1b[1;4H\x1b[32m  '],
			[3, '\x1b[1;4H\x1b[7m '],
		),
	);
	await replay.step();
	const shown = replay.picture;
	expect(shown.filled).toBe(7);
	await replay.step();
	// Two letters have another color, one is another letter as well.
	expect(changedCells(shown, replay.picture)).toBe(3);
	const colored = replay.picture;
	await replay.step();
	expect(changedCells(colored, replay.picture)).toBe(0);
	await replay.step();
	expect(changedCells(colored, replay.picture)).toBe(1);
});

test('Replay shows a synchronized frame when it is complete', async () => {
	const replay = new Replay(recorded([0, 'full'], [1, '\x1b[?2026h\x1b[2J'], [2, 'new!\x1b[?2026l']));
	await replay.step();
	const before = replay.picture;
	await replay.step();
	expect(replay.picture).toBe(before);
	await replay.step();
	expect(changedCells(before, replay.picture)).toBeGreaterThan(0);
});

test('readSeries ends a press at the first change and counts all of its bytes', async () => {
	const session = recorded([0, 'ab'], [105, '\x1b[?25l'], [107, '\rX'], [109, 'Y'], [230, '\x1b[m']);
	const presses = [
		{ at: 100, from: 1, to: 4 },
		{ at: 220, from: 4, to: 5 },
		{ at: 300, from: 5, to: 5 },
	];
	const result = await readSeries(session, new Replay(session), { presses, cpu: 30, took: 600 });
	expect(result).toMatchObject({ presses: 3, silent: 1, unchanged: 1, p50: 7, cpuGross: 10, interval: 200 });
	// 9 and 3 bytes.
	expect(result.bytes).toBe(6);
});

test('readIdle counts updates without a key by their cells, and flicker', async () => {
	const session = recorded([0, 'abcdefgh'], [100, '\x1b[2J'], [102, '\x1b[Habcdefgx'], [200, '\ry']);
	const rested = { from: 1, to: 4, cpu: 20, took: 1000, memory: 5 };
	const idle = await readIdle(session, new Replay(session), rested);
	expect(idle).toMatchObject({
		cellsPerSecond: 2,
		cpu: 2,
		fullClears: 1,
		blankFrames: 1,
		bytesPerSecond: 17,
	});
	expect(idle.bytesPerCell).toBe(8.5);
});

test('Replay distinguishes erasing the screen from erasing a part', () => {
	expect(fullClears('\x1b[2J\x1b[3J \x1b[H\x1b[J \x1bc')).toBe(4);
	expect(fullClears('\x1b[K\x1b[5;1H\x1b[J\x1b[1J')).toBe(0);
});

test('Replay counts a frame with half of the screen gone as blank', () => {
	const picture = (filled: number) => ({ glyphs: new Int32Array(), styles: new Int32Array(), filled });
	expect(isBlankFrame(picture(100), picture(49))).toBe(true);
	expect(isBlankFrame(picture(100), picture(50))).toBe(false);
});
