import { showsKeys } from '../../../../source/tui/shell/dialogs.ts';
import '../../../../source/tui/terminal/full-color.ts';
import { expect, onTestFinished, test } from 'vitest';
import { stateDisplays } from '../../../../source/columns/download-state.ts';
import { fieldText } from '../../../../source/state/adding/adding.ts';
import { planOf } from '../../../../source/state/adding/plan.ts';
import { suggestionsOf } from '../../../../source/state/adding/suggestions.ts';
import type { Message } from '../../../../source/state/core/message.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { createStore, type Store } from '../../../../source/state/core/store.ts';
import { openDialogOf } from '../../../../source/state/dialogs/open-dialogs.ts';
import { current } from '../../../../source/state/downloads/downloads.ts';
import { goToDownloadText } from '../../../../source/state/downloads/go-to-download.ts';
import { App } from '../../../../source/tui/shell/app.tsx';
import { Mouse } from '../../../../source/tui/shell/keyboard/mouse.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import type { MouseEvent } from '../../../../source/tui/terminal/input/events.ts';
import { type PaintedPlace, PaintedTargets, type Target } from '../../../../source/tui/terminal/targets.ts';
import { addingScreens } from '../../../screens/adding-states.ts';
import { bulkScreens } from '../../../screens/bulk-states.ts';
import { contextOf } from '../../../screens/pressing.ts';
import { downloads, now, screens } from '../../../screens/states.ts';
import { paintOnEmulator } from '../../../terminal/painted.ts';

interface Opened {
	readonly store: Store;
	/** Returns the target that is painted at a cell. */
	readonly at: (column: number, row: number) => Target | undefined;
	readonly press: (column: number, row: number) => void;
	readonly wheel: (column: number, row: number, direction: 'up' | 'down') => void;
	readonly rows: () => string[];
	readonly settled: () => Promise<void>;
}

async function open(state: State, size = { columns: 80, rows: 24 }): Promise<Opened> {
	const store = createStore(state, update);
	const { emulator, painting, settled } = paintOnEmulator(<App store={store} />, size);
	onTestFinished(() => painting.unmount());
	await settled();
	const mouse = new Mouse(
		contextOf(store, () => size),
		painting.targetAt,
	);
	const event = (action: MouseEvent['action'], button: MouseEvent['button'], column: number, row: number) =>
		mouse.handle({ type: 'mouse', action, button, column, row, ctrl: false, alt: false, shift: false });
	return {
		store,
		at: painting.targetAt,
		press: (column, row) => event('press', 'left', column, row),
		wheel: (column, row, direction) => event('scroll', `wheel-${direction}`, column, row),
		rows: () => emulator.rows(),
		settled,
	};
}

const screen = (name: string): State => {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
};
const cursor = ({ store }: Opened) => current(store.get().downloads)?.infohash;
const listing = (rows: typeof downloads): Message => ({
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: {
		downloads: [...rows],
		checkpoints: { all_loaded: true, loaded: rows.length, total: rows.length },
	},
	at: now,
});

test('the target painted last is hit first, and covers those beneath', () => {
	const targets = new PaintedTargets();
	const all = { left: 0, top: 0, right: 80, bottom: 24 };
	const part = { left: 10, top: 5, right: 20, bottom: 10 };
	const list: PaintedPlace = {
		area: all,
		left: 0,
		top: 0,
		isOpaque: false,
		targetAt: () => ({ kind: 'place', part: 'list' }),
	};
	const over: PaintedPlace = {
		area: part,
		left: 10,
		top: 5,
		isOpaque: false,
		targetAt: (column, row) => (column === 0 && row === 0 ? { kind: 'command', id: 'first' } : undefined),
	};
	targets.set([list, over]);
	expect(targets.at(10, 5)).toEqual({ kind: 'command', id: 'first' });
	expect(targets.at(11, 5)).toEqual({ kind: 'place', part: 'list' });
	targets.set([list, over, { ...over, isOpaque: true, targetAt: undefined }]);
	expect(targets.at(10, 5)).toBeUndefined();
	expect(targets.at(20, 5)).toEqual({ kind: 'place', part: 'list' });
	expect(targets.at(80, 5)).toBeUndefined();
});

