import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { activeCommands, commands } from '../../source/tui/shell/commands/keymap.ts';
import { withWorkingKeys } from '../../source/tui/shell/commands/scopes.ts';
import { handleInput } from '../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../source/tui/shell/update.ts';
import { allScreens } from '../screens/all-screens.ts';
import { contextOf, keyEvent } from '../screens/pressing.ts';
import { missingExamples } from '../screens/surfaces.ts';

const size = { columns: 80, rows: 24 };

/** Every place of the cockpit: panes, tabs in the split and maximized, dialogs, selections, filters. */
const places = [...allScreens(size)];

/** Keys that move a cursor away from an end, and put text into a line. */
const preparations = [[], ['down'], ['up'], ['left'], ['x'], ['x', 'home'], ['1']];

/** Presses keys one after another. Returns the state, and whether there was an effect outside of it. */
function press(state: State, ...keys: readonly string[]): { state: State; acted: boolean } {
	const store = createStore(state, update);
	const done = { times: 0 };
	const act = () => done.times++;
	const context = contextOf(store, () => size, act, act);
	for (const key of keys) handleInput(keyEvent(key), context);
	return { state: store.get(), acted: done.times > 0 };
}

/** Whether the key has an effect, or the reason is shown. */
function answers(state: State, key: string): boolean {
	const { state: after, acted } = press(state, key);
	return acted || !isDeepStrictEqual(after, state);
}

function isSamePlace(one: State, other: State): boolean {
	const kinds = ({ dialogs }: State) => dialogs.map(({ kind }) => kind).join();
	return one.pane === other.pane && kinds(one) === kinds(other) && one.details.tab === other.details.tab;
}

/** A key that moves back has no effect at an end. Elsewhere in the same place it must have one. */
function answersSomewhere(state: State, key: string): boolean {
	return preparations.some((preparation) => {
		const { state: prepared } = press(state, ...preparation);
		return isSamePlace(prepared, state) && answers(prepared, key);
	});
}

const allKeys = [...new Set(commands.flatMap(({ keys }) => keys))];

describe('every key', () => {
	test('is pressed in every surface of the registries', () => {
		expect(missingExamples(size)).toEqual([]);
	});

	test.each(places)('%s: has an effect, or the reason is shown', (_, state) => {
		const listed = withWorkingKeys(activeCommands(state)).flatMap(({ keys }) => keys);
		expect(listed.filter((key) => !answersSomewhere(state, key))).toEqual([]);
	});

	test.each(places)('%s: the same for keys of other places', (_, state) => {
		expect(allKeys.filter((key) => !answersSomewhere(state, key))).toEqual([]);
	});
});
