import { expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { lineText } from '../../source/state/surfaces/line-edit.ts';
import { lineOf } from '../../source/tui/shell/dialogs.ts';
import { handleInput } from '../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../source/tui/shell/update.ts';
import { contextOf, keyEvent } from '../screens/pressing.ts';
import { examplesOf, missingExamples, surfaces } from '../screens/surfaces.ts';

const size = { columns: 80, rows: 24 };
const fields = surfaces.filter(({ hasField }) => hasField);

/** Texts that are typed and pasted. A field of numbers rejects the first two. */
const texts = ['ab', '/b', '12', '1'];

function typed(state: State, text: string): State {
	const store = createStore(state, update);
	const context = contextOf(store, () => size);
	for (const character of text) handleInput(keyEvent(character), context);
	return store.get();
}

function pasted(state: State, text: string): State {
	const store = createStore(state, update);
	handleInput(
		{ type: 'paste', text },
		contextOf(store, () => size),
	);
	return store.get();
}

const lineIn = ({ dialogs }: State) => {
	const line = lineOf(dialogs.at(-1));
	return line && lineText(line);
};

/** Whether the text was inserted at the cursor of the line. */
function isInserted(before: State, after: State, text: string): boolean {
	const line = lineOf(before.dialogs.at(-1));
	if (!line) return false;
	const { characters, cursor } = line;
	const wanted = [...characters.slice(0, cursor), text, ...characters.slice(cursor)].join('');
	return lineIn(after) === wanted;
}

test('every surface of the registries has an example state', () => {
	expect(missingExamples(size)).toEqual([]);
	expect(fields.length).toBeGreaterThan(8);
});

test.each(fields.map((surface) => [surface.name, surface] as const))(
	'typed keys and pasted text reach the line of the %s',
	(_, surface) => {
		const examples = examplesOf(surface, size).map(([, state]) => state);
		const accepts = (apply: (state: State, text: string) => State) =>
			examples.some((state) => texts.some((text) => isInserted(state, apply(state, text), text)));
		expect(accepts(typed), `${surface.folder}: typed keys do not change its line`).toBe(true);
		expect(accepts(pasted), `${surface.folder}: a paste does not change its line`).toBe(true);
	},
);

test.each(fields.map((surface) => [surface.name, surface] as const))(
	'backspace deletes what was typed in the %s',
	(_, surface) => {
		const deletes = examplesOf(surface, size).some(([, state]) =>
			texts.some((text) => {
				const after = typed(state, text);
				const store = createStore(after, update);
				handleInput(
					keyEvent('backspace'),
					contextOf(store, () => size),
				);
				const line = lineIn(after) ?? '';
				return isInserted(state, after, text) && (lineIn(store.get()) ?? '').length === line.length - 1;
			}),
		);
		expect(deletes, `${surface.folder}: its commands lack editCommands('…')`).toBe(true);
	},
);

test.each(fields.map((surface) => [surface.name, surface] as const))(
	'a key in the %s is typed or refused, and never reaches the surface below',
	(_, surface) => {
		for (const [name, state] of examplesOf(surface, size)) {
			for (const text of texts) {
				const after = typed(state, text);
				const kinds = after.dialogs.map(({ kind }) => kind);
				expect([name, text, after.pane, kinds]).toEqual([
					name,
					text,
					state.pane,
					state.dialogs.map(({ kind }) => kind),
				]);
			}
		}
	},
);
