import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../source/state/connection/connection.ts';
import { noContexts } from '../../../source/state/contexts/contexts.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState } from '../../../source/state/core/state.ts';
import { createStore, type Store } from '../../../source/state/core/store.ts';
import { emptyLine } from '../../../source/state/surfaces/line-edit.ts';
import { addDialogText } from '../../../source/tui/dialogs/add/spoken.ts';
import { connectionText } from '../../../source/tui/screen-reader/connection-announcer.ts';
import { lineEchoText } from '../../../source/tui/screen-reader/line-echo.ts';
import { Narrator } from '../../../source/tui/screen-reader/narrator.ts';
import { paneAnnouncerText } from '../../../source/tui/screen-reader/pane-announcer.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { hardNames } from '../../screens/hard-names.ts';
import { downloads, now } from '../../screens/states.ts';
import { Recorder } from './recorder.ts';

const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
const listed: Message = {
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: { downloads: [...downloads], checkpoints },
	at: now,
};
const debian =
	'debian-13.2.0-amd64-netinst.iso, downloading, 41.2%, down 12.4 MiB a second, up 303 KiB a second, 38s left; 1 of 8.';
const nested = 'nested, seeding, 100%, up 1.5 MiB a second; 2 of 8.';

let store: Store;
let voice: Recorder;
let narrator: Narrator;

beforeEach(() => {
	// Only the pauses between messages and announcements are faked here.
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
	store = createStore(initialState('http://127.0.0.1:8085', '--url', now), update);
	voice = new Recorder();
	narrator = new Narrator(store, voice);
});

afterEach(() => {
	narrator.close();
	vi.useRealTimers();
});

/** Returns the announcements after these messages, once no more arrive. */
function announcements(...messages: Message[]): string[] {
	for (const message of messages) store.dispatch(message);
	vi.runAllTimers();
	return voice.take();
}

test('narrator announces the query, the contents and the row of the cursor at the start', () => {
	expect(announcements()).toEqual(['Downloads.', 'Loading the downloads from http://127.0.0.1:8085…']);
	expect(announcements(listed)).toEqual([
		'8 downloads: 1 downloading, 1 seeding, 1 stopped, 1 hashchecking, 1 waiting4hashcheck, 1 metadata, 1 stopped on error, 1 circuits.',
		debian,
	]);
});

test('narrator announces no polls, though all numbers change', () => {
	announcements(listed);
	for (let second = 1; second < 100; second++) {
		const moved = downloads.map((download) => ({
			...download,
			speed_up: second * 1000,
			progress: second / 100,
		}));
		expect(
			announcements(
				{
					type: 'answer',
					query: 'downloads',
					endpoint: 'listDownloads',
					answer: { downloads: moved, checkpoints },
					at: now + second * 1000,
				},
				{ type: 'tick', now: now + second * 1000 },
			),
		).toEqual([]);
	}
});

test('narrator announces the status of the download under the cursor only', () => {
	announcements(listed);
	const stop = (index: number): Message => {
		const list = downloads.map((each, place) => (place === index ? { ...each, status: 'STOPPED' } : each));
		return {
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: list, checkpoints },
			at: now,
		};
	};
	expect(announcements(stop(1))).toEqual([]);
	expect(announcements(stop(0))).toEqual(['debian-13.2.0-amd64-netinst.iso, stopped.']);
});

test('narrator announces only the final row after a burst of keys, and repeats the last one at the end', () => {
	announcements(listed);
	expect(
		announcements(...Array<Message>(3).fill({ type: 'move', rows: 1 }), { type: 'move', rows: -2 }),
	).toEqual([nested]);
	announcements({ type: 'move', rows: Number.POSITIVE_INFINITY });
	narrator.noteMove();
	expect(announcements({ type: 'move', rows: 1 })).toEqual([
		`${hardNames.Hindi}, circuits, 0.0%, 3 hops; 8 of 8.`,
	]);
	expect(announcements({ type: 'tick', now: now + 1000 })).toEqual([]);
});

