import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { contentOf, paneArea } from '../../source/tui/components/layout.ts';
import { screenSizes } from './all-screens.ts';
import { journalScreens } from './journal-states.ts';
import { paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';

function shot(name: string, size: ScreenSize, options = {}) {
	const state = journalScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return paintScreen(state, size, options);
}

test.each(screenSizes)('the words of all events begin in one column at $columns×$rows', (size) => {
	const screen = shot('events', size);
	const shown = screen.cells().flatMap((row) => {
		// The first cells are the border of the panel, if it has one, and the sign of the cursor.
		const content = row.slice(contentOf(paneArea(size.columns, size.rows)).width < size.columns ? 2 : 1);
		const line = content.map(({ text }) => text || ' ').join('');
		return /^\d\d:\d\d:\d\d (info|success|warning|error) /.test(line) ? [content] : [];
	});
	expect(shown.length).toBeGreaterThan(6);
	for (const row of shown) {
		expect(row[8]?.text).toBe(' ');
		expect(row[16]?.text).toBe(' ');
		expect(row[17]?.text).not.toBe(' ');
	}
});

test.each(Object.keys(journalScreens))('the screen %s is complete without color and in ASCII', (name) => {
	const screen = shot(name, { columns: 80, rows: 24 }, { ascii: true, color: false });
	expect(screen.text()).toMatch(/^[\x20-\x7e\n]*$/);
	const styles = screen
		.snapshot()
		.split('\n')
		.filter((line) => /^ *\d+ \d+-\d+/.test(line));
	expect(styles.join('\n')).not.toMatch(/red|green|yellow|blue|cyan|magenta|#|256:/);
});

test.each(['help-further-down', 'palette-recent', 'event-in-full', 'events'])(
	'the screen %s does not break at 40×10',
	(name) => {
		const screen = shot(name, { columns: 40, rows: 10 });
		expect(screen.rows()[0]).toMatch(/^(seedtop )?[●○✗] 127|─╮$/);
		expect(screen.rows()[9]).not.toBe('');
	},
);
