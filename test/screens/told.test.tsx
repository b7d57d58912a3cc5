import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/surfaces/update.ts';
import { chooseTheme } from '../../source/tui/theme/theme.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { paintOnEmulator } from '../terminal/painted.ts';
import { toldScreens } from './told-states.ts';

const sizes = [
	{ columns: 60, rows: 20 },
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
];

async function shot(
	name: string,
	size: { columns: number; rows: number; ascii?: boolean },
	env: Record<string, string> = {},
): Promise<Emulator> {
	const state = toldScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	const painted = paintOnEmulator(<App store={createStore(state, update)} theme={chooseTheme(env)} />, size);
	onTestFinished(() => painted.painting.unmount());
	await painted.settled();
	return painted.emulator;
}

for (const size of sizes) {
	const at = `${size.columns}x${size.rows}`;
	test.each(Object.keys(toldScreens))(`%s at ${at}`, async (name) => {
		const emulator = await shot(name, size);
		await expect(emulator.snapshot()).toMatchFileSnapshot(`golden/told-${name}-${at}.txt`);
	});
}

test.each(sizes)('the words of all events begin in one column at $columns×$rows', async (size) => {
	const emulator = await shot('events', size);
	const shown = emulator.cells().flatMap((row) => {
		const line = row.map(({ text }) => text || ' ').join('');
		return /^\d\d:\d\d:\d\d (info|success|warning|error) /.test(line) ? [row] : [];
	});
	expect(shown.length).toBeGreaterThan(6);
	for (const row of shown) {
		expect(row[8]?.text).toBe(' ');
		expect(row[16]?.text).toBe(' ');
		expect(row[17]?.text).not.toBe(' ');
	}
});

test.each(Object.keys(toldScreens))('%s without colour and in ASCII', async (name) => {
	const emulator = await shot(name, { columns: 80, rows: 24, ascii: true }, { NO_COLOR: '1' });
	expect(emulator.text()).toMatch(/^[\x20-\x7e\n]*$/);
	const styles = emulator
		.snapshot()
		.split('\n')
		.filter((line) => /^ *\d+ \d+-\d+/.test(line));
	expect(styles.join('\n')).not.toMatch(/red|green|yellow|blue|cyan|magenta|#|256:/);
});

test.each(['help', 'palette-recent', 'event-in-full', 'events'])(
	'%s does not break at 40×10',
	async (name) => {
		const emulator = await shot(name, { columns: 40, rows: 10 });
		expect(emulator.rows()[0]).toMatch(/^(seedtop )?127|─╮$/);
		expect(emulator.rows()[9]).not.toBe('');
	},
);
