import { expect } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { update } from '../../source/tui/shell/update.ts';
import { seeded } from '../screens/random.ts';
import { changedArrays, deepFreeze, type Snapshots } from './deep-freeze.ts';
import { messageOf, preparation } from './random-messages.ts';

/** A message that was applied. */
export interface Step {
	readonly kind: string;
	readonly before: State;
	readonly message: Message;
	readonly after: State;
}

/** Applies messages of these kinds, one after another. Freezes the states, unless told otherwise. */
export function applySteps(
	kinds: readonly (readonly [kind: string, seed: number])[],
	isFrozen = true,
): Step[] {
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
