import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { smallestScreen } from '../../source/tui/components/layout.ts';
import { bulkScreens } from './bulk-states.ts';
import { paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedFrame } from './shown-frame.ts';

function paint(name: string, size: ScreenSize, color = true) {
	const state = bulkScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return paintScreen(state, size, { color });
}

const dialogs = ['confirm', 'remove-many', 'delete-data-of-many', 'hops', 'limits', 'failures'];

test.each(dialogs)('the frame of %s is straight around every kind of name, at every size', (name) => {
	for (let columns = smallestScreen.columns; columns <= 160; columns += 7) {
		const rows = smallestScreen.rows + (columns % 30);
		expect(crookedFrame(paint(name, { columns, rows })), `${columns}×${rows}`).toEqual([]);
	}
});

test.each(dialogs)('the smallest screen shows the keys that confirm and cancel: %s', (name) => {
	const text = paint(name, smallestScreen).text();
	expect(text).toMatch(/(^|│ | {2})esc +(leave|close|cancel)/m);
});

test('the list without color shows selected rows, pending changes and progress', () => {
	const text = paint('progress', { columns: 100, rows: 30 }, false).text();
	expect(text).toContain('● debian');
	expect(text).toContain('→ 1 hop…');
	expect(text).toContain('77 of 312, 1 failed');
	expect(text).toContain('x cancel the rest');
	expect(paint('failures', { columns: 100, rows: 30 }, false).text()).toMatch(/│ > ملف/);
});
