import '../../source/tui/terminal/full-color.ts';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { focusFormField } from '../../source/state/dialogs/form-dialog.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { update } from '../../source/tui/shell/update.ts';
import { allScreens, screenSizes } from './all-screens.ts';
import { filesScreens } from './files-states.ts';
import { journalScreens } from './journal-states.ts';
import { paintOnce, paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { downloads, now, screens } from './states.ts';
import { tabScreens } from './tab-states.ts';

/** A narrow and a wide size, because some parts are dropped when space is short. */
const sizes = screenSizes.filter(({ columns }) => columns === 60 || columns === 120);

const COLOR_WORDS = /red|green|yellow|blue|cyan|magenta|black|white|#|256:/;

describe('on every screen', () => {
	const size: ScreenSize = { columns: 120, rows: 40 };
	const shown = (state: State) => ({
		colored: paintOnce(state, size),
		plain: paintOnce(state, size, { color: false }),
	});

	test.each([...allScreens(size)])('the screen %s shows the same words without color', (_, state) => {
		const { colored, plain } = shown(state);
		expect(plain.text()).toBe(colored.text());
		expect(plain.styles().filter((style) => COLOR_WORDS.test(style))).toEqual([]);
	});

	test('lines with equal words and different colors differ in their styles without color', () => {
		/** The styles without color by the words and the styles in color, with a screen that has them. */
		const seen = new Map<string, Map<string, Map<string, string>>>();
		const faults: string[] = [];
		let compared = 0;
		for (const [name, state] of allScreens(size)) {
			const { colored, plain } = shown(state);
			for (const [y, text] of colored.rows().entries()) {
				const [style, plainStyle] = [colored.stylesOf(y), plain.stylesOf(y)];
				const byStyle = seen.get(text) ?? new Map<string, Map<string, string>>();
				seen.set(text, byStyle);
				const own = byStyle.get(style) ?? new Map<string, string>();
				byStyle.set(style, own);
				if (own.has(plainStyle)) continue;
				own.set(plainStyle, name);
				for (const [other, plainStyles] of byStyle) {
					if (other === style) continue;
					compared++;
					const same = plainStyles.get(plainStyle);
					if (same !== undefined) faults.push(`${same} and ${name}: ${text}`);
				}
			}
		}
		expect([...new Set(faults)].slice(0, 20)).toEqual([]);
		expect(compared).toBeGreaterThan(50);
	});
});

const after = (state: State | undefined, ...messages: Message[]): State => {
	if (!state) throw new Error('there is no such screen');
	return messages.reduce(update, state);
};
const news = (level: 'success' | 'error' | 'warning' | 'info'): Message => ({
	type: 'news',
	news: { level, text: 'The same words' },
	at: now,
});
const listed = (change: (download: (typeof downloads)[number]) => object): Message => ({
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: {
		downloads: downloads.map((each) => ({ ...each, ...change(each) })),
		checkpoints: { all_loaded: true, loaded: downloads.length, total: downloads.length },
	},
	at: now,
});
const unauthorized = { kind: 'unauthorized', message: 'The same words', hint: '' };
const begun = screens.downloads;
const inFiles = filesScreens.files;

/** Pairs of states that differ only in one meaning. */
const pairs: Readonly<Record<string, readonly [State, State]>> = {
	'the download under the cursor': [after(begun), after(begun, { type: 'move', rows: 1 })],
	'a download that is marked': [after(begun), after(begun, { type: 'select', which: 'current' })],
	'a range that grows': [after(begun, { type: 'select', which: 'current' }), after(begun, { type: 'range' })],
	'a download that runs and one that failed': [
		after(
			begun,
			listed(() => ({ status: 'SEEDING' })),
		),
		after(
			begun,
			listed(() => ({ status: 'STOPPED_ON_ERROR' })),
		),
	],
	'what flows and what rests': [
		after(
			begun,
			listed(() => ({ speed_down: 0 })),
		),
		after(
			begun,
			listed(() => ({ speed_down: 9_000_000 })),
		),
	],
	'the order of the list': [
		after(begun, { type: 'sort', sort: { column: 'name', descending: true } }),
		after(begun, { type: 'sort', sort: { column: 'hops', descending: true } }),
	],
	'rows that are old': [
		after(begun),
		after(begun, { type: 'query-failed', query: 'downloads', failure: unauthorized, at: now }),
	],
	'why the service does not answer': [
		after(begun, { type: 'query-failed', query: 'downloads', failure: unauthorized, at: now }),
		after(begun, {
			type: 'query-failed',
			query: 'downloads',
			failure: { ...unauthorized, kind: 'timeout' },
			at: now,
		}),
	],
	'good news and bad news': [after(begun, news('success')), after(begun, news('error'))],
	'a warning and a piece of information': [after(begun, news('warning')), after(begun, news('info'))],
	'good and bad events': [
		after(begun, news('success'), { type: 'pane', pane: 'events' }),
		after(begun, news('error'), { type: 'pane', pane: 'events' }),
	],
	'events and downloads in the header': [
		after(screens.empty),
		after(screens.empty, { type: 'pane', pane: 'events' }),
	],
	'whether list or details have the keys': [
		after(tabScreens['tab-overview-split']),
		after(tabScreens['tab-overview-split'], { type: 'details', what: { type: 'focus', focused: false } }),
	],
	'the tab that shows': [
		after(tabScreens['tab-health']),
		after(tabScreens['tab-health'], { type: 'details', what: { type: 'tab', tab: 'trackers' } }),
	],
	'the file under the cursor': [after(inFiles), after(inFiles, { type: 'move', rows: 1 })],
	'the event under the cursor': [
		after(journalScreens.events),
		after(journalScreens.events, { type: 'move', rows: -1 }),
	],
	'what a filter found in a name': [
		after(begun, { type: 'view', what: { type: 'filter', filter: 'nested' } }),
		after(begun, { type: 'view', what: { type: 'filter', filter: 'seeding' } }),
	],
	'where what is typed goes': [
		after(screens.add),
		after(screens.add, { type: 'adding', what: { type: 'field', field: 'hops' } }),
	],
	'the place of the cursor in what is typed': [
		after(screens.palette),
		after(screens.palette, { type: 'edit-line', move: 'left' }),
	],
	'the command that enter would do': [
		after(screens.palette),
		after(screens.palette, { type: 'move', rows: 1, lines: 9 }),
	],
	'which limit is typed': [
		after(begun, { type: 'open', dialog: limits('down') }),
		after(begun, { type: 'open', dialog: limits('up') }),
	],
};

function limits(field: 'down' | 'up') {
	const asked = { subjects: [], filteredOut: 0, pending: new Map() };
	return focusFormField(openForm({ form: 'limits', ...asked }, { down: '5M', up: '5M' }), field);
}

test.each(Object.entries(pairs))('a screen without color still shows: %s', (_, [one, other]) => {
	for (const size of sizes) {
		const [first, second] = [
			paintScreen(one, size, { color: false }),
			paintScreen(other, size, { color: false }),
		];
		expect(first.snapshot()).not.toBe(second.snapshot());
	}
});
