import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { addingScreens, allNamesScreens } from './adding-states.ts';
import { dispatch } from './all-names.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedFrame } from './shown-frame.ts';
import { watchApp } from './watched-app.tsx';

async function paint(state: State | undefined, size: ScreenSize, options = {}): Promise<Emulator> {
	if (!state) throw new Error('there is no such screen');
	return (await paintScreen(state, size, options)).emulator;
}

test.each(Object.entries(allNamesScreens))(
	'%s: every name keeps the frame straight, at every width',
	async (_, state) => {
		const app = await watchApp(state, { columns: 40, rows: 24 });
		onTestFinished(() => app.close());
		const faults: string[] = [];
		const look = () => {
			const { cols } = app.emulator.terminal;
			faults.push(...[...crookedFrame(app.emulator), ...app.faults()].map((fault) => `${cols}: ${fault}`));
		};
		for (let width = 40; width <= 200; width += 7) {
			app.resize(width, 10 + (width % 40));
			await app.settled();
			look();
		}
		dispatch(app, { type: 'move', rows: Number.NEGATIVE_INFINITY });
		for (let row = 0; row < names.length; row += 6) {
			dispatch(app, { type: 'move', rows: 6 });
			await app.settled();
			look();
		}
		expect(faults.slice(0, 20)).toEqual([]);
	},
	120_000,
);

test.each(Object.entries(addingScreens))(
	'the dialog %s is complete on the smallest screen, in ASCII and without colour',
	async (_, state) => {
		expect(crookedFrame(await paint(state, { columns: 40, rows: 10 }))).toEqual([]);
		const plain = await paint(state, { columns: 80, rows: 24 }, { ascii: true, colour: false });
		expect(plain.text()).toMatch(/^[\x20-\x7e\n]*$/);
	},
);

test('the add dialog without colour distinguishes invalid, existing and selected sources, and the cursor', async () => {
	const size = { columns: 80, rows: 24 };
	const none = { ascii: true, colour: false };
	const sources = (await paint(addingScreens['many-sources'], size, none)).text();
	expect(sources).toMatch(/ \d+ ! \w/);
	expect(sources).toMatch(/ \d+ = \w/);
	const files = (await paint(addingScreens.files, size, none)).text();
	expect(files).toMatch(/\[x\].*\n.*\[ \]|\[ \].*\n.*\[x\]/);
	expect((await paint(addingScreens.files, size, none)).snapshot()).toMatch(/inverse/);
});
