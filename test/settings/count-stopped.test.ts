import { describe, expect, test } from 'vitest';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { countStopped } from '../../source/settings/count-stopped.ts';

function downloads(...fields: readonly object[]): readonly Download[] {
	return fields.map(
		(own, index) => decode(Download, { infohash: String(index).padEnd(40, '0'), ...own }).value,
	);
}

const seed = { status: 'SEEDING' };
const list = downloads(
	{ ...seed, ratio: 0.5, seeding_time: 60 },
	{ ...seed, ratio: 1.5, seeding_time: 6_000 },
	{ ...seed },
	{ ...seed, ratio: 9, seeding_time: 9_000, seeding_ratio: 0, seeding_minutes: 0 },
	{ status: 'DOWNLOADING' },
	{ status: 'METADATA' },
	{ status: 'STOPPED', ratio: 3 },
);

describe('a change of settings of 8.x', () => {
	const of8 = (mode: string, ratio = 2, minutes = 60) => ({ seeding: { mode, ratio, minutes } });

	test.each([
		['seeding.mode', 'never', of8('forever'), 4],
		['seeding.mode', 'ratio', of8('forever'), 2],
		['seeding.mode', 'ratio', of8('never'), 0],
		['seeding.mode', 'time', of8('forever'), 3],
		['seeding.mode', 'forever', of8('ratio'), 0],
		['seeding.ratio', 1, of8('ratio'), 3],
		['seeding.ratio', 3, of8('ratio'), 0],
		['seeding.ratio', 1, of8('forever'), 0],
		['seeding.minutes', 1, of8('time'), 4],
		['seeding.safe', false, of8('forever'), 0],
		['limits.download', 1, of8('forever'), 0],
	])('%s to %s stops as many downloads as reach the new end', (path, value, now, count) => {
		expect(countStopped(list, now, [[path, value]], true)).toBe(count);
	});

	test('is judged with its other new values', () => {
		const changes = [
			['seeding.mode', 'ratio'],
			['seeding.ratio', 0.4],
		] as const;
		expect(countStopped(list, of8('forever'), changes, true)).toBe(4);
		expect(countStopped(list, undefined, [['seeding.mode', 'never']], true)).toBe(4);
	});
});

test.each([
	['seeding.ratio', 1, 2],
	['seeding.ratio', 0, 0],
	['seeding.minutes', 10, 2],
	['queue.active_seeds', 1, 3],
	['queue.active_downloads', 1, 1],
	['queue.active_downloads', 0, 0],
	['limits.alternative.mode', 'on', 0],
])('%s to %s of our own service spares downloads with limits of their own', (path, value, count) => {
	expect(countStopped(list, defaultSettings, [[path, value]], false)).toBe(count);
});
