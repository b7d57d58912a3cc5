import { expect, test } from 'vitest';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/surfaces/update.ts';
import { chooseTheme } from '../../source/tui/theme/theme.ts';
import { paintOnEmulator } from '../terminal/painted.ts';
import { screens } from './states.ts';

const sizes = [
	{ columns: 60, rows: 20 },
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
];

async function shot(
	name: string,
	columns: number,
	rows: number,
	env: Record<string, string> = {},
): Promise<string> {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	const painted = paintOnEmulator(<App store={createStore(state, update)} theme={chooseTheme(env)} />, {
		columns,
		rows,
	});
	await painted.settled();
	painted.painting.unmount();
	return painted.emulator.snapshot();
}

for (const { columns, rows } of sizes) {
	test.each(Object.keys(screens))(`%s at ${columns}×${rows}`, async (name) => {
		await expect(await shot(name, columns, rows)).toMatchFileSnapshot(
			`golden/${name}-${columns}x${rows}.txt`,
		);
	});
}

test('without colour nothing has a colour', async () => {
	const screen = await shot('downloads', 80, 24, { NO_COLOR: '1' });
	const styles = screen.split('\n').filter((line) => /^ *\d+ /.test(line));
	expect(styles.join('\n')).not.toMatch(/red|green|yellow|blue|cyan|magenta|#|256:/);
	expect(screen).toMatch(/inverse/);
});

test('a terminal that is too small says so', async () => {
	expect(await shot('downloads', 30, 8)).toContain('30×8 is too small');
});

test('on the smallest screen what failed and what to do are there to the last word', async () => {
	const screen = await shot('unreachable', 40, 10);
	for (const words of ['connection', 'refused.', 'is right.', 'The address comes from --url.']) {
		expect(screen).toContain(words);
	}
});

test('of details that have no room it is said which of them show', async () => {
	expect(await shot('details', 80, 24)).toMatch(/─ i \[Overview\].* 1–10 of \d+ /);
	expect(await shot('details', 190, 14)).toMatch(/│ .*\[Overview\].* 1–9 of \d+ /);
});

test('on the smallest screen both ways to remove are there, and the way out', async () => {
	expect(await shot('remove', 40, 10)).toContain('r remove  D remove with data  esc leave');
});

test('on the smallest screen progress, help and the way out are there', async () => {
	const screen = await shot('downloads', 40, 10);
	expect(screen).toContain('PROGRESS');
	expect(screen).toContain('? help  q quit');
	expect(await shot('remove', 40, 10)).toContain('esc leave it');
});
