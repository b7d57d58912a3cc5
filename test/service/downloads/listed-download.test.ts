import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { DownloadList } from '../../../source/client/lists/download-list.ts';
import { inSlices } from '../../../source/metainfo/slices.ts';
import {
	type ListedDownload,
	newDownloadList,
	writeDownloads,
} from '../../../source/service/downloads/listed-download.ts';
import type { EngineStatus } from '../../../source/service/engine/port.ts';
import { RevisedList } from '../../../source/service/http/revised-list.ts';
import type { DownloadRecord } from '../../../source/service/storage/record.ts';
import { serve } from '../../client/server.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { blankRecord } from '../../programs/blank-record.ts';

function recordOf(infohash: string): DownloadRecord {
	return {
		...blankRecord(infohash),
		name: 'a name',
		size: 100,
		trackers: ['http://tracker.example/announce'],
		totalPieces: 4,
		progress: 0.5,
		totalDown: 50,
		totalUp: 7,
	};
}

const amount = fc.integer({ min: 0, max: 2 ** 50 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const url = fc.domain().map((host) => `http://${host}/announce`);

/** One change of a record, in any of the fields that can change. */
const recordChange: fc.Arbitrary<Partial<DownloadRecord>> = fc.oneof(
	fc.record({ name: fc.string() }),
	fc.record({ trackers: fc.array(url, { maxLength: 3 }) }),
	fc.record({ size: amount, totalPieces: amount }),
	fc.record({ requestedState: fc.constantFrom('running', 'stopped') }),
	fc.record({ checking: fc.boolean() }),
	fc.record({ selected: fc.option(fc.array(fc.nat())) }),
	fc.record({ hops: fc.nat(3) }),
	fc.record({ safeSeeding: fc.boolean() }),
	fc.record({ maxDownloadSpeed: amount }),
	fc.record({ maxUploadSpeed: amount }),
	fc.record({ error: fc.string() }),
	fc.record({ bitfield: fc.uint8Array() }),
	fc.record({ progress: share }),
	fc.record({ totalDown: amount }),
	fc.record({ totalUp: amount }),
);

const tracker = fc.record({
	url,
	status: fc.constantFrom('Working' as const, 'Not working' as const),
	peers: fc.nat(),
	error: fc.string(),
});

function statusOf(infohash: string): fc.Arbitrary<EngineStatus> {
	return fc.record({
		infohash: fc.constant(infohash),
		phase: fc.constantFrom('waiting', 'checking', 'metadata', 'downloading', 'seeding'),
		progress: share,
		speedDown: amount,
		speedUp: amount,
		downloaded: amount,
		uploaded: amount,
		remaining: amount,
		connectedSeeds: fc.nat(),
		connectedPeers: fc.nat(),
		seeds: fc.nat(),
		peers: fc.nat(),
		availability: fc.double({ min: 0, max: 9, noNaN: true }),
		trackers: fc.array(tracker, { maxLength: 2 }),
		discovery: fc.record({
			dht: fc.option(fc.nat()),
			peerExchange: fc.option(fc.nat()),
			local: fc.option(fc.nat()),
		}),
	});
}

const infohashes = ['a', 'b', 'c'].map((letter) => letter.repeat(40));

const moveTo = JSON.stringify({ from: '/a', to: '/b', step: 'moving', foreign: [] });
const place = fc.nat(2);

/** A change of one of the downloads. */
const happening = fc.oneof(
	fc.record({ kind: fc.constant('record' as const), at: place, change: recordChange }),
	place.chain((at) =>
		fc.record({
			kind: fc.constant('live' as const),
			at: fc.constant(at),
			live: fc.option(statusOf(infohashes[at] ?? ''), { nil: undefined }),
		}),
	),
	fc.record({
		kind: fc.constant('buffered' as const),
		at: place,
		buffered: fc.option(fc.record({ share, consecutive: share }), { nil: undefined }),
	}),
	// Fields that come and go.
	fc.record({ kind: fc.constant('moving' as const), at: place, moving: fc.constantFrom('', moveTo) }),
	fc.record({ kind: fc.constant('finished' as const), at: place, timeFinished: fc.constantFrom(0, 7) }),
	fc.record({ kind: fc.constantFrom('turn' as const, 'remove' as const, 'add' as const), at: place }),
);

/** Serves a list of downloads that changes. */
async function serving() {
	const list = newDownloadList();
	const checkpoints = { all_loaded: true, loaded: 3, total: 3 };
	let downloads: ListedDownload[] = infohashes.map(blank);
	const { url } = await serve(async ({ path = '' }, response) => {
		const since = new URLSearchParams(path.split('?')[1]).get('since') ?? undefined;
		const text = await inSlices(writeDownloads(list.revise(downloads, since), checkpoints));
		response.writeHead(200, { 'content-type': 'application/json' }).end(text);
	});
	const client = createClient({ url });
	atEnd(() => client.close());
	const happen = (what: typeof happening extends fc.Arbitrary<infer T> ? T : never): void => {
		const at = what.at % Math.max(1, downloads.length);
		const download = downloads[at];
		if (what.kind === 'add')
			downloads = [...downloads, ...infohashes.filter(isMissing).slice(0, 1).map(blank)];
		else if (!download) return;
		else if (what.kind === 'record') Object.assign(download.record, what.change);
		else if (what.kind === 'live') downloads = downloads.with(at, { ...download, live: what.live });
		else if (what.kind === 'buffered')
			downloads = downloads.with(at, { ...download, buffered: what.buffered });
		else if (what.kind === 'moving') download.record.moving = what.moving;
		else if (what.kind === 'finished') download.record.timeFinished = what.timeFinished;
		else if (what.kind === 'turn') downloads = downloads.toReversed();
		else downloads = downloads.toSpliced(at, 1);
	};
	const isMissing = (infohash: string) => downloads.every(({ record }) => record.infohash !== infohash);
	const start = () => {
		downloads = infohashes.map(blank);
	};
	return { client, happen, start };
}

function blank(infohash: string): ListedDownload {
	return { record: recordOf(infohash), live: undefined, buffered: undefined, move: undefined };
}

test('clients that know any revision of a list have the current one after the next response', async () => {
	const { client, happen, start } = await serving();
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(fc.array(happening, { maxLength: 4 }), fc.subarray([0, 1, 2])), { maxLength: 12 }),
			async (rounds) => {
				start();
				const lists = [0, 1, 2].map(() => new DownloadList());
				for (const [happenings, asking] of rounds) {
					for (const what of happenings) happen(what);
					for (const one of asking) {
						const answer = await lists[one]?.fetch(client, {});
						expect(answer?.downloads).toEqual((await client.listDownloads()).downloads);
					}
				}
			},
		),
	);
});

