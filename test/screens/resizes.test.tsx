import '../../source/tui/terminal/full-color.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { smallestScreen } from '../../source/tui/components/layout.ts';
import { isInFooter, showsKeys } from '../../source/tui/shell/dialogs.ts';
import { runs } from '../runs.ts';
import { anySize } from './any-size.ts';
import { filesScreens } from './files-states.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { paintApp } from './painted-app.tsx';
import type { ScreenSize } from './pressing.ts';
import { seeded } from './random.ts';
import { crookedFrame, headerRow } from './shown-frame.ts';
import { screens } from './states.ts';
import { randomInput } from './stirring.ts';
import { tabScreens } from './tab-states.ts';
import { type WatchedApp, watchApp } from './watched-app.tsx';

/**
 * Sizes on both sides of each limit of the layout. The last one is compared with a new app. It has room for all rows,
 * because the scroll position depends on earlier sizes.
 */
const sizes: readonly ScreenSize[] = [
	{ columns: 39, rows: 24 },
	{ columns: 20, rows: 6 },
	{ columns: 40, rows: 10 },
	{ columns: 139, rows: 18 },
	{ columns: 300, rows: 70 },
	{ columns: 140, rows: 11 },
	{ columns: 99, rows: 24 },
	{ columns: 120, rows: 200 },
];

test.each(Object.entries({ ...screens, ...tabScreens, ...filesScreens }))(
	'the screen %s is complete at each size that it is resized to',
	async (name, state) => {
		const app = paintApp(state, { columns: 80, rows: 24 });
		const top = state.dialogs.at(-1);
		// A notice of two lines covers the end of a dialog on the smallest screen.
		const hasFrame = top !== undefined && !isInFooter(top) && name in screens;
		for (const { columns, rows } of sizes) {
			app.resize(columns, rows);
			const screen = await app.settled();
			const shown = screen.rows();
			const at = `at ${columns}×${rows}`;
			if (columns < smallestScreen.columns || rows < smallestScreen.rows) {
				expect(screen.text()).toContain(`${columns}×${rows}`);
				continue;
			}
			expect(shown[0], at).toMatch(headerRow);
			if (hasFrame) expect(crookedFrame(screen), at).toEqual([]);
			if (!showsKeys(top)) expect(shown.at(-1), at).not.toBe('');
		}
		const last = sizes.at(-1) ?? app.size;
		expect((await app.settled()).snapshot()).toBe(paintScreen(app.store.get(), last).snapshot());
	},
);

async function open(state: State, size: ScreenSize): Promise<WatchedApp> {
	const app = await watchApp(state, size);
	onTestFinished(() => app.close());
	return app;
}

/** Expects the cells of the same app on a new terminal, and of a new app in the same state. */
async function expectRight(app: WatchedApp, size: ScreenSize): Promise<void> {
	await app.settled();
	expect(app.emulator.snapshot()).toBe((await app.repainted()).snapshot());
	// The scroll position depends on earlier states until the pane is left.
	const { pane } = app.store.get();
	for (const shown of [pane === 'events' ? 'downloads' : 'events', pane] as const) {
		app.store.dispatch({ type: 'pane', pane: shown });
		await app.settled();
	}
	const fresh = await watchApp(app.store.get(), size);
	fresh.close();
	expect(app.emulator.snapshot()).toBe(fresh.emulator.snapshot());
}

test('the app paints every screen correctly during many resizes, with data and keys', async () => {
	const random = seeded(4);
	let size: ScreenSize = { columns: 80, rows: 24 };
	const app = await open(listing(namedDownloads(names)), size);
	const stir = randomInput(app.store, random, () => size);
	const steps = runs(30);
	for (let step = 1; step <= steps; step++) {
		size = anySize(random);
		app.resize(size.columns, size.rows);
		await app.settled();
		stir();
		await app.settled();
		expect(app.faults()).toEqual([]);
		if (step % 10 === 0) await expectRight(app, size);
	}
});

test('the app paints the correct screen after resizes during frames', async () => {
	const random = seeded(1);
	let size: ScreenSize = { columns: 80, rows: 24 };
	const app = await open(listing(namedDownloads(names)), size);
	// As in the program, frames for a wider screen do not wrap.
	await app.emulator.write('\x1b[?7l');
	const stir = randomInput(app.store, random, () => size);
	const steps = runs(120);
	for (let step = 1; step <= steps; step++) {
		size = anySize(random);
		app.resize(size.columns, size.rows);
		if (random.between(0, 2) === 0) stir();
		// Writes the frame without waiting for the terminal.
		if (random.between(0, 1) === 0) app.paint();
		if (random.between(0, 3) === 0) await new Promise((resolve) => setImmediate(resolve));
		if (step % 40 === 0) await expectRight(app, size);
	}
	expect(app.frames).toBeGreaterThan(steps / 30);
});
