import { describe, expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { statusNewsText } from '../../../source/state/events/follow-up.ts';
import { moveNewsText } from '../../../source/state/events/move-news.ts';
import { update } from '../../../source/tui/shell/update.ts';

const start = 1_000_000;
const begin = initialState('http://127.0.0.1:8085', '--url', start);

const one = (name: string, fields: object = {}): Download =>
	decode(Download, { name, infohash: name, progress: 0.5, status: 'DOWNLOADING', error: '', ...fields })
		.value;
const done = { progress: 1, status: 'SEEDING' };

const list = (downloads: readonly Download[], at: number, loading = false): Message => ({
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: {
		downloads: [...downloads],
		checkpoints: { all_loaded: !loading, loaded: downloads.length, total: 9 },
	},
	at,
});
const finished = (name: string, at: number): Message => ({
	type: 'event',
	event: { type: 'torrent_finished', payload: { infohash: name, name } },
	at,
});
const failed = (name: string, error: string, at: number): Message => ({
	type: 'event',
	event: { type: 'torrent_error', payload: { infohash: name, error } },
	at,
});
const status = (name: string, status: string, at: number): Message => ({
	type: 'event',
	event: { type: 'torrent_status_changed', payload: { infohash: name, status } },
	at,
});

const reached = (...messages: readonly Message[]): State => messages.reduce(update, begin);
const statusBegins = Object.values(statusNewsText).map((textOf) => textOf(''));
const eventTexts = ({ journal }: State) =>
	journal.entries
		.map(({ text }) => text)
		.filter((text) => !statusBegins.some((begin) => text.startsWith(begin)));

test('a check that ends by an event is no completion when the list brings its progress', () => {
	const { journal } = reached(
		list([one('a', { status: 'HASHCHECKING' })], start),
		status('a', 'SEEDING', start + 1),
		list([one('a', done)], start + 2),
	);
	expect(journal).toMatchObject({ notice: undefined, completions: { finished: 0, failed: 0 } });
});

describe('no completion event follows from', () => {
	test.each<readonly [string, readonly Message[]]>([
		['the first list', [list([one('a', done), one('b', { error: 'full' })], start)]],
		[
			'what changes while the service loads',
			[list([one('a')], start, true), list([one('a', done)], start + 1)],
		],
		[
			'a check that ends',
			[list([one('a', { status: 'HASHCHECKING' })], start), list([one('a', done)], start)],
		],
		['one that comes done', [list([one('a')], start), list([one('a'), one('b', done)], start)]],
		[
			'one that failed long ago and is listed again',
			[
				list([one('a')], start),
				list([one('a'), one('b', { error: 'full', time_added: start / 1000 - 3_600 })], start + 1),
			],
		],
		['one that is stopped', [list([one('a')], start), list([one('a', { status: 'STOPPED' })], start)]],
		[
			'one that was failing already',
			[list([one('a', { error: 'full' })], start), list([one('a', { error: 'fuller' })], start)],
		],
	])('%s', (_, messages) => {
		const { journal } = reached(...messages);
		expect(journal).toMatchObject({
			entries: [],
			notice: undefined,
			completions: { finished: 0, failed: 0 },
		});
	});

	test('an event before the first list is logged without a notice', () => {
		const { journal } = reached(finished('a', start));
		expect(journal.entries.map(({ text }) => text)).toEqual(['Finished: a']);
		expect(journal).toMatchObject({ notice: undefined, completions: { finished: 0 } });
	});
});

describe('completed and failed downloads', () => {
	test('are found in the list at any position', () => {
		const state = reached(
			list([one('a'), one('b'), one('c')], start),
			list([one('new'), one('c', { status: 'STOPPED_ON_ERROR' }), one('a', done)], start + 1000),
		);
		expect(eventTexts(state)).toEqual(['c: It stopped on an error.', 'Finished: a']);
		expect(state.journal.completions).toMatchObject({ finished: 1, failed: 1 });
		expect(state.journal.notice?.level).toBe('error');
	});

	test('are found in the list if they were added and failed since the last one', () => {
		const state = reached(
			list([one('a')], start),
			list([one('new', { error: 'full', time_added: start / 1000 }), one('a')], start + 1000),
			failed('new', 'full', start + 1500),
		);
		expect(eventTexts(state)).toEqual(['new: full']);
		expect(state.journal.notice?.level).toBe('error');
	});

	test('are reported once, whether the event or the list arrives first', () => {
		const rows = [one('a'), one('b')];
		const eventFirst = reached(
			list(rows, start),
			finished('a', start + 10),
			list([one('a', done), one('b')], start + 500),
		);
		expect(eventTexts(eventFirst)).toEqual(['Finished: a']);
		const listFirst = reached(
			list(rows, start),
			list([one('a', done), one('b')], start + 10),
			finished('a', start + 500),
		);
		expect(eventTexts(listFirst)).toEqual(['Finished: a']);
	});

	test('get their error from the list if an event has the status first', () => {
		const state = reached(
			list([one('a')], start),
			status('a', 'STOPPED_ON_ERROR', start + 10),
			list([one('a', { status: 'STOPPED_ON_ERROR', error: 'disk full' })], start + 500),
		);
		expect(eventTexts(state)).toEqual(['a: disk full']);
	});

	test('are reported twice if they fail, restart and fail again', () => {
		const failing = (at: number) => list([one('a', { status: 'STOPPED_ON_ERROR', error: 'full' })], at);
		const state = reached(
			list([one('a')], start),
			failed('a', 'full', start + 10),
			failing(start + 500),
			list([one('a')], start + 2000),
			failed('a', 'full', start + 3000),
			failing(start + 3500),
		);
		expect(eventTexts(state)).toEqual(['a: full', 'a: full']);
	});

	test('are one notice and two hundred events for two hundred at once', () => {
		const names = Array.from({ length: 200 }, (_, index) => `number ${index}`);
		const state = reached(
			list(
				names.map((name) => one(name)),
				start,
			),
			list(
				names.map((name) => one(name, done)),
				start + 1000,
			),
		);
		expect(state.journal.notice?.text).toBe('200 downloads have finished, the last: number 199');
		expect(eventTexts(state)).toHaveLength(200);
		expect(state.journal.completions.finished).toBe(200);
	});
});

test('completed downloads get their name from the next list if no list had them yet', () => {
	const state = reached(
		list([one('b')], start),
		failed('a', 'disk full', start + 10),
		list(
			[
				{ ...one('b'), eta: 1 },
				{ ...one('a', { error: 'disk full' }), name: 'the name' },
			],
			start + 500,
		),
	);
	expect(eventTexts(state)).toEqual(['the name: disk full']);
	expect(state.journal.notice?.text).toBe('the name: disk full');
	expect(state.journal.completions.last).toBe('the name: disk full');
	expect(state.journal.view).toEqual(state.journal.entries);
});

test.each(['$& and $&', 'abcdef and abcdef', "$'$`$$"])(
	"completed downloads get the name '%s' of a later list once and sanitized",
	(name) => {
		const infohash = 'abcdef';
		const event: Message = {
			type: 'event',
			event: { type: 'torrent_finished', payload: { infohash, name: '' } },
			at: start + 1,
		};
		const lists = Array.from({ length: 10 }, (_, second) =>
			list([one(name, { infohash, size: second }), one('another')], start + 1_000 * second),
		);
		const state = reached(list([one('another')], start), event, ...lists);
		const expected = `Finished: ${name}`;
		expect(eventTexts(state)).toEqual([expected]);
		expect(state.journal.completions.last).toBe(expected);
	},
);

describe('a move that ends', () => {
	const seeds = { progress: 1, status: 'SEEDING', destination: '/a' };
	const moving = { ...seeds, status: 'MOVING', progress: 0.2, moving_to: '/b' };
	const error = 'the disk is full';
	const moved = moveNewsText.moved('a', '/b');
	test.each<readonly [string, readonly object[], string]>([
		['gives one notice', [moving, { ...seeds, destination: '/b' }], moved],
		['gives one notice if no list showed it', [seeds, { ...seeds, destination: '/b' }], moved],
		[
			'by a failure gives its reason',
			[moving, { ...seeds, move_error: error }],
			moveNewsText.failed('a', error),
		],
		['by a cancellation gives one notice', [moving, seeds], moveNewsText.cancelled('a', '/a')],
	])('%s', (_, lists, text) => {
		const last = lists.at(-1);
		const messages = [...lists, last, last].map((fields, at) => list([one('a', fields)], start + at));
		const state = reached(...messages);
		expect(eventTexts(state)).toEqual([text]);
		expect(state.journal.notice).toMatchObject({ text });
	});

	test('gives one notice after the event of its status', () => {
		const [first, second] = [
			list([one('a', moving)], start),
			list([one('a', { ...seeds, destination: '/b' })], start + 2),
		];
		const state = reached(first, status('a', 'SEEDING', start + 1), second);
		expect(eventTexts(state)).toEqual([moved]);
	});
});
