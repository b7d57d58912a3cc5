import { expect, test } from 'vitest';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { namedDownloads } from '../screens/named-downloads.ts';

function factOf(name: string, fields: Record<string, unknown>): unknown {
	const [download] = namedDownloads(['one'], fields);
	return download && new Map(downloadFacts(download)).get(name);
}

const progressOf = (fields: Record<string, unknown>) => factOf('progress', fields);

test('a download without a visible name has its infohash as name', () => {
	const infohash = 'ab'.repeat(20);
	expect(['', '   ', ' a '].map((name) => factOf('name', { name, infohash }))).toEqual([
		infohash,
		infohash,
		' a ',
	]);
});

test('a download without metadata has an unknown size instead of 0 B', () => {
	expect(progressOf({ size: 0, progress: 0, status: 'METADATA' })).toBe('0.0% of an unknown size');
	expect(progressOf({ size: 0, progress: 1 })).toBe('100% of 0 B');
	expect(progressOf({ size: 2 ** 20, progress: 0.5 })).toBe('50.0% of 1.0 MiB');
});

test('the place in the queue is shown only if the service manages the download', () => {
	const queued = { status: 'QUEUED', queue_position: 2 };
	expect(factOf('status', { ...queued, auto_managed: true })).toBe('QUEUED, number 3 in the queue');
	expect(factOf('status', queued)).toBe('QUEUED, number 3 in the queue');
	expect(factOf('status', { ...queued, auto_managed: false })).toBe('QUEUED');
	const column = allDownloadColumns.find(({ id }) => id === 'queue');
	const [own, managed] = [false, true].flatMap((auto_managed) =>
		namedDownloads(['one'], { ...queued, auto_managed }),
	);
	if (!own || !managed) throw new Error('there are two');
	expect([column?.value(own, 5), column?.value(managed, 5)]).toEqual(['–', '3']);
});

test('a ratio of the settings is not shown as the seeding goal', () => {
	expect(factOf('sent', { seeding_ratio: 2, ratio: 0.5 })).toMatch(/, ratio 0\.50$/);
});
