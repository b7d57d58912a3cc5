import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { addingScreens, allNamesScreens } from './adding-states.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { paintApp } from './painted-app.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedFrame } from './shown-frame.ts';

function paint(state: State | undefined, size: ScreenSize, options = {}) {
	if (!state) throw new Error('there is no such screen');
	return paintScreen(state, size, options);
}

test.each(Object.entries(allNamesScreens))(
	'%s: every name keeps the frame straight, at every width',
	async (_, state) => {
		const app = paintApp(state, { columns: 40, rows: 24 });
		const faults: string[] = [];
		const look = async () => {
			const screen = await app.settled();
			faults.push(...crookedFrame(screen).map((fault) => `${app.size.columns}: ${fault}`));
		};
		for (let width = 40; width <= 200; width += 7) {
			app.resize(width, 10 + (width % 40));
			await look();
		}
		app.dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
		for (let row = 0; row < names.length; row += 6) {
			app.dispatch({ type: 'move', rows: 6 });
			await look();
		}
		expect(faults.slice(0, 20)).toEqual([]);
	},
);

test.each(Object.entries(addingScreens))(
	'the dialog %s is complete on the smallest screen, in ASCII and without color',
	(_, state) => {
		expect(crookedFrame(paint(state, { columns: 40, rows: 10 }))).toEqual([]);
		const plain = paint(state, { columns: 80, rows: 24 }, { ascii: true, color: false });
		expect(plain.text()).toMatch(/^[\x20-\x7e\n]*$/);
	},
);

test('the add dialog without color distinguishes invalid, existing and selected sources, and the cursor', () => {
	const size = { columns: 80, rows: 24 };
	const none = { ascii: true, color: false };
	const sources = paint(addingScreens['many-sources'], size, none).text();
	expect(sources).toMatch(/ \d+ ! \w/);
	expect(sources).toMatch(/ \d+ = \w/);
	const files = paint(addingScreens.files, size, none).text();
	expect(files).toMatch(/\[x\].*\n.*\[ \]|\[ \].*\n.*\[x\]/);
	expect(paint(addingScreens.files, size, none).snapshot()).toMatch(/inverse/);
});