test('every row is hit at each of its cells, for any name', async () => {
	const opened = await open(screen('downloads'));
	for (const [index, { infohash }] of downloads.entries()) {
		// The border of the panel is at both sides.
		for (const column of [1, 13, 77]) {
			expect(opened.at(column, 3 + index)).toMatchObject({ kind: 'row', key: infohash, index });
		}
	}
	expect(opened.at(0, 3 + downloads.length)).toEqual({ kind: 'place', part: 'list' });
});

test('a click selects the row that was painted there, although the list has changed', async () => {
	const opened = await open(screen('downloads'));
	const third = downloads[2];
	opened.store.dispatch(listing(downloads.toReversed()));
	opened.press(5, 5);
	expect(cursor(opened)).toBe(third?.infohash);
	// A removed element is not mistaken for the one in its place.
	await opened.settled();
	const before = opened.at(1, 4);
	opened.store.dispatch(
		listing(downloads.filter(({ infohash }) => before?.kind === 'row' && infohash !== before.key)),
	);
	opened.press(5, 4);
	expect(cursor(opened)).toBe(third?.infohash);
	expect(opened.store.get().journal.notice?.text).toBe(goToDownloadText.removed);
});

const withHints = Object.keys(screens).filter((name) => !showsKeys(screen(name).dialogs.at(-1)));

test.each(withHints)('on the screen %s every hint of the footer works by click', async (name) => {
	const opened = await open(screen(name));
	const line = opened.rows()[23] ?? '';
	const hints = [...line.matchAll(/\S+ \S.*?(?= {2}|$)/g)];
	expect(hints.length).toBeGreaterThan(0);
	for (const { index, 0: hint } of hints) {
		const target = opened.at(index, 23);
		expect(target, hint).toMatchObject({ kind: 'command' });
		expect(opened.at(index + hint.length - 1, 23)).toEqual(target);
	}
});

test('a click on a title, its arrow or the gap before it sorts by its column', async () => {
	const opened = await open(screen('downloads'));
	const titles = opened.rows()[2] ?? '';
	const column = titles.indexOf('UP/S');
	opened.press(column + 3, 2);
	expect(opened.store.get().downloads.sort).toEqual({ column: 'up', descending: true });
	await opened.settled();
	opened.press((opened.rows()[2] ?? '').indexOf('↓UP/S'), 2);
	expect(opened.store.get().downloads.sort).toEqual({ column: 'up', descending: false });
	opened.press((opened.rows()[2] ?? '').indexOf('NAME'), 2);
	expect(opened.store.get().downloads.sort?.column).toBe('name');
	// The sign of the state has no title.
	opened.press(2, 2);
	expect(opened.store.get().downloads.sort?.column).toBe('state');
});

test('a click on the number of a state filters by it, and the next click shows all', async () => {
	const opened = await open(screen('downloads'));
	const border = opened.rows()[1] ?? '';
	const { sign } = stateDisplays.seeding;
	const column = border.indexOf(sign);
	opened.press(column, 1);
	expect(opened.store.get().downloads.filter).toBe('state:seeding');
	await opened.settled();
	opened.press((opened.rows()[1] ?? '').indexOf(sign), 1);
	expect(opened.store.get().downloads.filter).toBe('');
});

test('a dialog blocks clicks beneath it, acts on clicks on its lines, and scrolls with the wheel', async () => {
	const opened = await open(screen('remove'));
	opened.press(5, 20);
	opened.press(2, 1);
	expect(opened.store.get()).toMatchObject({ pane: 'downloads', dialogs: [{ kind: 'remove' }] });
	const row = opened.rows().findIndex((line) => line.includes('cancel'));
	opened.press(40, row);
	expect(opened.store.get().dialogs).toEqual([]);

	const palette = await open(screen('palette'));
	palette.wheel(5, 20, 'down');
	expect(palette.store.get().dialogs).toMatchObject([{ kind: 'palette', chosen: 5 }]);
});

