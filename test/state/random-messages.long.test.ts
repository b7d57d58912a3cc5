import { expect, test } from 'vitest';
import { seeded } from '../screens/random.ts';
import { differenceIn } from './deep-freeze.ts';
import { messageKinds } from './random-messages.ts';
import { applySteps } from './random-steps.ts';

/** Messages that change a state only while what another one began is under way. */
const beginnings: Readonly<Record<string, string>> = {
	'tree changed': 'tree change',
	'tree prioritized': 'tree prioritize',
};

test('every kind of random message changes some state', () => {
	const changing = new Set<string>();
	for (let seed = 1; seed <= 1_000 && changing.size < messageKinds.length; seed++) {
		const random = seeded(seed);
		const shuffled = [...messageKinds, ...messageKinds].map(
			(kind) => [kind, random.between(1, 1e9)] as const,
		);
		shuffled.sort(([, one], [, other]) => one - other);
		const begun = shuffled.flatMap(([kind, chance]) => {
			const beginning = beginnings[kind];
			return beginning === undefined
				? [[kind, chance] as const]
				: [[beginning, chance + 1] as const, [kind, chance] as const];
		});
		for (const { kind, before, after } of applySteps(begun, false)) {
			if (!changing.has(kind) && differenceIn(before, after) !== undefined) changing.add(kind);
		}
	}
	expect(messageKinds.filter((kind) => !changing.has(kind))).toEqual([]);
});
