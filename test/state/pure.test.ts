import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parentEntry } from '../../source/state/adding/adding.ts';
import { update } from '../../source/tui/shell/update.ts';
import { runs } from '../runs.ts';
import { deepCopy, differenceIn } from './deep-freeze.ts';
import { messageKinds } from './random-messages.ts';
import { applySteps } from './random-steps.ts';

const kindsOf = (maxLength: number) =>
	fc.array(fc.tuple(fc.constantFrom(...messageKinds), fc.nat()), { maxLength, size: 'max' });

test('update mutates neither state nor message, and returns the same for the same input', () => {
	fc.assert(
		fc.property(kindsOf(100), (kinds) => {
			for (const { kind, before, message, after } of applySteps(kinds).toReversed()) {
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
			for (const { kind, before, message, after } of applySteps(kinds)) {
				// The parent entry of a folder is recognized by its identity.
				const copies = new Map<unknown, unknown>([[parentEntry, parentEntry]]);
				const copy = update(deepCopy(before, copies), deepCopy(message, copies));
				expect(differenceIn(copy, after), kind).toBeUndefined();
			}
		}),
		{ numRuns: runs(6) },
	);
});