test('narrator sanitizes hostile names, and announces errors with their download', () => {
	announcements(listed);
	const [evil = ''] = announcements({ type: 'move', rows: 4 });
	expect(evil).toMatch(/^evil .*gpj\.exe, waiting4hashcheck, 0\.0%; 5 of 8\.$/);
	expect(evil).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
	expect(announcements({ type: 'move', rows: 2 })).toEqual([
		'occupied.bin, stopped on error, 10.0%; 7 of 8.',
		'Its error: Cannot write /srv/downloads/occupied.bin: it is a folder.',
	]);
});

test('narrator announces a failure once, and its end', () => {
	announcements(listed);
	const failure: Failure = { kind: 'unreachable', message: 'Cannot reach it', hint: 'Does it run?' };
	const fail = (second: number): Message[] => [
		{ type: 'tick', now: now + second * 1000 },
		{ type: 'query-failed', query: 'downloads', failure, at: now + second * 1000 },
	];
	expect(announcements(...fail(1))).toEqual([connectionText.failure('Cannot reach it. Does it run?')]);
	expect(announcements(...fail(2), ...fail(4))).toEqual([]);
	expect(announcements(listed)).toEqual([connectionText.answersAgain]);
	// A short-lived failure is not announced each time.
	expect(announcements(...fail(6))).toEqual([]);
	expect(announcements(listed)).toEqual([]);
	expect(announcements(...fail(90))).toEqual([connectionText.failure('Cannot reach it. Does it run?')]);
	expect(
		announcements({
			type: 'query-failed',
			query: 'core',
			failure: { ...failure, message: 'No key.' },
			at: now,
		}),
	).toEqual([connectionText.failure('No key. Does it run?')]);
});

test('narrator announces another service, and no end of the failure of the one before', () => {
	const begin = initialState('http://127.0.0.1:8086', '--url', now);
	const other = { ...begin, contexts: { ...noContexts, current: 'other' } };
	const isSwitch = (message: Message) => message.type === 'contexts';
	store = createStore(store.get(), (state, message) => (isSwitch(message) ? other : update(state, message)));
	narrator.close();
	narrator = new Narrator(store, voice);
	const failure: Failure = { kind: 'unreachable', message: 'Cannot reach it', hint: 'Does it run?' };
	expect(announcements({ type: 'query-failed', query: 'downloads', failure, at: now })).toContain(
		connectionText.failure('Cannot reach it. Does it run?'),
	);
	expect(announcements({ type: 'contexts', what: { type: 'hidden' } })).toEqual([
		'other, http://127.0.0.1:8086: connecting.',
		'Loading the downloads from http://127.0.0.1:8086…',
	]);
});

test('narrator announces notices with their severity; of many at once the first, and the number of others', () => {
	announcements(listed);
	const news = (text: string, level: 'info' | 'error' | 'warning' = 'info'): Message => ({
		type: 'news',
		news: { level, text },
		at: now,
	});
	expect(
		announcements(news('Added: x'), news('disk full\u001b[2J', 'error'), news('odd', 'warning')),
	).toEqual(['Added: x', 'Error: disk full\ufffd', 'Warning: odd']);
	const quiet: Message = { type: 'news', news: { level: 'info', text: 'by the way', quiet: true }, at: now };
	expect(announcements(quiet)).toEqual([]);
	const many = Array.from({ length: 40 }, (_, index) => news(`${index}`));
	expect(announcements(...many)).toEqual(['0', '1', '2', '3', '4', 'And 35 more, in events.']);
});

test('narrator announces another pane with its contents; its newest entry is not repeated for a new one', () => {
	announcements(listed, { type: 'news', news: { level: 'info', text: 'one' }, at: now });
	expect(announcements({ type: 'pane', pane: 'events' })).toEqual([
		'Events.',
		'1 event.',
		'12:00:00, info, one; 1 of 1.',
	]);
	const quiet: Message = { type: 'news', news: { level: 'info', text: 'two', quiet: true }, at: now };
	expect(announcements(quiet)).toEqual([]);
	expect(announcements({ type: 'move', rows: -1, page: 0 })).toEqual(['12:00:00, info, one; 1 of 2.']);
	expect(announcements(quiet)).toEqual([]);
	expect(announcements({ type: 'pane', pane: 'downloads' })[0]).toBe('Downloads.');
	// A command of the palette may lead elsewhere.
	announcements({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } });
	expect(announcements({ type: 'close' }, { type: 'pane', pane: 'events' })[0]).toBe('Events.');
});

