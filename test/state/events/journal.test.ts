import { describe, expect, test } from 'vitest';
import {
	expire,
	initialJournal,
	type Journal,
	type News,
	record,
	recordAside,
	recover,
} from '../../../source/state/events/journal.ts';
import {
	currentEntry,
	journalCursor,
	moveJournal,
	updateJournal,
} from '../../../source/state/events/journal-view.ts';

const at = 1_000_000;

function recorded(...news: readonly News[]): Journal {
	return news.reduce((journal, each, index) => record(journal, each, at + index), initialJournal);
}

const info = (text: string): News => ({ level: 'info', text });
const texts = ({ view }: Journal) => view.map(({ text }) => text);
const filtered = (journal: Journal, filter: string) => updateJournal(journal, { type: 'filter', filter });

describe('how grave an event is', () => {
	const all = recorded(
		{ level: 'info', text: 'METADATA: x', quiet: true },
		info('Stopped: x'),
		{ level: 'info', doing: 'Removed', text: 'y', quiet: true },
		{ level: 'warning', text: 'odd', quiet: true },
		{ level: 'error', text: 'bad' },
	);
	const graver = (journal: Journal) => updateJournal(journal, { type: 'least' });

	test('one key leaves small talk out, then all that went well, then shows all again', () => {
		expect(texts(graver(all))).toEqual(['Stopped: x', 'y', 'odd', 'bad']);
		expect(texts(graver(graver(all)))).toEqual(['odd', 'bad']);
		expect(graver(graver(graver(all))).view).toBe(all.entries);
	});

	test('words are looked for among what is shown, and what comes is held against both', () => {
		const filteredToo = filtered(graver(graver(all)), 'o');
		expect(texts(filteredToo)).toEqual(['odd', 'bad']);
		const more = [info('good'), { level: 'warning', text: 'oh' } as const];
		expect(texts(more.reduce((next, news) => record(next, news, at), filteredToo))).toEqual([
			'odd',
			'bad',
			'oh',
		]);
	});
});

test('a notice that the service cannot be reached goes soon after it answers; others stay', () => {
	const down = recorded({ level: 'error', text: 'all 3 failed', unreachable: true });
	expect(down.noticeUntil).toBe(at + 12_000);
	expect(recover(down, at + 1_000).noticeUntil).toBe(at + 4_000);
	expect(expire(recover(down, at + 6_000), at + 6_000).notice).toBeUndefined();
	const refused = recorded({ level: 'error', text: 'no', unreachable: false });
	expect(recover(refused, at + 6_000)).toBe(refused);
});

describe('what is kept', () => {
	const failure = (index: number): News => ({
		level: 'error',
		doing: `Stopping ${index}`,
		text: 'no',
		quiet: true,
	});

	test('thousands of failures of one order, and of events, push out nothing but their like', () => {
		let journal = recorded(info('the first'), { level: 'info', text: 'a quiet one', quiet: true });
		for (let index = 0; index < 3_000; index++) journal = record(journal, failure(index), at);
		expect(journal.entries.slice(0, 2).map(({ text }) => text)).toEqual(['the first', 'a quiet one']);
		expect(journal.entries).toHaveLength(2_002);
		expect(journal.entries.at(-1)?.doing).toBe('Stopping 2999');
		for (let index = 0; index < 1_500; index++) {
			journal = record(journal, { level: 'info', text: `event ${index}`, quiet: true }, at);
		}
		expect(journal.entries[0]?.text).toBe('the first');
		expect(journal.entries).toHaveLength(1 + 2_000 + 1_000);
	});

	test('a text of millions is cut: a service may send one again and again', () => {
		const text = 'é'.repeat(5_000_000);
		const news: News = { level: 'error', text, completion: { kind: 'failed', what: text } };
		const { entries, notice } = recorded(news, news);
		for (const entry of entries) {
			expect(entry.text.length).toBeLessThan(100_000);
			expect(entry.text.startsWith('éé')).toBe(true);
			expect(entry.completion?.what.length).toBeLessThan(100_000);
		}
		expect(notice?.text.length).toBeLessThan(100_000);
	});

	test('what goes, goes from what the filter shows as well', () => {
		let journal = filtered(recorded(info('number 0'), info('other')), 'number');
		for (let index = 1; index <= 1_200; index++) journal = record(journal, info(`number ${index}`), at);
		expect(journal.view).toEqual(journal.entries);
		expect(journal.view[0]?.text).toBe('number 201');
	});
});

