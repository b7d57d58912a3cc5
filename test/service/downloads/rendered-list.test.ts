import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDownload } from '../../../source/service/downloads/render.ts';
import { type ListedDownload, RenderedList } from '../../../source/service/downloads/rendered-list.ts';
import type { EngineStatus } from '../../../source/service/engine/port.ts';
import type { DownloadRecord } from '../../../source/service/storage/record.ts';
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

/** A change of one of the downloads, or a request for a list. */
const eventOrRequest = fc.oneof(
	fc.record({ kind: fc.constant('record' as const), at: fc.nat(2), change: recordChange }),
	fc.nat(2).chain((at) =>
		fc.record({
			kind: fc.constant('live' as const),
			at: fc.constant(at),
			live: fc.option(statusOf(infohashes[at] ?? ''), { nil: undefined }),
		}),
	),
	fc.record({
		kind: fc.constant('buffered' as const),
		at: fc.nat(2),
		buffered: fc.option(fc.record({ share, consecutive: share }), { nil: undefined }),
	}),
	fc.record({ kind: fc.constant('swap' as const), at: fc.nat(1) }),
	fc.record({ kind: fc.constant('replace' as const), at: fc.nat(2) }),
);

test('a rendered list is never older than its downloads, for any changes in between', () => {
	fc.assert(
		fc.property(fc.array(eventOrRequest, { maxLength: 60 }), (happenings) => {
			const rendered = new RenderedList();
			const downloads: ListedDownload[] = infohashes.map((infohash) => ({
				record: recordOf(infohash),
				live: undefined,
				buffered: undefined,
				move: undefined,
			}));
			const checkpoints = { all_loaded: true, loaded: 3, total: 3 };
			for (const what of happenings) {
				const download = downloads[what.at];
				if (!download) throw new Error('there are three');
				if (what.kind === 'record') Object.assign(download.record, what.change);
				else if (what.kind === 'live') downloads[what.at] = { ...download, live: what.live };
				else if (what.kind === 'buffered') downloads[what.at] = { ...download, buffered: what.buffered };
				else if (what.kind === 'swap')
					downloads.splice(what.at, 2, ...downloads.slice(what.at, what.at + 2).reverse());
				else downloads[what.at] = { ...download, record: recordOf(download.record.infohash) };
				const anew = downloads.map(({ record, live, buffered }) =>
					renderDownload(record, live, { buffered }),
				);
				expect(rendered.answer(downloads, checkpoints).toString()).toBe(
					JSON.stringify({ downloads: anew, checkpoints }),
				);
			}
		}),
	);
});

test('an empty list is valid', () => {
	const checkpoints = { all_loaded: false, loaded: 0, total: 0 };
	expect(JSON.parse(new RenderedList().answer([], checkpoints).toString())).toEqual({
		downloads: [],
		checkpoints,
	});
});
