import { describe, expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { baseQueries } from '../../../source/state/core/queries.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { current } from '../../../source/state/downloads/downloads.ts';
import { statusNewsText } from '../../../source/state/events/follow-up.ts';
import { currentEntry } from '../../../source/state/events/journal-view.ts';
import { lineText, MAX_LINE_LENGTH } from '../../../source/state/surfaces/line-edit.ts';
import { update } from '../../../source/tui/shell/update.ts';

const at = 1_000_000;
const begin = initialState('http://x', 'a test', at);

function named(...names: string[]) {
	const downloads = names.map(
		(name) => decode(Download, { name, infohash: name, progress: 0, status: 'SEEDING', speed_up: 5 }).value,
	);
	return {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads, checkpoints: { all_loaded: true, loaded: 0, total: 0 } },
		at,
	} as const;
}

const reached = (...messages: Message[]): State => messages.reduce(update, begin);
const cursor = (state: State) => current(state.downloads)?.infohash;

describe('the cursor', () => {
	test('stays on its download when others are added, removed and moved', () => {
		const state = reached(named('a', 'b', 'c'), { type: 'move', rows: 1 });
		expect(cursor(state)).toBe('b');
		expect(cursor(update(state, named('x', 'c', 'a', 'b', 'y')))).toBe('b');
	});

	test('moves to the neighbor when its download is removed', () => {
		const state = reached(named('a', 'b', 'c'), { type: 'move', rows: 1 });
		expect(cursor(update(state, named('a', 'c')))).toBe('c');
		const last = reached(named('a', 'b', 'c'), { type: 'move', rows: Number.POSITIVE_INFINITY });
		expect(cursor(update(last, named('a', 'b')))).toBe('b');
		expect(cursor(update(last, named()))).toBeUndefined();
	});

	test('stops at the ends', () => {
		const state = reached(named('a', 'b'), { type: 'move', rows: -5 });
		expect(cursor(state)).toBe('a');
		expect(cursor(update(state, { type: 'move', rows: 50 }))).toBe('b');
		expect(cursor(reached(named(), { type: 'move', rows: 1 }))).toBeUndefined();
	});
});

test('totals are those of the list', () => {
	const { totals } = reached(named('a', 'b')).downloads;
	expect(totals.speedUp).toBe(10);
	expect(totals.statuses.get('SEEDING')).toBe(2);
});

test('a failure of the service keeps the data, and a response ends it', () => {
	const failure = { kind: 'unreachable', message: 'gone', hint: '' };
	const state = reached(named('a'), { type: 'query-failed', query: 'downloads', failure, at: at + 1 });
	expect(state.connection.failure).toBe(failure);
	expect(state.downloads.list).toHaveLength(1);
	expect(update(state, named('a')).connection.failure).toBeUndefined();
});

test('the state of the core is requested until it has started; a service without it counts as started', () => {
	const names = (state: State) => baseQueries(state).map(({ name }) => name);
	expect(names(begin)).toEqual(['downloads', 'core']);
	const answer = { state: 'STARTED', last_exception: null, readable_state: '' };
	expect(names(reached({ type: 'answer', query: 'core', endpoint: 'getState', answer, at }))).toEqual([
		'downloads',
		'profiler',
	]);
	const failure = { kind: 'absent', message: '', hint: '' };
	const detected: Message = { type: 'detected', dialect: 'interface', extensions: ['labels'] };
	const without = reached(detected, { type: 'query-failed', query: 'core', failure, at });
	expect(names(without)).toEqual(['downloads', 'profiler']);
	// Its announcement no longer counts.
	expect(without.connection.extensions).toEqual([]);
	expect(without.connection.failure).toBeUndefined();
});