describe('the cursor', () => {
	const journal = recorded(...['a', 'b', 'c', 'd'].map(info));

	test('follows what comes while it is at the newest, and stays on its event elsewhere', () => {
		expect(currentEntry(journal)?.text).toBe('d');
		expect(currentEntry(record(journal, info('e'), at))?.text).toBe('e');
		const up = moveJournal(journal, -2);
		expect(currentEntry(up)?.text).toBe('b');
		expect(currentEntry(record(up, info('e'), at))?.text).toBe('b');
		expect(moveJournal(up, 10).cursor).toBeUndefined();
		expect(currentEntry(moveJournal(up, Number.NEGATIVE_INFINITY))?.text).toBe('a');
	});

	test('comes back to its event when a filter that hid it goes', () => {
		const onB = moveJournal(journal, -2);
		const narrow = filtered(onB, 'd');
		expect(currentEntry(narrow)?.text).toBe('d');
		expect(currentEntry(filtered(narrow, ''))?.text).toBe('b');
		expect(journalCursor(filtered(onB, 'nothing'))).toBe(-1);
	});
});

describe('a filter', () => {
	const journal = recorded(
		info('Café müsli has come'),
		{ level: 'error', doing: 'Stopping Debian', text: 'disk full' },
		{ level: 'error', text: 'debian: no such file', infohash: 'ab12' },
	);

	test.each([
		['cafe', ['Café müsli has come']],
		['full debian', ['disk full']],
		['ERROR deb', ['disk full', 'debian: no such file']],
		['ab12', ['debian: no such file']],
		['  ', ['Café müsli has come', 'disk full', 'debian: no such file']],
	])('%j: words in any order, accents or not, of what was done, to what, and how grave', (words, found) => {
		expect(texts(filtered(journal, words))).toEqual(found);
	});

	test('holds for what comes', () => {
		const narrow = filtered(journal, 'deb');
		expect(texts(record(narrow, info('debian again'), at))).toContain('debian again');
		expect(texts(record(narrow, info('ubuntu'), at))).not.toContain('ubuntu');
		expect(texts(filtered(filtered(narrow, 'debian full'), 'f'))).toContain('debian: no such file');
	});
});

describe('notices', () => {
	const finished = (name: string): News => ({
		level: 'success',
		text: `Finished: ${name}`,
		completion: { kind: 'finished', what: name },
	});
	const failed = (name: string): News => ({
		level: 'error',
		text: `${name}: disk full`,
		completion: { kind: 'failed', what: `${name}: disk full` },
	});

	test('several downloads that finish within a while are one notice, and each an event', () => {
		const journal = recorded(finished('a'), finished('b'), finished('c'));
		expect(journal.notice?.text).toBe('3 downloads have finished, the last: c');
		expect(journal.entries.map(({ text }) => text)).toEqual(['Finished: a', 'Finished: b', 'Finished: c']);
		expect(journal.completions).toMatchObject({ finished: 3, failed: 0, last: 'Finished: c' });
		const later = recordAside(expire(journal, at + 60_000), finished('d'), at + 60_000);
		expect(later.notice?.text).toBe('Finished: d');
	});

	test('a failure is not pushed aside by what finishes, which is counted all the same', () => {
		const journal = recordAside(recorded(failed('a'), failed('b')), finished('c'), at + 10);
		expect(journal.notice?.text).toBe('2 downloads have failed, the last: b: disk full');
		expect(journal.completions).toMatchObject({ finished: 1, failed: 2 });
		expect(journal.entries).toHaveLength(3);
	});
});
