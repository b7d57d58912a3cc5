import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { isInFooter, showsKeys } from '../../source/tui/dialogs/registry.ts';
import { headerHeight, smallestScreen } from '../../source/tui/shell/layout.ts';
import { serveList } from '../programs/list-service.ts';
import { cli } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import type { ScreenSize } from './pressing.ts';
import { type Random, seeded } from './random.ts';
import { crookedFrame, headerRow } from './shown-frame.ts';
import { screens } from './states.ts';
import { randomInput } from './stirring.ts';
import { alternateScreen, type WatchedApp, watchApp } from './watched-app.tsx';

/** Returns a size from 20×6 to 300×100, more often a small one. */
function anySize(random: Random): ScreenSize {
	return random.between(0, 3) === 0
		? { columns: random.between(20, 300), rows: random.between(6, 100) }
		: { columns: random.between(20, 160), rows: random.between(6, 40) };
}

async function open(state: State, size: ScreenSize): Promise<WatchedApp> {
	const app = await watchApp(state, size);
	onTestFinished(() => app.close());
	return app;
}

/** Expects the cells of the same app on a new terminal, and of a new app in the same state. */
async function expectRight(app: WatchedApp, size: ScreenSize): Promise<void> {
	await app.settled();
	expect(app.emulator.snapshot()).toBe((await app.paintedAnew()).snapshot());
	// The scroll position depends on earlier states until the pane is left.
	const { pane } = app.store.get();
	for (const shown of [pane === 'events' ? 'downloads' : 'events', pane] as const) {
		app.store.dispatch({ type: 'pane', pane: shown });
		await app.settled();
	}
	const anew = await watchApp(app.store.get(), size);
	anew.close();
	expect(app.emulator.snapshot()).toBe(anew.emulator.snapshot());
}

test('the app paints every screen correctly during many resizes, with data and keys', async () => {
	const random = seeded(4);
	let size: ScreenSize = { columns: 80, rows: 24 };
	const app = await open(listing(namedDownloads(names)), size);
	const stir = randomInput(app.store, random, () => size);
	for (let step = 1; step <= 250; step++) {
		size = anySize(random);
		app.resize(size.columns, size.rows);
		await app.settled();
		stir();
		await app.settled();
		expect(app.faults()).toEqual([]);
		if (step % 25 === 0) await expectRight(app, size);
	}
}, 120_000);

test.each([1, 2, 3])(
	'the app paints the correct screen after 1,000 resizes, most during a frame (%i)',
	async (seed) => {
		const random = seeded(seed);
		let size: ScreenSize = { columns: 80, rows: 24 };
		const app = await open(listing(namedDownloads(names)), size);
		// As in the program, frames for a wider screen do not wrap.
		await app.emulator.write('\x1b[?7l');
		const stir = randomInput(app.store, random, () => size);
		for (let step = 1; step <= 1000; step++) {
			size = anySize(random);
			app.resize(size.columns, size.rows);
			if (random.between(0, 2) === 0) stir();
			// Writes the frame without waiting for the terminal.
			if (random.between(0, 1) === 0) app.paint();
			if (random.between(0, 3) === 0) await new Promise((resolve) => setImmediate(resolve));
			if (step % 125 === 0) await expectRight(app, size);
		}
		expect(app.frames).toBeGreaterThan(100);
	},
	120_000,
);

test.each(Object.keys(screens))(
	'the screen %s paints no cell outside of any size, and complete dialogs',
	async (name) => {
		const state = screens[name];
		if (!state) throw new Error(`there is no screen ${name}`);
		const app = await open(state, { columns: 80, rows: 24 });
		const top = state.dialogs.at(-1);
		const hasFrame = top !== undefined && !isInFooter(top);
		for (const columns of [20, 39, 40, 60, 80, 120, 139, 140, 300]) {
			for (const rows of [6, 10, 24, 100]) {
				app.resize(columns, rows);
				await app.settled();
				const shown = app.emulator.rows();
				const tooSmall = columns < smallestScreen.columns || rows < smallestScreen.rows;
				if (tooSmall) expect(app.emulator.text()).toContain(`${columns}×${rows}`);
				else {
					expect({ faults: app.faults(), frames: hasFrame ? crookedFrame(app.emulator) : [] }).toEqual({
						faults: [],
						frames: [],
					});
					expect(shown[0]).toMatch(headerRow);
					if (!showsKeys(top)) expect(shown[rows - 1]).not.toBe('');
				}
			}
		}
	},
);

test('the program shows the screen of ctrl-l after 200 resizes', async () => {
	const service = await serveList(Object.fromEntries(names.map((name, index) => [name, 1e6 * (index + 1)])));
	const home = await temporaryFolder();
	const command = `'${process.execPath}' '${cli}' --url ${service.url}`;
	const session = new Session(command, {
		columns: 80,
		rows: 24,
		env: { HOME: home.path, CORE_API_PORT: '' },
	});
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	await session.shows('q quit');
	const random = seeded(5);
	for (let step = 0; step < 200; step++) {
		const { columns, rows } = anySize(random);
		session.resize(columns, Math.min(rows, 46));
		if (step % 3 === 0) session.type(random.pick(['j', 'k', 'G', 'g', ' ', 'v', 'o']));
		const written = session.bytes.length;
		if (step % 8 === 0) await until(() => session.bytes.length > written);
	}
	// A size that did not occur before, so that no earlier screen matches. It has no room for the graph, which
	// changes by itself.
	const last = { columns: 40, rows: 23 };
	session.resize(last.columns, last.rows);
	// The footer is the last line of a frame. Only the list of downloads has a row to enter.
	const showsPane = (title: RegExp, hints: RegExp) =>
		until(() => {
			const rows = session.emulator.rows();
			const edge = rows[headerHeight(last.rows)];
			return edge?.length === last.columns && title.test(edge) && hints.test(rows[last.rows - 1] ?? '');
		});
	await showsPane(/─/, /q quit$/);
	// Keys are handled in order, so this one proves that all were.
	session.type('2');
	await showsPane(/ 2 \w/, /^(?!enter ).*q quit$/);
	session.type('1');
	await showsPane(/ 1 \w/, /^enter .*q quit$/);
	// Focused details show the row under the cursor at once, and not when it rests.
	session.type('\r');
	await showsPane(/ 1 \w/, /^(?!enter )/);
	session.type('\x1b');
	await showsPane(/ 1 \w/, /^enter .*q quit$/);
	const shown = session.emulator.snapshot();
	const before = session.bytes.length;
	session.type('\x0c');
	const frame = await until(
		() => /\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/.exec(session.bytes.slice(before))?.[0],
	);
	const anew = await alternateScreen(last);
	await anew.write(frame);
	expect(shown).toBe(anew.snapshot());
});
