import { expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { statusNewsText } from '../../../source/state/events/follow-up.ts';
import { update } from '../../../source/tui/shell/update.ts';

const start = 1_000_000;
const begin = initialState('http://127.0.0.1:8085', '--url', start);
const listed = (status: string): Message => ({
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: {
		downloads: ['a', 'b'].map(
			(name) => decode(Download, { name, infohash: name, progress: 1, status, error: '' }).value,
		),
		checkpoints: { all_loaded: true, loaded: 2, total: 2 },
	},
	at: start,
});
const status = (infohash: string, value: string, at = start + 1): Message => ({
	type: 'event',
	event: { type: 'torrent_status_changed', payload: { infohash, status: value } },
	at,
});
const removed: Message = {
	type: 'event',
	event: { type: 'torrent_removed', payload: { infohash: 'a', name: 'a', data_removed: false } },
	at: start + 1,
};
const said = (text: string): Message => ({
	type: 'news',
	news: { level: 'info', text, infohash: 'a' },
	at: start,
});
const texts = (...messages: readonly Message[]) =>
	messages.reduce<State>(update, begin).journal.entries.map(({ text }) => text);
const stopped = (name: string) => statusNewsText.STOPPED?.(name);

test('a change by another client is an event in words', () => {
	expect(texts(listed('SEEDING'), status('a', 'STOPPED'))).toEqual([stopped('a')]);
	expect(texts(listed('SEEDING'), removed)).toHaveLength(1);
	// The service stops a download before it removes it.
	expect(texts(listed('SEEDING'), status('a', 'STOPPED'), removed)).toHaveLength(2);
});

test('a removal that the report of an own request names by its infohash is not reported again', () => {
	const infohash = '7'.repeat(40);
	const own: Message = {
		type: 'news',
		news: { level: 'info', doing: 'Removed', text: `a (infohash ${infohash}; data kept)` },
		at: start,
	};
	const event: Message = {
		type: 'event',
		event: { type: 'torrent_removed', payload: { infohash, name: 'a', data_removed: false } },
		at: start + 1,
	};
	expect(texts(listed('SEEDING'), own, event)).toHaveLength(1);
});

test('the events of an own request are not reported again', () => {
	const own = said('own request');
	expect(texts(listed('SEEDING'), own, status('a', 'STOPPED'), removed)).toEqual(['own request']);
	// Another download, and a later change, are news.
	expect(texts(listed('SEEDING'), own, status('b', 'STOPPED'))).toEqual(['own request', stopped('b')]);
	expect(texts(listed('SEEDING'), own, status('a', 'STOPPED', start + 60_000))).toHaveLength(2);
	// The event may arrive before the response.
	const sending: Message = { type: 'write-began', count: 1 };
	expect(texts(listed('SEEDING'), sending, status('a', 'STOPPED'), removed)).toEqual([]);
});

test('a completion and an error are reported once, not as a status too', () => {
	const finished: Message = {
		type: 'event',
		event: { type: 'torrent_finished', payload: { infohash: 'a', name: 'a' } },
		at: start + 1,
	};
	expect(texts(listed('DOWNLOADING'), finished, status('a', 'SEEDING'))).toHaveLength(1);
	expect(texts(listed('DOWNLOADING'), status('a', 'SEEDING'), finished)).toHaveLength(1);
	expect(texts(listed('DOWNLOADING'), status('a', 'STOPPED_ON_ERROR'))).toEqual([]);
	expect(texts(listed('SEEDING'), status('a', 'WAITING4HASHCHECK'))).toEqual([]);
});