describe('events', () => {
	test('change a status before the next poll, and are written down', () => {
		const state = reached(named('a', 'b'), {
			type: 'event',
			event: { type: 'torrent_status_changed', payload: { infohash: 'a', status: 'STOPPED' } },
			at,
		});
		expect(state.downloads.list[0]?.status).toBe('STOPPED');
		expect(state.downloads.totals.statuses.get('SEEDING')).toBe(1);
		expect(state.journal.entries.at(-1)?.text).toBe(statusNewsText.STOPPED?.('a'));
		expect(state.journal.notice).toBeUndefined();
	});

	test('that end a check leave the progress unknown until the next list', () => {
		const checking = named('a').answer.downloads.map((download) => ({
			...download,
			status: 'HASHCHECKING',
			progress: 0.2,
		}));
		const list = named('a');
		const state = reached(
			{ ...list, answer: { ...list.answer, downloads: checking } },
			{
				type: 'event',
				event: { type: 'torrent_status_changed', payload: { infohash: 'a', status: 'SEEDING' } },
				at,
			},
		);
		expect(state.downloads.list[0]).toMatchObject({ status: 'SEEDING' });
		expect(state.downloads.list[0]?.progress).toBeUndefined();
	});

	test('of importance are shown as a notice, for a while', () => {
		const state = reached(named('a'), {
			type: 'event',
			event: { type: 'torrent_error', payload: { infohash: 'a', error: 'disk full' } },
			at,
		});
		expect(state.journal.notice?.text).toBe('a: disk full');
		expect(update(state, { type: 'tick', now: at + 1000 }).journal.notice).toBeDefined();
		expect(update(state, { type: 'tick', now: at + 60_000 }).journal.notice).toBeUndefined();
		expect(update(state, { type: 'tick', now: at + 60_000 }).journal.entries).toHaveLength(1);
	});

	test('do not replace a more severe notice', () => {
		const finished: Message = {
			type: 'event',
			event: { type: 'torrent_finished', payload: { infohash: 'a', name: 'a' } },
			at: at + 1000,
		};
		const warned = reached(named('a'), { type: 'news', news: { level: 'warning', text: 'A fault' }, at });
		const state = update(warned, finished);
		expect(state.journal.notice?.text).toBe('A fault');
		expect(state.journal.entries.map(({ text }) => text)).toEqual(['A fault', 'Finished: a']);
		const later = { ...finished, at: at + 60_000 };
		expect(update(warned, later).journal.notice?.text).toBe('Finished: a');
	});

	test('of unknown types are kept by name', () => {
		const state = reached({ type: 'event', event: { type: 'unknown', name: 'odd', payload: null }, at });
		expect(state.journal.entries.at(-1)?.text).toBe('Event odd');
	});

	test('are limited in number', () => {
		let state = begin;
		for (let n = 0; n < 1200; n++)
			state = update(state, { type: 'news', news: { level: 'info', text: `${n}` }, at });
		expect(state.journal.entries).toHaveLength(1000);
		expect(state.journal.entries.at(-1)?.text).toBe('1199');
	});
});

describe('dialogs', () => {
	const add: Message = {
		type: 'adding',
		what: { type: 'begin', text: '', place: { folder: '/', home: '/' } },
	};
	const typed = (state: State) => {
		const top = state.dialogs.at(-1);
		return top?.kind === 'add' ? lineText(top.line) : undefined;
	};

	test('are a stack', () => {
		const state = reached(add, { type: 'open', dialog: { kind: 'help', scroll: 0 } });
		expect(state.dialogs.map(({ kind }) => kind)).toEqual(['add', 'help']);
		expect(update(state, { type: 'close' }).dialogs.map(({ kind }) => kind)).toEqual(['add']);
	});

	test('insert typed text at the cursor, by grapheme cluster', () => {
		let state = reached(
			add,
			{ type: 'type-text', text: 'ab' },
			{ type: 'edit-line', move: 'left' },
			{ type: 'type-text', text: '👩‍👩‍👧' },
		);
		expect(typed(state)).toBe('a👩‍👩‍👧b');
		state = update(state, { type: 'edit-line', move: 'backspace' });
		expect(typed(state)).toBe('ab');
		state = update(state, { type: 'edit-line', move: 'end' });
		state = update(state, { type: 'type-text', text: 'e' });
		state = update(state, { type: 'type-text', text: '\u0301' });
		state = update(state, { type: 'edit-line', move: 'backspace' });
		expect(typed(state)).toBe('ab');
	});

	test('join two halves of a flag typed in the middle of a line', () => {
		const state = reached(
			add,
			{ type: 'type-text', text: 'x\u0301y' },
			{ type: 'edit-line', move: 'home' },
			{ type: 'edit-line', move: 'right' },
			{ type: 'type-text', text: '🇩' },
			{ type: 'type-text', text: '🇪' },
			{ type: 'edit-line', move: 'backspace' },
		);
		expect(typed(state)).toBe('x\u0301y');
	});

	test('limit the length of a line, also for a paste', () => {
		const state = reached(add, { type: 'type-text', text: 'é'.repeat(1_000_000) });
		expect(typed(state)).toHaveLength(MAX_LINE_LENGTH);
		expect(typed(update(state, { type: 'type-text', text: 'more' }))).toHaveLength(MAX_LINE_LENGTH);
		const ascii = reached(add, { type: 'type-text', text: 'x'.repeat(1_000_000) });
		expect(typed(update(ascii, { type: 'edit-line', move: 'backspace' }))).toHaveLength(MAX_LINE_LENGTH - 1);
	});

	test('replace control characters of a paste with blanks', () => {
		expect(typed(reached(add, { type: 'type-text', text: 'a\r\nb\u001b[2Jc' }))).toBe('a b [2Jc');
	});

	test.each([
		['delete-word', 'one two ', 'one '],
		['delete-to-start', 'one two', ''],
		['home', 'x', 'x'],
	] as const)('%s', (move, text, left) => {
		expect(typed(reached(add, { type: 'type-text', text }, { type: 'edit-line', move }))).toBe(left);
	});
});

