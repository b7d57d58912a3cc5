import { expect } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { readEvents } from '../../../source/client/events.ts';
import type { EndpointName } from '../../../source/protocol/endpoints/table.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { ownExtensions } from '../../../source/service/core/extensions.ts';
import { until } from '../../programs/until.ts';
import { channelCases } from './channels.ts';
import { debugCases } from './debug.ts';
import { feedCases } from './feeds.ts';
import { fileCases } from './files.ts';
import { healthCases } from './health.ts';
import { importCases } from './importing.ts';
import { labelCases } from './labels.ts';
import { marketCases } from './market.ts';
import { metadataCases } from './metadata.ts';
import { moveCases } from './move.ts';
import { settingsCases } from './settings.ts';
import { trackerCases } from './trackers.ts';

/** Context of a case: a client of one generation, and a torrent that the service does not have yet. */
export interface CaseContext {
	readonly client: Client;
	readonly generation: 'A' | 'B';
	readonly torrentPath: string;
	readonly torrentBytes: Uint8Array;
	readonly infohash: string;
	/** Folder with complete data of the torrent. */
	readonly dataFolder: string;
	/** A folder without data. */
	readonly emptyFolder: string;
}

async function added(context: CaseContext, destination = context.dataFolder): Promise<void> {
	await context.client.addDownload({ body: { uri: context.torrentPath, destination } });
}

async function download({ client, infohash }: CaseContext): Promise<Download | undefined> {
	const { downloads } = await client.listDownloads();
	return downloads.find((each) => each.infohash === infohash);
}

/** Expects that the sequence of pieces changes, and that invalid ones change nothing. */
async function expectOrder(context: CaseContext): Promise<void> {
	const params = { infohash: context.infohash };
	const change = (file_priorities: Readonly<Record<string, number[]>>) =>
		context.client.changeDownload({ params, body: { file_priorities } });
	const priorities = async () => {
		const { files } = await context.client.listFiles({ params });
		return files.map(({ priority }) => priority);
	};
	expect(await download(context)).toMatchObject({ sequential: false });
	await context.client.changeDownload({ params, body: { sequential: true } });
	expect(await download(context)).toMatchObject({ sequential: true });
	await change({ high: [1], low: [0] });
	expect(await priorities()).toEqual(['low', 'high']);
	await change({ normal: [0], high: [] });
	expect(await priorities()).toEqual(['normal', 'high']);
	const wrong: readonly Readonly<Record<string, number[]>>[] = [
		{},
		{ urgent: [0] },
		{ high: [2] },
		{ high: [-1] },
		{ high: [0], low: [0] },
	];
	for (const one of wrong) await expect(change(one)).rejects.toMatchObject({ status: 400 });
	expect(await priorities()).toEqual(['normal', 'high']);
	// A file that is not selected keeps its priority.
	await context.client.changeDownload({ params, body: { selected_files: [0] } });
	await change({ low: [1] });
	expect(await priorities()).toEqual(['normal', 'low']);
}

