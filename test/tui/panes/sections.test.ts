import { expect, test } from 'vitest';
import { createStore } from '../../../source/state/core/store.ts';
import { currentPane, panes } from '../../../source/tui/shell/panes.ts';
import { queriesOf } from '../../../source/tui/shell/queries.ts';
import { update } from '../../../source/tui/shell/update.ts';
import type { Pane } from '../../../source/tui/surfaces/pane.ts';
import { presser } from '../../screens/pressing.ts';
import { listed } from '../../screens/states.ts';

const size = { columns: 80, rows: 24 };

/** Every pane with sections, with the ids of these. */
const sectioned = Object.values<Pane>(panes).flatMap(({ id, hotkey, sections }) =>
	sections ? [{ id, hotkey, sections: sections.all.map(({ section }) => section) }] : [],
);

test.each(sectioned)('$id: ], [ and the hotkeys change the section', ({ hotkey, sections }) => {
	const store = createStore(listed, update);
	const press = presser(store, () => size);
	const shown = () => currentPane(store.get()).section?.id;
	press(hotkey);
	const first = sections[0]?.id;
	expect(shown()).toBe(first);
	for (const { id } of [...sections.slice(1), ...sections.slice(0, 1)]) {
		press(']');
		expect(shown()).toBe(id);
	}
	press('[');
	expect(shown()).toBe(sections.at(-1)?.id);
	for (const { id, hotkey: key } of sections) {
		press(key);
		expect(shown()).toBe(id);
	}
	// Tab moves between panels only.
	press('tab');
	expect(shown()).toBe(sections.at(-1)?.id);
});

test.each(sectioned)('$id: only the visible section is polled', ({ id: pane, sections }) => {
	const inPane = update(listed, { type: 'pane', pane });
	for (const { id } of sections) {
		const state = update(inPane, { type: 'section', pane, section: id });
		const polled = queriesOf(state).map(({ name }) => name.split(':')[0]);
		const others = sections.filter((other) => other.id !== id);
		expect(others.filter((other) => polled.includes(other.id))).toEqual([]);
		const declared = (currentPane(state).queries ?? []).filter(
			(query) => 'ask' in query || query.when?.(state) !== false,
		);
		const named = declared.flatMap((query) => ('ask' in query ? [query.name] : []));
		expect(polled).toEqual(expect.arrayContaining(named));
		expect(polled.filter((name) => name === id)).toHaveLength(declared.length - named.length);
		expect(queriesOf(listed).some(({ name }) => name.startsWith(`${id}:`))).toBe(false);
	}
});