test('dialogs leave the cursor of the list in place', () => {
	const state = reached(
		named('a', 'b'),
		{ type: 'open', dialog: { kind: 'help', scroll: 0 } },
		{ type: 'move', rows: 1 },
	);
	expect(current(state.downloads)?.name).toBe('a');
	expect(state.dialogs[0]).toEqual({ kind: 'help', scroll: 1 });
});

describe('schema mismatches', () => {
	const met = (path: string, problem: string, when = at, count?: number): Message => ({
		type: 'schema-mismatches',
		endpoint: 'listDownloads',
		deviations: [count === undefined ? { path, problem } : { path, problem, count }],
		at: when,
	});

	test('are counted by kind: endpoint, place without numbers, problem', () => {
		const state = reached(
			met('downloads[3].size', 'is missing'),
			met('downloads[4].size', 'is missing', at + 1),
			met('downloads[4].trackers[0].url', 'is missing', at + 2, 7),
			met('downloads[3].size', 'is missing', at + 3),
		);
		expect(state.schemaMismatches).toEqual({
			entries: [
				{
					endpoint: 'listDownloads',
					path: 'downloads[].trackers[].url',
					problem: 'is missing',
					count: 7,
					at: at + 2,
				},
				{ endpoint: 'listDownloads', path: 'downloads[].size', problem: 'is missing', count: 3, at: at + 3 },
			],
			total: 10,
		});
	});

	test('are limited in number: those seen longest ago are dropped', () => {
		let state = begin;
		for (let n = 0; n < 300; n++) state = update(state, met('a', `problem ${n}`));
		expect(state.schemaMismatches.entries).toHaveLength(200);
		expect(state.schemaMismatches.entries.at(-1)?.problem).toBe('problem 299');
		expect(state.schemaMismatches.entries[0]?.problem).toBe('problem 100');
		expect(state.schemaMismatches.total).toBe(300);
	});
});

test('schema mismatches of the same list object are not counted again', () => {
	const message = named('a', 'b');
	const first = reached(message).downloads;
	const second = update(update(begin, message), { ...message, at: at + 5 }).downloads;
	expect(second.list).toBe(first.list);
	expect(second).toEqual({ ...first, at: at + 5 });
});

describe('scrolling stops at the ends, and the first key back scrolls', () => {
	const far = { type: 'move', rows: Number.POSITIVE_INFINITY, page: 10 } as const;

	test('help', () => {
		const scrolled = (state: State) => {
			const top = state.dialogs.at(-1);
			return top?.kind === 'help' ? top.scroll : undefined;
		};
		const state = reached({ type: 'open', dialog: { kind: 'help', scroll: 0 } }, { ...far, lines: 25 });
		expect(scrolled(state)).toBe(15);
		expect(scrolled(update(state, { type: 'move', rows: -1, page: 10, lines: 25 }))).toBe(14);
		const short = reached({ type: 'open', dialog: { kind: 'help', scroll: 0 } }, { ...far, lines: 5 });
		expect(scrolled(short)).toBe(0);
	});

	test('events', () => {
		const news = Array.from(
			{ length: 30 },
			(_, index): Message => ({ type: 'news', news: { level: 'info', text: `${index}` }, at }),
		);
		const state = reached(...news, { type: 'pane', pane: 'events' });
		expect(currentEntry(state.journal)?.text).toBe('29');
		const first = update(state, { ...far, rows: -far.rows });
		expect(currentEntry(first.journal)?.text).toBe('0');
		expect(currentEntry(update(first, { ...far, rows: 1 }).journal)?.text).toBe('1');
	});
});
