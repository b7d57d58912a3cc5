import { expect, test } from 'vitest';
import { readCpuProfile } from '../../source/format/cpu-profile.ts';

function node(
	id: unknown,
	functionName: unknown,
	url: unknown = 'file:///srv/app.js',
	lineNumber: unknown = 4,
) {
	return { id, callFrame: { functionName, url, lineNumber, columnNumber: 0 } };
}

test('readCpuProfile sums the self time by function and file', () => {
	const profile = readCpuProfile(
		{
			nodes: [
				node(1, '(root)', '', -1),
				node(2, '(idle)', '', -1),
				node(3, 'hash'),
				// The same function, called by another one.
				node(4, 'hash'),
				node(5, 'hash', 'file:///srv/other.js'),
				node(6, '', 'node:internal/fs', 11),
			],
			samples: [1, 3, 4, 2, 5, 6, 99],
			timeDeltas: [500, 1_000, 2_000, 3_000, 10_000, 4_000, 1_500],
			startTime: 1,
			endTime: 2,
		},
		3,
	);
	expect(profile).toEqual({
		durationMs: 21.5,
		idleMs: 10,
		hottest: [
			{ name: 'hash', place: 'app.js:5', selfMs: 5 },
			{ name: 'hash', place: 'other.js:5', selfMs: 4 },
			{ name: '(anonymous)', place: 'fs:12', selfMs: 1.5 },
		],
	});
	expect(readCpuProfile({ nodes: [], samples: [] }, 3)).toEqual({ durationMs: 0, idleMs: 0, hottest: [] });
});

test('readCpuProfile accepts no other content', () => {
	for (const other of [undefined, null, 3, 'x', [], {}, { nodes: [] }, { nodes: {}, samples: [] }])
		expect(readCpuProfile(other, 3)).toBeUndefined();
});

test('readCpuProfile sanitizes names and ignores wrong values', () => {
	const profile = readCpuProfile(
		{
			nodes: [
				null,
				7,
				{ id: 1 },
				node(1, `\u001b[31mred\u202e${'x'.repeat(1_000_000)}`, `/srv/\u009b2J${'y'.repeat(1_000_000)}`, 'x'),
				node(2, { toString: 1 }, [], 1e300),
				node('__proto__', '__proto__', 5, 0),
			],
			samples: [null, 1, 2, '__proto__', 1],
			timeDeltas: [0, 0, 5_000, 'x', 1_000, Number.NaN, -3],
		},
		10,
	);
	expect(profile?.durationMs).toBe(6);
	for (const { name, place } of profile?.hottest ?? []) {
		expect(`${name}${place}`).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
		expect(name.length + place.length).toBeLessThan(300);
	}
	expect(profile?.hottest.map(({ selfMs }) => selfMs)).toEqual([5, 1]);
});
