import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parentEntry } from '../../source/state/adding/adding.ts';
import type { Message } from '../../source/state/core/message.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import { runs } from '../runs.ts';
import { seeded } from '../screens/random.ts';
import { changedArrays, deepCopy, deepFreeze, differenceIn, type Snapshots } from './deep-freeze.ts';
import { messageKinds, messageOf, preparation } from './random-messages.ts';

/** A message that was applied. */
interface Step {
	readonly kind: string;
	readonly before: State;
	readonly message: Message;
	readonly after: State;
}

/** Applies messages of these kinds, one after another. Freezes the states, unless told otherwise. */
function run(kinds: readonly (readonly [kind: string, seed: number])[], isFrozen = true): Step[] {
	const snapshots: Snapshots = new Map();
	const steps: Step[] = [];
	let state = initialState('http://127.0.0.1:1', 'a test', 1_000_000);
	const apply = (kind: string, message: Message) => {
		const before = state;
		if (isFrozen) {
			deepFreeze(message, snapshots);
			deepFreeze(before, snapshots);
		}
		state = update(before, message);
		if (isFrozen) expect(changedArrays(snapshots), `${kind}: typed arrays that it wrote`).toEqual([]);
		steps.push({ kind, before, message, after: state });
	};
	for (const [kind, seed] of kinds) {
		const random = seeded(seed);
		const opening = preparation(kind, random, state);
		if (opening) apply('open', opening);
		apply(kind, messageOf(kind, random, state));
	}
	return steps;
}

const kindsOf = (maxLength: number) =>
	fc.array(fc.tuple(fc.constantFrom(...messageKinds), fc.nat()), { maxLength, size: 'max' });

test('update mutates neither state nor message, and returns the same for the same input', () => {
	fc.assert(
		fc.property(kindsOf(100), (kinds) => {
			for (const { kind, before, message, after } of run(kinds).toReversed()) {
				// Newer states were made since. Shared parts must not change.
				expect(differenceIn(update(before, message), after), kind).toBeUndefined();
			}
		}),
		{ numRuns: runs(6) },
	);
});

test('update does not depend on memos: a copy of state and message gives the same result', () => {
	fc.assert(
		fc.property(kindsOf(60), (kinds) => {
			for (const { kind, before, message, after } of run(kinds)) {
				// The parent entry of a folder is recognised by its identity.
				const copies = new Map<unknown, unknown>([[parentEntry, parentEntry]]);
				const copy = update(deepCopy(before, copies), deepCopy(message, copies));
				expect(differenceIn(copy, after), kind).toBeUndefined();
			}
		}),
		{ numRuns: runs(6) },
	);
});

/** Messages that change a state only while what another one began is under way. */
const beginnings: Readonly<Record<string, string>> = {
	'tree changed': 'tree change',
	'tree prioritized': 'tree prioritize',
};

test('every kind of message in this test changes some state', () => {
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
		for (const { kind, before, after } of run(begun, false)) {
			if (!changing.has(kind) && differenceIn(before, after) !== undefined) changing.add(kind);
		}
	}
	expect(messageKinds.filter((kind) => !changing.has(kind))).toEqual([]);
});