/** At least one case for every row. A row without a case does not compile. */
export const cases: { readonly [Name in EndpointName]: (context: CaseContext) => Promise<void> } = {
	async listDownloads(context) {
		await added(context);
		const seeding = await until(async () => {
			const found = await download(context);
			return found?.status === 'SEEDING' && found;
		});
		expect(seeding).toMatchObject({
			name: 'contract',
			progress: 1,
			size: 300_000,
			hops: 0,
			status_code: 4,
			error: '',
		});
		expect(seeding.files).toBeUndefined();
		const { downloads, checkpoints } = await context.client.listDownloads({
			query: { get_files: true, get_peers: true, get_pieces: true, infohash: context.infohash.toUpperCase() },
		});
		expect(checkpoints).toEqual({ all_loaded: true, loaded: 1, total: 1 });
		expect(downloads[0]?.files?.map(({ name }) => name)).toEqual(['a/one.bin', 'two.bin']);
		expect(downloads[0]?.peers).toEqual([]);
		// 19 pieces of 16 KiB, the first bit first: two full bytes, then three bits.
		expect(downloads[0]?.total_pieces).toBe(19);
		expect([...Buffer.from(downloads[0]?.pieces ?? '', 'base64')]).toEqual([0xff, 0xff, 0xe0]);
		const others = await context.client.listDownloads({ query: { excluded: context.infohash } });
		expect(others.downloads).toEqual([]);
	},

	async addDownload(context) {
		const body = {
			uri: context.torrentPath,
			destination: context.dataFolder,
			anon_hops: 0,
			safe_seeding: false,
			sequential: true,
		};
		const first = await context.client.addDownload({ body });
		expect(first).toMatchObject({ started: true, infohash: context.infohash });
		expect(await context.client.addDownload({ body })).toMatchObject({ infohash: context.infohash });
		expect((await context.client.listDownloads()).downloads).toHaveLength(1);
		expect(await download(context)).toMatchObject({ destination: context.dataFolder, sequential: true });
	},

	async removeDownload(context) {
		await added(context);
		const request = { params: { infohash: context.infohash }, body: { remove_data: false } };
		expect(await context.client.removeDownload(request)).toMatchObject({
			removed: true,
			infohash: context.infohash,
		});
		expect(await download(context)).toBeUndefined();
		await expect(context.client.removeDownload(request)).rejects.toMatchObject({ kind: 'not-found' });
	},

	async changeDownload(context) {
		await added(context);
		const params = { infohash: context.infohash };
		const reach = (status: string) => until(async () => (await download(context))?.status === status);
		await reach('SEEDING');
		const answer = await context.client.changeDownload({ params, body: { state: 'stop' } });
		expect(answer).toMatchObject({ modified: true, infohash: context.infohash });
		await reach('STOPPED');
		await context.client.changeDownload({ params, body: { state: 'recheck' } });
		await reach('STOPPED');
		await context.client.changeDownload({ params, body: { state: 'resume' } });
		await reach('SEEDING');
		await context.client.changeDownload({ params, body: { selected_files: [1] } });
		const { files } = await context.client.listFiles({ params });
		expect(files.map(({ included }) => included)).toEqual([false, true]);
		await context.client.changeDownload({ params, body: { selected_files: [] } });
		await context.client.changeDownload({ params, body: { anon_hops: 0 } });
		await expect(
			context.client.changeDownload({ params, body: { selected_files: [7] } }),
		).rejects.toMatchObject({ status: 400 });
		await expect(context.client.changeDownload({ params, body: { anon_hops: 1 } })).rejects.toMatchObject({
			status: 500,
			code: 'HopsUnavailableError',
		});
		expect(await download(context)).toMatchObject({ hops: 0, anon_download: false, safe_seeding: false });
		const limits = { max_download_speed: 100_000, max_upload_speed: 50_000 };
		await context.client.changeDownload({ params, body: limits });
		expect(await download(context)).toMatchObject(limits);
		await context.client.changeDownload({ params, body: { max_download_speed: -1 } });
		expect(await download(context)).toMatchObject({ ...limits, max_download_speed: -1 });
		await expect(
			context.client.changeDownload({ params, body: { max_upload_speed: -2 } }),
		).rejects.toMatchObject({ status: 400 });
		await expect(
			context.client.changeDownload({ params, body: { anon_hops: 0, state: 'stop' } }),
		).rejects.toMatchObject({ status: 400 });
		for (const queue_position of ['queue_top', 'queue_up', 'queue_down', 'queue_bottom', 0, 7] as const) {
			await context.client.changeDownload({ params, body: { queue_position } });
			expect(await download(context)).toMatchObject({ queue_position: 0 });
		}
		await expect(
			context.client.changeDownload({ params, body: { queue_position: -1 } }),
		).rejects.toMatchObject({ status: 400 });
		await context.client.changeDownload({ params, body: { name: ' Of my own ' } });
		expect(await download(context)).toMatchObject({ name: 'Of my own', torrent_name: 'contract' });
		for (const name of ['a\nb', 'x'.repeat(256)])
			await expect(context.client.changeDownload({ params, body: { name } })).rejects.toMatchObject({
				status: 400,
			});
		expect(await download(context)).toMatchObject({ name: 'Of my own' });
		await context.client.changeDownload({ params, body: { name: '' } });
		const restored = await download(context);
		expect(restored?.name).toBe('contract');
		expect(restored).not.toHaveProperty('torrent_name');
		expect(await download(context)).toMatchObject({ seeding_ratio: null, seeding_minutes: null });
		const seeding = { seeding_ratio: 1.5, seeding_minutes: 0 };
		await context.client.changeDownload({ params, body: seeding });
		expect(await download(context)).toMatchObject(seeding);
		await context.client.changeDownload({ params, body: { seeding_ratio: null } });
		expect(await download(context)).toMatchObject({ ...seeding, seeding_ratio: null });
		for (const body of [{ seeding_ratio: -1 }, { seeding_minutes: 0.5 }])
			await expect(context.client.changeDownload({ params, body })).rejects.toMatchObject({ status: 400 });
		await expectOrder(context);
	},

	...fileCases,

	...trackerCases,

	async getTorrent(context) {
		await added(context);
		const bytes = await context.client.getTorrent({ params: { infohash: context.infohash } });
		expect(Buffer.from(bytes).equals(context.torrentBytes)).toBe(true);
		await expect(context.client.getTorrent({ params: { infohash: '0'.repeat(40) } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	...debugCases,

	...marketCases,

	...channelCases,

	...metadataCases,

	...healthCases,

	...feedCases,

	...moveCases,
	...importCases,

	...labelCases,

	...settingsCases,

	async getState({ client }) {
		expect(await client.getState()).toMatchObject({
			state: 'STARTED',
			last_exception: null,
			extensions: ownExtensions,
		});
		expect(ownExtensions).toEqual(
			expect.arrayContaining(['settings', 'labels', 'queue', 'seeding', 'priorities', 'sequential']),
		);
	},

	async openEvents(context) {
		const abort = new AbortController();
		const events = readEvents(context.client, abort.signal);
		const first = await events.next();
		expect(first.value).toMatchObject({ type: 'events_start', payload: { tribler_started: true } });
		await added(context);
		const seen: unknown[] = [];
		for (;;) {
			const { value } = await events.next();
			seen.push(value);
			if (value?.type === 'torrent_status_changed' && value.payload.status === 'SEEDING') break;
		}
		expect(seen).toContainEqual({
			type: 'torrent_status_changed',
			payload: { infohash: context.infohash, status: 'SEEDING' },
		});
		abort.abort();
	},
};
