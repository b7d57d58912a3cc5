import { describe, expect } from 'vitest';
import { readEvents } from '../../source/client/events.ts';
import { nested } from './foreign/world/torrents.ts';
import { clientOf } from './foreign-cases/context.ts';
import { always, observed } from './foreign-cases/observed.ts';

const plain = {
	name: 'plain',
	infohash: 'c'.repeat(40),
	progress: 1,
	status: 'SEEDING',
	size: 5,
};

/** The statuses of all releases, sent without a prefix, by their codes, and their canonical statuses. */
const statuses: readonly (readonly [sent: string, code: number, read: string])[] = [
	['ALLOCATING_DISKSPACE', 0, 'ALLOCATING_DISKSPACE'],
	['WAITING_FOR_HASHCHECK', 1, 'WAITING4HASHCHECK'],
	['WAITING4HASHCHECK', 1, 'WAITING4HASHCHECK'],
	['HASHCHECKING', 2, 'HASHCHECKING'],
	['DOWNLOADING', 3, 'DOWNLOADING'],
	['SEEDING', 4, 'SEEDING'],
	['STOPPED', 5, 'STOPPED'],
	['STOPPED_ON_ERROR', 6, 'STOPPED_ON_ERROR'],
	['METADATA', 7, 'METADATA'],
	['CIRCUITS', 8, 'CIRCUITS'],
	['LOADING', 8, 'LOADING'],
	['EXIT_NODES', 9, 'EXIT_NODES'],
	['MOVING', 10, 'MOVING'],
	['QUEUED', 11, 'QUEUED'],
	['something new', 99, 'something new'],
];

describe('downloads', () => {
	observed('every status is read, one that nobody knows stays as it came', always, async (context) => {
		const { client, dialect, world } = context;
		const downloads = statuses.map(([sent, status_code]) => ({
			...plain,
			status: dialect.statusPrefix && sent !== 'something new' ? `DLSTATUS_${sent}` : sent,
			...(dialect.statusCode ? { status_code } : {}),
		}));
		world.scripted.set('GET /downloads', { json: { downloads } });
		const answer = await client.listDownloads();
		expect(answer.downloads.map(({ status }) => status)).toEqual(statuses.map(([, , read]) => read));
		expect(answer.downloads.map(({ status_code }) => status_code)).toEqual(
			statuses.map(([, code]) => (dialect.statusCode ? code : undefined)),
		);
	});

	observed(
		'one that is streamed says so, whatever the field is called',
		always,
		async ({ client, dialect, world }) => {
			const streamed = { ...plain, [dialect.vod]: dialect.truths === 'numbers' ? 1 : true };
			const progress = { vod_prebuffering_progress: 1, vod_prebuffering_progress_consec: 0.5 };
			world.scripted.set('GET /downloads', { json: { downloads: [{ ...streamed, ...progress }] } });
			expect((await client.listDownloads()).downloads[0]).toMatchObject({ vod_mode: true, ...progress });
		},
	);
});

describe('starting', () => {
	observed(
		'everything but the state is unknown until that is done',
		({ generation, has }) => generation === 'A' && has.has('state'),
		async ({ client, world }) => {
			world.starting = true;
			expect(await client.getState()).toMatchObject({ state: 'STARTING' });
			await expect(client.listDownloads()).rejects.toMatchObject({ kind: 'not-found' });
			await expect(client.getMyChannel()).rejects.toMatchObject({ kind: 'absent' });
			const events = readEvents(client, new AbortController().signal);
			expect((await events.next()).value).toMatchObject({
				type: 'events_start',
				payload: { tribler_started: false },
			});

			world.starting = false;
			expect(await client.listDownloads()).toMatchObject({ downloads: [] });
			// A client that knows of the start requests it again.
			client.forgetAbsent();
			expect(await client.getMyChannel()).toMatchObject({ overview: { name: 'My channel' } });
		},
	);
});

describe('odd answers', () => {
	observed('unknown fields are kept, integers of any size too', always, async (context) => {
		context.world.scripted.set('GET /downloads', {
			json: {
				downloads: [
					{ ...plain, channel_download: false, new_id: 485_715_071_346_326_385n, nested: { a: [1] } },
				],
				more: 'of it',
			},
		});
		const answer = await context.client.listDownloads();
		expect(answer).toMatchObject({
			downloads: [{ channel_download: false, new_id: 485_715_071_346_326_385n, nested: { a: [1] } }],
			more: 'of it',
		});
	});

	observed('a missing or odd field leaves the rest usable', always, async ({ server, world }) => {
		const deviations: string[] = [];
		const client = clientOf(server, deviations);
		world.scripted.set('GET /downloads', {
			json: {
				downloads: [
					{ ...plain, progress: 'half', size: null, trackers: 'none', hops: '2', eta: undefined },
					null,
					'nonsense',
					{ infohash: nested.infohash, files: [{ name: 'a' }, 7], peers: {}, error: ['x'] },
					plain,
				],
				checkpoints: null,
			},
		});
		const { downloads, checkpoints } = await client.listDownloads();
		expect(checkpoints).toBeUndefined();
		expect(downloads).toHaveLength(3);
		expect(downloads[0]).toMatchObject({
			name: 'plain',
			hops: 2,
		});
		for (const field of ['progress', 'size', 'trackers', 'eta'] as const) {
			expect(downloads[0], field).not.toHaveProperty(field);
		}
		expect(downloads[1]).toMatchObject({
			infohash: nested.infohash,
			name: '',
			files: [{ name: 'a' }],
		});
		expect(downloads[1]).not.toHaveProperty('peers');
		expect(downloads[2]).toMatchObject({ name: 'plain', status: 'SEEDING', progress: 1 });
		expect(deviations.length).toBeGreaterThan(5);
		await client.close();
	});
});
