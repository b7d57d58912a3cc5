import { describe, expect, test } from 'vitest';
import { decode } from '../../source/protocol/decode.ts';
import { endpoints } from '../../source/protocol/endpoints/table.ts';
import {
	downloadRepair,
	repairAddition,
	repairDownloads,
	repairSelection,
} from '../../source/protocol/repair/downloads.ts';

/** Returns the answer of GET /downloads after decoding and repair. */
function list(answer: unknown) {
	return decode(endpoints.listDownloads.response, repairDownloads(answer));
}

const infohash = '6166263d078d8142967efe748d6812ecc77dc34d';

/** Fields that every release sends. */
const everywhere = {
	name: 'nested',
	infohash,
	progress: 1,
	speed_down: 0,
	speed_up: 2048,
	size: 5_904_455,
	eta: 0,
	num_peers: 3,
	num_seeds: 2,
	hops: 0,
	anon_download: false,
	safe_seeding: true,
	destination: '/srv/downloads',
	total_pieces: 361,
	error: '',
	time_added: 1_795_206_986,
	trackers: [
		{ url: '[DHT]', peers: 0, status: 'Disabled' },
		{ url: 'http://tracker/announce', peers: 2, status: 'Working' },
	],
};

/** One download in the dialect of each family of releases. */
const dialects = {
	'7.0 to 7.3': {
		downloads: [
			{
				...everywhere,
				status: 'DLSTATUS_SEEDING',
				vod_mod: true,
				ratio: 0.5,
				total_up: 7,
				total_down: 14,
				max_upload_speed: 0,
				max_download_speed: 100,
				availability: 1.5,
				files: [{ index: 0, name: 'a', size: 5, included: true, progress: 1 }],
				peers: [{ ip: '10.0.0.1', wstate: 3, rstate: 1, dtotal: 5, uinterested: 1, optimistic: 0 }],
			},
		],
	},
	'7.5 to 7.11': {
		downloads: [
			{
				...everywhere,
				status: 'DLSTATUS_SEEDING',
				num_connected_peers: 1,
				num_connected_seeds: 0,
				vod_mode: null,
				ratio: 0.5,
				total_up: 7,
				total_down: 14,
				max_upload_speed: 0,
				max_download_speed: 100,
				availability: 1.5,
			},
		],
	},
	'7.12 to 7.14': {
		downloads: [
			{
				...everywhere,
				status: 'SEEDING',
				status_code: 4,
				num_connected_peers: 1,
				num_connected_seeds: 0,
				vod_mode: null,
				ratio: 0.5,
				total_up: 7,
				total_down: 14,
				max_upload_speed: 0,
				max_download_speed: 100,
				availability: 1.5,
				channel_download: false,
			},
		],
		checkpoints: { total: 3, loaded: 1, all_loaded: false },
	},
	'8.1': {
		downloads: [
			{
				...everywhere,
				status: 'SEEDING',
				status_code: 4,
				all_time_upload: 7,
				all_time_download: 14,
				all_time_ratio: 0.5,
				completed_dir: '/srv/done',
				streamable: true,
				max_upload_speed: 0,
				max_download_speed: 100,
				availability: 1.5,
			},
		],
		checkpoints: { total: 1, loaded: 1, all_loaded: true },
	},
	'8.4': {
		downloads: [
			{
				...everywhere,
				status: 'SEEDING',
				status_code: 4,
				all_time_upload: 7,
				all_time_download: 14,
				all_time_ratio: 0.5,
				upload_limit: -1,
				download_limit: 100,
				seeding_ratio: 2,
				queue_position: -1,
				auto_managed: false,
				user_stopped: false,
				availability: 1.5,
				trackers: everywhere.trackers.map((tracker) => ({ ...tracker, seeds: -1, leeches: -1 })),
			},
		],
		checkpoints: { total: 1, loaded: 1, all_loaded: true },
	},
};

describe('a download of any release has one shape', () => {
	test.each(Object.entries(dialects))('%s', (_, answer) => {
		const { value, deviations } = list(answer);
		expect(deviations).toEqual([]);
		expect(value.downloads).toHaveLength(1);
		expect(value.downloads[0]).toMatchObject({
			name: 'nested',
			infohash,
			status: 'SEEDING',
			ratio: 0.5,
			total_up: 7,
			total_down: 14,
			max_upload_speed: 0,
			max_download_speed: 100,
			availability: 1.5,
			safe_seeding: true,
		});
		expect(typeof value.downloads[0]?.vod_mode).toBe('boolean');
	});

	test('fields of some releases only are kept', () => {
		expect(list(dialects['8.4']).value.downloads[0]).toMatchObject({ seeding_ratio: 2, upload_limit: -1 });
		expect(list(dialects['8.1']).value.downloads[0]).toMatchObject({ completed_dir: '/srv/done' });
		expect(list(dialects['7.0 to 7.3']).value.downloads[0]).toMatchObject({
			vod_mode: true,
			files: [{ name: 'a', progress: 1 }],
			peers: [{ ip: '10.0.0.1', uinterested: true, optimistic: false, wstate: '3' }],
		});
		expect(list(dialects['7.5 to 7.11']).value.downloads[0]?.status_code).toBeUndefined();
	});

	test('a magnet link without a name and metadata is named by its infohash', () => {
		const named = (fields: object) => {
			const download = { infohash: 'AB'.repeat(20), progress: 0, status: 'METADATA', ...fields };
			return list({ downloads: [{ name: 'Unknown name', ...download }] }).value.downloads[0]?.name;
		};
		expect(named({ size: 0, total_pieces: 0 })).toBe('ab'.repeat(20));
		expect(named({})).toBe('ab'.repeat(20));
		expect(named({ name: 'unknown', size: 0 })).toBe('unknown');
		// With metadata it is the torrent's own name.
		expect(named({ size: 5, total_pieces: 1, status: 'SEEDING' })).toBe('Unknown name');
	});

	test('a list without checkpoints has no number of loaded downloads', () => {
		expect(list(dialects['7.5 to 7.11']).value.checkpoints).toBeUndefined();
		expect(list(dialects['7.12 to 7.14']).value.checkpoints).toEqual({
			all_loaded: false,
			loaded: 1,
			total: 3,
		});
	});
});