test('narrator echoes typed text, and announces changes', () => {
	announcements(listed);
	announcements({ type: 'adding', what: { type: 'begin', text: '', place: { folder: '/', home: '/' } } });
	const type = (text: string): Message => ({ type: 'type-text', text });
	expect(announcements(type('/tm'), type('p'))).toEqual(['/tmp']);
	expect(announcements(type('/é\u001b'))).toEqual(['/é ']);
	expect(announcements({ type: 'edit-line', move: 'backspace' })).toEqual(['', '/tmp/é']);
	expect(announcements({ type: 'edit-line', move: 'left' })).toEqual(['', 'é']);
	expect(announcements({ type: 'edit-line', move: 'end' })).toEqual([lineEchoText.end]);
	expect(announcements({ type: 'edit-line', move: 'delete-to-start' })).toEqual([lineEchoText.empty]);
	expect(announcements({ type: 'close' })).toEqual([paneAnnouncerText.back('downloads')]);
});

test('narrator announces the matches of a filter in a pause of typing, and the row when it is applied', () => {
	announcements(listed);
	const before = { filter: '', cursor: undefined };
	const opened = announcements({ type: 'open', dialog: { kind: 'filter', line: emptyLine, before } });
	expect(opened[0]).toBe('Filter: type words of the names.');
	expect(opened.at(-1)).toBe('8 of 8 shown, on debian-13.2.0-amd64-netinst.iso');
	const letters = [...'nest'].map((text): Message => ({ type: 'type-text', text }));
	for (const letter of letters) {
		store.dispatch(letter);
		vi.advanceTimersByTime(200);
	}
	expect(voice.take()).toEqual(['nest']);
	expect(announcements()).toEqual(['', '1 of 8 shown, on nested']);
	expect(announcements({ type: 'close' })).toEqual([
		paneAnnouncerText.back('downloads'),
		'Filter: nest.',
		'1 of 8 downloads.',
		nested.replace('2 of 8', '1 of 1'),
	]);
});

test('narrator asks questions in words, and reads help line by line', () => {
	announcements(listed);
	const bytes = 48.8 * 1024;
	const figures = { bytes, size: bytes, ratio: 0, status: 'STOPPED', destination: '' };
	const subjects = [{ infohash: 'x', name: 'a\u001b[2Jb', ...figures }];
	expect(announcements({ type: 'open', dialog: { kind: 'remove', subjects } })).toEqual([
		'Remove a\ufffdb?',
		'48.8 KiB of data on the disk.',
		'r: remove; shift-d: remove with data; escape: cancel.',
	]);
	announcements({ type: 'close' });
	const help = announcements({ type: 'open', dialog: { kind: 'help', scroll: 0 } });
	expect(help[0]).toBe('Keys.');
	expect(help).toContain('s: Stop the download');
	expect(help).toContain('r: Resume the download (It is running.)');
	expect(help).toContain('ctrl-l: Announce the current position');
	expect(help.join('\n')).not.toMatch(/[↑↓←→]/);
	expect(announcements({ type: 'move', rows: 1, page: 1, lines: 30 })).toEqual([help[2]]);
});

test('narrator announces the position: service, pane, deviations from the default, row; or the dialog', () => {
	announcements(listed, { type: 'move', rows: 1 }, { type: 'select', which: 'current' });
	narrator.announcePosition();
	expect(voice.take()).toEqual([
		'http://127.0.0.1:8085: connected, down 12.4 MiB a second, up 1.8 MiB a second.',
		'Downloads.',
		expect.stringMatching(/^8 downloads: /),
		'1 selected.',
		`Selected: ${nested}`,
	]);
	announcements(
		{ type: 'adding', what: { type: 'begin', text: '', place: { folder: '/', home: '/' } } },
		{ type: 'type-text', text: 'abc' },
	);
	narrator.announcePosition();
	expect(voice.take().slice(-4)).toEqual([
		`${addDialogText.title}.`,
		addDialogText.howToType,
		'enter: add; ctrl-g: go to it; tab: complete/next; ctrl-f: files; ctrl-x: drop; down arrow: next; ctrl-o: browse; escape: cancel.',
		'abc',
	]);
});
