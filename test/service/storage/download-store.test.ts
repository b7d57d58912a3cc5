import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStorage } from '../../../source/service/state-database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import type { DownloadRecord } from '../../../source/service/storage/record.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { blankRecord } from '../../programs/blank-record.ts';

const state = join(await makeFolder(), 'state');
await mkdir(state);
const store = new DownloadStore(openStorage(state, false, () => {}));
const blank = blankRecord('1'.repeat(40));

/** Returns the record as a restarted service reads it. */
function restarted(record: DownloadRecord): DownloadRecord | undefined {
	store.add(record, undefined);
	const [loaded] = store.load();
	store.remove(record.infohash);
	return loaded;
}

const limits = { maxDownloadSpeed: 1000, maxUploadSpeed: 2000, seedingRatio: 1.5, seedingMinutes: 7 };

// Each field has a value of its own, so that none can take the place of another.
const full: DownloadRecord = {
	...blank,
	...limits,
	name: 'torrent',
	magnet: 'magnet:?xt=urn:btih:1',
	size: 11,
	totalPieces: 12,
	trackers: ['http://tracker.example/announce'],
	webSeeds: ['http://seed.example/'],
	destination: '/data',
	mountPoint: '/mount',
	links: ['a/link'],
	requestedState: 'stopped',
	selected: [0, 3],
	hops: 2,
	timeAdded: 13,
	removing: 'data',
	error: 'the error',
	ownFiles: Uint8Array.of(1, 2),
	bitfield: Uint8Array.of(3, 4, 5),
	progress: 0.25,
	totalDown: 14,
	totalUp: 15,
	seedingSeconds: 16,
	label: 'the label',
	givenName: 'given',
	priorities: new Map([
		[0, 'low'],
		[3, 'high'],
	]),
	queuePosition: 17,
	ended: 'the end',
	timeFinished: 18,
	moving: '{"to":"/other"}',
};

const flags = [
	'checking',
	'safeSeeding',
	'usesFiles',
	'unverified',
	'sequential',
	'ownTrackers',
	'forced',
	'completionDue',
] as const;

test.each<[string, DownloadRecord]>([
	['without values', blank],
	['with all values', full],
	[
		'with limits of 0',
		{ ...blank, maxDownloadSpeed: 0, maxUploadSpeed: 0, seedingRatio: 0, seedingMinutes: 0 },
	],
	['with limits of -1', { ...blank, maxDownloadSpeed: -1, maxUploadSpeed: -1 }],
	['in the first place, never finished', { ...blank, queuePosition: 0, timeFinished: 0 }],
	['with empty lists', { ...blank, trackers: [], selected: [] }],
	['with unknown trackers', { ...blank, trackers: null }],
	...flags.map((flag): [string, DownloadRecord] => [`that is ${flag}`, { ...blank, [flag]: true }]),
])('a record %s is the same after a restart', (_, record) => {
	expect(restarted(record)).toEqual(record);
});

test('a record has no permission, queue place or other download after a restart, which are not saved', () => {
	const unsaved = { acceptsLoss: true, queued: true, place: 3, waitsFor: { infohash: '2', name: 'other' } };
	expect(restarted({ ...blank, ...unsaved })).toEqual(blank);
});