test.each([
	['DLSTATUS_WAITING_FOR_HASHCHECK', 'WAITING4HASHCHECK'],
	['WAITING_FOR_HASHCHECK', 'WAITING4HASHCHECK'],
	['DLSTATUS_WAITING4HASHCHECK', 'WAITING4HASHCHECK'],
	['DLSTATUS_CIRCUITS', 'CIRCUITS'],
	['MOVING', 'MOVING'],
	['something new', 'something new'],
])('the status %s is %s', (status, canonical) => {
	expect(list({ downloads: [{ ...everywhere, status }] }).value.downloads[0]?.status).toBe(canonical);
});

test('infohashes are in lower case, as all other code assumes', () => {
	const { value } = list({
		downloads: [{ ...everywhere, status: 'SEEDING', infohash: infohash.toUpperCase() }],
	});
	expect(value.downloads[0]?.infohash).toBe(infohash);
});

test('etas of idle downloads stay huge', () => {
	const { value, deviations } = list({
		downloads: [{ ...everywhere, status: 'DOWNLOADING', eta: 5_904_455_000_000.5 }],
	});
	expect(value.downloads[0]?.eta).toBe(5_904_455_000_000.5);
	expect(deviations).toEqual([]);
});

test.each([
	[undefined],
	[null],
	['text'],
	[[]],
	[{}],
	[{ downloads: null }],
	[{ downloads: 'none' }],
	[{ downloads: { 0: everywhere } }],
	[{ downloads: [null, 7, 'x', []] }],
])('an invalid list is empty and reported: %j', (answer) => {
	const { value, deviations } = list(answer);
	expect(value.downloads).toEqual([]);
	expect(deviations.length).toBeGreaterThan(0);
});

test('one invalid download does not affect the others', () => {
	const { value, deviations } = list({
		downloads: [
			{ infohash: 7, trackers: 'x', status: null },
			{ ...everywhere, status: 'STOPPED' },
		],
	});
	expect(value.downloads[1]).toMatchObject({ name: 'nested', status: 'STOPPED' });
	expect(deviations.every(({ path }) => path.startsWith('downloads[0]'))).toBe(true);
});

describe('bodies of requests', () => {
	test('[A] calls the uri torrent', () => {
		expect(repairAddition({ torrent: 'magnet:?x', anon_hops: '1' })).toEqual({
			uri: 'magnet:?x',
			anon_hops: '1',
		});
		expect(repairAddition({ uri: 'a', torrent: 'b' })).toEqual({ uri: 'a' });
	});

	test('a list may have brackets', () => {
		expect(repairSelection({ 'selected_files[]': ['1', '2'] })).toEqual({ selected_files: ['1', '2'] });
		expect(repairAddition({ uri: 'a', 'selected_files[]': '1' })).toEqual({ uri: 'a', selected_files: '1' });
		expect(repairSelection({ 'selected_files[]': [1], selected_files: [2] })).toEqual({
			selected_files: [2],
		});
	});

	test.each([[undefined], [null], ['text'], [[1]]])('%j is unchanged', (body) => {
		expect(repairAddition(body)).toEqual(body);
		expect(repairSelection(body)).toEqual(body);
	});
});

test('repairDownloads returns an answer that needs no repair itself, and changes no other one', () => {
	const deepFreeze = <Value>(value: Value): Value => {
		if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
		return value;
	};
	const valid = { ...everywhere, status: 'SEEDING', vod_mode: null, ratio: 0, total_up: 0, total_down: 0 };
	const answer = deepFreeze({ downloads: [valid, null, 7] });
	expect(repairDownloads(answer)).toBe(answer);
	const changes = [
		{ status: 'DLSTATUS_STOPPED' },
		{ infohash: infohash.toUpperCase() },
		{ queue_position: -1 },
		{ ratio: null, all_time_ratio: 2 },
		{ upload_limit: -1, download_limit: 7 },
		{ name: 'Unknown name', size: 0, total_pieces: 0 },
		{ trackers: [{ url: 'a', peers: -1 }] },
		{ peers: [{ wstate: 3 }] },
	];
	for (const change of changes) {
		const other = deepFreeze({ downloads: [valid, { ...valid, ...change }] });
		const repaired = repairDownloads(other) as typeof other;
		expect(repaired.downloads[0]).toBe(valid);
		expect(repaired.downloads[1]).not.toEqual(other.downloads[1]);
	}
});

test.each([
	[{}],
	[{ infohash: infohash.toUpperCase() }],
	[{ excluded: infohash }],
	[{ infohash: 'f'.repeat(40) }],
])('downloadRepair repairs and removes the same downloads as repairDownloads for the query %j', (query) => {
	const downloads = [
		{ ...everywhere, status: 'DLSTATUS_STOPPED' },
		{ ...everywhere, infohash: infohash.toUpperCase() },
		{ ...everywhere, infohash: 'f'.repeat(40), queue_position: -1 },
	];
	const repair = downloadRepair({ query });
	const repaired = downloads.map(repair).filter((download) => download !== undefined);
	expect({ downloads: repaired }).toEqual(repairDownloads({ downloads }, { query }));
});
