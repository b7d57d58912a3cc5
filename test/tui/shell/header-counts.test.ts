import { expect, test } from 'vitest';
import type { State } from '../../../source/state/core/state.ts';
import type { Segment } from '../../../source/tui/components/compose-line.ts';
import { widthOf } from '../../../source/tui/components/compose-line.ts';
import { headerLines, headerText } from '../../../source/tui/shell/header.ts';
import { countsOf, fitCounts } from '../../../source/tui/shell/header-counts.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { screens } from '../../screens/states.ts';

const theme = chooseTheme({ NO_COLOR: '1' });

function screen(name: string): State {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

/** Returns the downloads pane with so many of each status, and the active filter. */
function counting(statuses: Readonly<Record<string, number>>, filter = ''): State {
	const state = screen('downloads');
	const { totals } = state.downloads;
	return {
		...state,
		downloads: {
			...state.downloads,
			filter,
			totals: { ...totals, statuses: new Map(Object.entries(statuses)) },
		},
	};
}

const long: readonly Segment[] = [{ text: '1 Downloads   2 Events   ' }];
const short: readonly Segment[] = [{ text: '1 Downloads  2  ' }];
const beside = { long, short, shown: short, sort: [] };

function statusLine(state: State, columns: number): string {
	const { left, right } = fitCounts(countsOf(state), columns, beside);
	expect(widthOf([...left, ...right])).toBeLessThanOrEqual(columns);
	return right.map(({ text }) => text).join('');
}

const many = { STOPPED: 3333, SEEDING: 3334, METADATA: 2, DOWNLOADING: 3333, STOPPED_ON_ERROR: 1 };

test('statuses are shown by importance, for any numbers', () => {
	const order = /1 STOPPED_ON_ERROR {2}3333 DOWNLOADING {2}2 METADATA {2}3334 SEEDING {2}3333 STOPPED {2}/;
	expect(statusLine(counting(many), 200)).toMatch(order);
	expect(statusLine(counting({ ...many, STOPPED: 1, STOPPED_ON_ERROR: 9999 }), 200)).toMatch(
		/^9999 STOPPED_ON_ERROR {2}3333 DOWNLOADING .* 1 STOPPED {2}/,
	);
});

test('in less room they are short, then the least important ones are summed up, never omitted', () => {
	expect(statusLine(counting(many), 100)).toMatch(
		/^1 ERROR {2}3333 DOWN {2}2 META {2}3334 SEED {2}3333 STOP {2}\d+ downloads$/,
	);
	expect(statusLine(counting(many), 62)).toMatch(/^1 ERROR {2}3333 DOWN {2}2 META {2}\+2 {2}\d+ downloads$/);
	for (let columns = 40; columns <= 200; columns++) {
		const text = statusLine(counting(many), columns);
		const named = text.match(/\d+ [A-Z_]+/g)?.length ?? 0;
		const hidden = Number(/\+(\d+) /.exec(text)?.[1] ?? 0);
		expect([columns, named === 0 ? 5 : named + hidden]).toEqual([columns, 5]);
		if (named > 0) expect(text).toMatch(/^1 (STOPPED_ON_)?ERROR/);
	}
});

test('the active filter is dropped last', () => {
	for (let columns = 40; columns <= 200; columns++) {
		expect(statusLine(counting(many, 'is:idle'), columns)).toContain('/is:idle');
	}
	expect(statusLine(counting(many, 'is:idle status:downloading'), 60)).toContain('/is:idle status:');
});

test('the download rate stays if there is no room for both', () => {
	const plain = (columns: number) => headerLines(screen('downloads'), theme, columns)[0] ?? '';
	expect(plain(120)).toMatch(/↓ .*↑ /);
	const narrow = Array.from({ length: 60 }, (_, index) => plain(40 + index)).filter(
		(line) => !line.includes('↑'),
	);
	expect(narrow.length).toBeGreaterThan(0);
	expect(narrow.filter((line) => line.includes('↓')).length).toBeGreaterThan(0);
	for (const line of narrow.slice(-5)) expect(line).toContain('↓');
});

test('a service that invents a status for each download: the important ones are named, the others counted', () => {
	const madeUp = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`ODD_${index}`, 1]));
	const text = statusLine(counting({ ...madeUp, ...many }), 120);
	expect(text).toMatch(/^1 ERROR {2}3333 DOWN {2}2 META {2}3334 SEED {2}3333 STOP /);
	expect(text).toMatch(/ \+199\d\d {2}\d+ downloads$/);
});

test('the header shows how long a service has not answered, before a request fails', () => {
	const state = screen('downloads');
	const answeredAt = state.now - 12_000;
	const [line] = headerLines({ ...state, connection: { ...state.connection, answeredAt } }, theme, 80);
	expect(line).toContain(headerText.silent('12s'));
});

test('short tabs leave room for more statuses than long ones', () => {
	const { left, right } = fitCounts(countsOf(counting(many)), 60, {
		...beside,
		long: [{ text: '1 Downloads   2 Events   3 Debug   4 Market   ' }],
	});
	expect(left).toEqual(short);
	expect(right.map(({ text }) => text).join('')).toMatch(/^1 ERROR {2}3333 DOWN {2}/);
});
