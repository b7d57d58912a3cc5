import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { keep, readKept } from './kept.ts';
import { target } from './target.ts';
import { targets } from './targets/index.ts';

/** Enough to notice that a target does not work. `npm run fuzz` finds faults. */
const RUNS = 4;

test.each(targets)('$name: some inputs, and all that were faults once', async ({ name, run, replay }) => {
	for (const input of await readKept(name)) await replay(input);
	expect(await run({ seed: 1, untilMs: Number.POSITIVE_INFINITY, most: RUNS })).toEqual({
		runs: RUNS,
		fault: undefined,
	});
});

test('a fault is found, made small and kept', async () => {
	const odd = target({
		name: 'small numbers',
		input: fc.nat(),
		check(input) {
			if (input > 999) throw new Error(`${input} is above the limit`);
		},
	});
	const { fault } = await odd.run({ seed: 1, untilMs: Number.POSITIVE_INFINITY });
	expect(fault?.input).toBe(1000);
	expect(fault?.reason).toContain('1000 is above the limit');
	const folder = await makeFolder();
	await keep('small numbers', fault?.input, folder);
	await keep('small numbers', 1001, folder);
	const kept = await readKept('small numbers', folder);
	expect(kept).toEqual([1000, 1001]);
	await expect(odd.replay(kept[0])).rejects.toThrow('1000 is above the limit');
});