test('the second press on one row within a short time is enter, a second one elsewhere is not', async () => {
	const opened = await open(screen('downloads'));
	opened.press(5, 4);
	opened.press(5, 6);
	opened.press(5, 4);
	expect(opened.store.get().details.shown).toBe('not');
	opened.press(5, 4);
	expect(opened.store.get().details).toMatchObject({ shown: 'split', focused: true });
});

test('a click focuses the details or the list', async () => {
	const opened = await open(screen('details'));
	const row = opened.rows().findIndex((line) => line.includes('Overview'));
	opened.press(70, row + 3);
	expect(opened.store.get().details.focused).toBe(true);
	opened.press(70, 3);
	expect(opened.store.get().details.focused).toBe(false);
	expect(cursor(opened)).toBe(downloads[0]?.infohash);
});

test('a click moves the cursor to an event, and the newest follows new ones', async () => {
	const opened = await open(update(screen('events'), { type: 'move', rows: -1 }));
	opened.press(30, 3);
	expect(opened.store.get().journal.cursor).toBe(1);
	const last = opened.store.get().journal.view.length;
	opened.press(30, 2 + last);
	expect(opened.store.get().journal.cursor).toBeUndefined();
});

test('empty cells have no target', async () => {
	const opened = await open(screen('downloads'), { columns: 30, rows: 8 });
	for (let row = 0; row < 8; row++) for (let column = 0; column < 30; column++) opened.press(column, row);
	expect(opened.store.get()).toBe(screen('downloads'));
});

test('the fields of the add dialog are clickable: a click focuses a field or takes its suggestion', async () => {
	const many = addingScreens['many-sources'] ?? fail();
	const { store, press, rows, settled } = await open(many, { columns: 60, rows: 20 });
	const adding = () => openDialogOf(store.get(), 'add');
	const pressOn = async (text: string) => {
		await settled();
		const row = rows().findIndex((line) => line.includes(text));
		press(rows()[row]?.indexOf(text) ?? -1, row);
		await settled();
	};
	await pressOn('Safe seeding');
	expect(adding()).toMatchObject({ field: 'safe-seeding', safeSeeding: false });
	await pressOn('Safe seeding');
	expect(adding()).toMatchObject({ field: 'safe-seeding', safeSeeding: true });
	await pressOn('Hops');
	expect(adding()?.field).toBe('hops');
	await pressOn('broken');
	expect(adding()?.field).toBe('sources');
	expect(planOf(store.get(), adding() ?? fail())[adding()?.chosen ?? -1]?.source.uri).toContain('dn=broken');
	await pressOn('Destination');
	expect(adding()?.field).toBe('destination');
	await pressOn('Magnet links');
	expect(adding()?.field).toBe('sources');
});

test('a click takes a suggested destination', async () => {
	const { store, press, rows } = await open(addingScreens.destination ?? fail());
	const adding = () => openDialogOf(store.get(), 'add') ?? fail();
	const [, second = ''] = suggestionsOf(store.get(), adding());
	const row = rows().findIndex((line) => line.includes('> Destination')) + 2;
	press(30, row);
	expect(fieldText(adding(), 'destination')).toBe(second);
	press(
		30,
		rows().findIndex((line) => line.includes('Safe seeding')),
	);
	expect(adding().field).toBe('safe-seeding');
});

test('the fields of the limits are clickable', async () => {
	const opened = await open(bulkScreens.limits ?? fail());
	const row = opened.rows().findIndex((line) => line.includes('↑ up:'));
	opened.press(30, row);
	expect(opened.store.get().dialogs.at(-1)).toMatchObject({ field: 'up' });
	opened.press(30, row);
	expect(opened.store.get().dialogs.at(-1)).toMatchObject({ field: 'up' });
});

function fail(): never {
	throw new Error('not expected here');
}
