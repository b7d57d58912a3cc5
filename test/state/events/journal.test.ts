import { describe, expect, test } from 'vitest';
import {
	endWithKey,
	expireNotice,
	initialJournal,
	type Journal,
	mention,
	type News,
	record,
	recordSpontaneous,
	shortenUnreachableNotice,
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

describe('events have a severity', () => {
	const all = recorded(
		{ level: 'info', text: 'METADATA: x', quiet: true },
		info('Stopped: x'),
		{ level: 'info', doing: 'Removed', text: 'y', quiet: true },
		{ level: 'warning', text: 'odd', quiet: true },
		{ level: 'error', text: 'bad' },
	);
	const graver = (journal: Journal) => updateJournal(journal, { type: 'least' });

	test('one key filters out minor events, then successes, then shows all again', () => {
		expect(texts(graver(all))).toEqual(['Stopped: x', 'y', 'odd', 'bad']);
		expect(texts(graver(graver(all)))).toEqual(['odd', 'bad']);
		expect(graver(graver(graver(all))).view).toBe(all.entries);
	});

	test('the search applies to visible events, and new ones must match both filters', () => {
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

test('a notice of an unreachable service disappears soon after it answers; others stay', () => {
	const down = recorded({ level: 'error', text: 'all 3 failed', unreachable: true });
	expect(down.noticeUntil).toBe(at + 12_000);
	expect(shortenUnreachableNotice(down, at + 1_000).noticeUntil).toBe(at + 4_000);
	expect(expireNotice(shortenUnreachableNotice(down, at + 6_000), at + 6_000).notice).toBeUndefined();
	const refused = recorded({ level: 'error', text: 'no', unreachable: false });
	expect(shortenUnreachableNotice(refused, at + 6_000)).toBe(refused);
});

describe('the journal', () => {
	const failure = (index: number): News => ({
		level: 'error',
		doing: `Stopping ${index}`,
		text: 'no',
		quiet: true,
	});

	test('drops only similar entries for thousands of failures of a batch and of events', () => {
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

	test('truncates a text of millions, because a service may send one repeatedly', () => {
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

	test('drops entries from the filtered view too', () => {
		let journal = filtered(recorded(info('number 0'), info('other')), 'number');
		for (let index = 1; index <= 1_200; index++) journal = record(journal, info(`number ${index}`), at);
		expect(journal.view).toEqual(journal.entries);
		expect(journal.view[0]?.text).toBe('number 201');
	});
});

describe('the cursor', () => {
	const journal = recorded(...['a', 'b', 'c', 'd'].map(info));

	test('follows new events at the newest, and stays on its event elsewhere', () => {
		expect(currentEntry(journal)?.text).toBe('d');
		expect(currentEntry(record(journal, info('e'), at))?.text).toBe('e');
		const up = moveJournal(journal, -2);
		expect(currentEntry(up)?.text).toBe('b');
		expect(currentEntry(record(up, info('e'), at))?.text).toBe('b');
		expect(moveJournal(up, 10).cursor).toBeUndefined();
		expect(currentEntry(moveJournal(up, Number.NEGATIVE_INFINITY))?.text).toBe('a');
	});

	test('returns to its event when a filter that excluded it is cleared', () => {
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
	])(
		'%j matches words in any order, with or without accents, in action, subject and severity',
		(words, found) => {
			expect(texts(filtered(journal, words))).toEqual(found);
		},
	);

	test('applies to new events', () => {
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

	test('of several downloads that finish within a while are one, with an event each', () => {
		const journal = recorded(finished('a'), finished('b'), finished('c'));
		expect(journal.notice?.text).toBe('3 downloads have finished, the last: c');
		expect(journal.entries.map(({ text }) => text)).toEqual(['Finished: a', 'Finished: b', 'Finished: c']);
		expect(journal.completions).toMatchObject({ finished: 3, failed: 0, last: 'Finished: c' });
		const later = recordSpontaneous(expireNotice(journal, at + 60_000), finished('d'), at + 60_000);
		expect(later.notice?.text).toBe('Finished: d');
	});

	test('of a failure are not replaced by finished downloads, which are counted nevertheless', () => {
		const journal = recordSpontaneous(recorded(failed('a'), failed('b')), finished('c'), at + 10);
		expect(journal.notice?.text).toBe('2 downloads have failed, the last: b: disk full');
		expect(journal.completions).toMatchObject({ finished: 1, failed: 2 });
		expect(journal.entries).toHaveLength(3);
	});
});

test('a notice that stays is replaced by problems only, and ends with a key', () => {
	const staying = record(initialJournal, { level: 'info', text: 'welcome', stays: true }, at);
	expect(expireNotice(staying, at + 86_400_000).notice).toBe(staying.notice);
	const finished = recordSpontaneous(staying, { level: 'success', text: 'done' }, at);
	expect(finished.notice).toBe(staying.notice);
	expect(texts(finished)).toEqual(['welcome', 'done']);
	expect(recordSpontaneous(finished, { level: 'error', text: 'failed' }, at).notice?.text).toBe('failed');
	expect(endWithKey(finished).notice).toBeUndefined();
	const usual = record(initialJournal, info('usual'), at);
	expect(endWithKey(usual).notice).toBe(usual.notice);
});

test('an event replaces no refusal of a key, except an error', () => {
	const refused = mention(initialJournal, { ...info('not here'), refusal: true }, at);
	const after = (news: News, later = 100) => recordSpontaneous(refused, news, at + later).notice?.text;
	expect(after({ level: 'success', text: 'sold' })).toBe('not here');
	expect(after({ level: 'warning', text: 'odd' })).toBe('not here');
	expect(after({ level: 'error', text: 'bad' })).toBe('bad');
	expect(after({ level: 'success', text: 'sold' }, 60_000)).toBe('sold');
	expect(texts(recordSpontaneous(refused, { level: 'success', text: 'sold' }, at))).toEqual(['sold']);
});