test('an unchanged list has the same revision and no downloads', async () => {
	const list = newDownloadList();
	const downloads = infohashes.map(blank);
	const { revision, rows, removed } = list.revise(downloads, undefined);
	expect([rows.length, removed]).toEqual([3, undefined]);
	expect(list.revise(downloads, revision)).toEqual({ revision, rows: [], removed: [] });
	const [first] = downloads;
	if (first) first.record.totalUp = 8;
	const next = list.revise(downloads, revision);
	expect(next.revision).not.toBe(revision);
	expect(next.rows.map(({ fields }) => fields)).toEqual([
		['total_up', 'ratio', 'all_time_upload', 'all_time_ratio'],
	]);
	expect(list.revise(downloads, next.revision).rows).toEqual([]);
	// Changes since the first revision are still known.
	expect(list.revise(downloads, revision)).toEqual(next);
});

test.each(['', 'x', '7', '0.0', `${'0'.repeat(36)}.1`, 'x.-1', 'x.1e3'])(
	'an unknown revision gives the whole list: %j',
	(since) => {
		const list = newDownloadList();
		expect(list.revise(infohashes.map(blank), since)).toMatchObject({
			removed: undefined,
			rows: { length: 3 },
		});
	},
);

test('a client that missed more removals than are remembered receives the whole list', () => {
	const list = new RevisedList<number, { readonly n: number }>({
		keyOf: String,
		copyOf: (n) => n,
		isSame: (n, copy) => n === copy,
		render: (n) => ({ n }),
		maxRemovals: 2,
	});
	const all = [1, 2, 3, 4, 5];
	const { revision } = list.revise(all, undefined);
	const later = list.revise(all.slice(1), revision);
	expect(list.revise(all.slice(3), revision).removed).toBeUndefined();
	expect(list.revise(all.slice(3), later.revision).removed).toEqual(['2', '3']);
	// A revision of the future, as after a restart of the service.
	const [run] = revision.split('.');
	expect(list.revise(all.slice(3), `${run}.99`).removed).toBeUndefined();
});
