import { expect } from 'vitest';
import { DownloadList } from '../../../source/client/lists/download-list.ts';
import { folders, nested, single } from '../foreign/world/torrents.ts';
import { added, downloadIn, type ForeignContext } from './context.ts';

export const downloadListCases = {
	async listDownloads(context: ForeignContext) {
		const { client, dialect } = context;
		await added(context);
		await added(context, 'single', '/srv/empty');
		const seen: string[] = [];
		for (let count = 0; count < 3; count++) seen.push((await downloadIn(context))?.status ?? '');
		expect(seen).toEqual(['WAITING4HASHCHECK', 'HASHCHECKING', 'SEEDING']);

		const plain = await client.listDownloads();
		expect(plain.checkpoints).toEqual(
			dialect.checkpoints ? { all_loaded: true, loaded: 2, total: 2 } : undefined,
		);
		const [first, second] = plain.downloads;
		expect(first).toMatchObject({
			name: nested.name,
			infohash: nested.infohash,
			status: 'SEEDING',
			progress: 1,
			size: 71_456,
			eta: 0,
			num_peers: 2,
			num_seeds: 1,
			num_connected_peers: 1,
			num_connected_seeds: 1,
			total_up: 2_629,
			total_down: 493_278,
			ratio: dialect.family === '8.x' ? 0.5 : 0,
			hops: 0,
			anon_download: false,
			safe_seeding: dialect.forcesSafeSeeding,
			max_upload_speed: 0,
			max_download_speed: 4_096,
			destination: folders.complete,
			total_pieces: 5,
			vod_mode: false,
			error: '',
			time_added: 1_795_206_986,
		});
		expect(first?.availability).toBe(dialect.availability === 'always' ? 2.12 : undefined);
		const withAvailability = await client.listDownloads({ query: { get_availability: true } });
		expect(withAvailability.downloads[0]?.availability).toBe(2.12);
		expect(first?.status_code).toBe(dialect.statusCode ? 4 : undefined);
		expect(first).not.toHaveProperty('peers');
		expect(first).not.toHaveProperty('pieces');
		expect(first?.trackers?.map(({ url, status, peers }) => [url, status, peers])).toEqual([
			['http://127.0.0.1:6969/announce', 'Working', 2],
			['[DHT]', 'Disabled', 0],
			['[PeX]', 'Not contacted yet', 1],
		]);
		expect(first?.trackers?.[0]).not.toHaveProperty('seeds');
		// Never is sent as a huge time, and as a fraction.
		expect(second).toMatchObject({ status: 'DOWNLOADING', progress: 0.25, eta: 5_904_455_000_000.5 });
		expectReleaseFields(context, first);
		await expectDetails(context);
		await expectTheSameInPortions(context);
		await expectRequestedOnly(context);
		await expectLoading(context);
	},
} as const;

/** Fields of some releases only are kept. */
function expectReleaseFields({ dialect }: ForeignContext, download: object | undefined): void {
	if (dialect.fields === '8.1')
		expect(download).toMatchObject({ completed_dir: '/srv/done', streamable: true });
	if (dialect.fields !== '8.4') return;
	expect(download).toMatchObject({
		seeding_ratio: 2,
		last_download: 1_795_206_990,
		auto_managed: false,
		user_stopped: false,
		upload_limit: -1,
		trackers: [{ leeches: 3 }, {}, {}],
	});
	expect(download).not.toHaveProperty('queue_position');
}

/** Peers, pieces and files, which are requested by flags. */
async function expectDetails({ client, dialect }: ForeignContext): Promise<void> {
	const query = { get_peers: true, get_pieces: true, get_files: true };
	const { downloads } = await client.listDownloads({ query });
	const [download] = downloads;
	expect(download?.peers).toHaveLength(1);
	expect(download?.peers?.[0]).toMatchObject({
		id: '2d4c54323038302d',
		extended_version: '\u001b[31mseed\u202eA 1.0',
		ip: '127.0.0.2',
		port: 6999,
		direction: 'L',
		uinterested: false,
		uchoked: false,
		dinterested: true,
		dchoked: true,
		seed: true,
		upload_only: true,
		downrate: 18_009,
		dtotal: 131_072,
		completed: 1,
		...(dialect.fields === '8.4' ? { from_dht: false, from_pex: true, from_lsd: false } : {}),
	});
	if (dialect.generation === 'A') {
		const states =
			dialect.family === 'document' ? { wstate: 'c', rstate: 'o' } : { wstate: '3', rstate: '1' };
		expect(download?.peers?.[0]).toMatchObject(states);
	}
	// 5 pieces, the first bit first.
	expect([...Buffer.from(download?.pieces ?? '', 'base64')]).toEqual([0b1111_1000]);
	expect([...Buffer.from(downloads[1]?.pieces ?? '', 'base64')]).toEqual([0b1000_0000]);
	expect(download?.files?.map(({ name }) => name)).toEqual(nested.files.map(({ path }) => path));
	expect(downloads[1]?.files).toMatchObject([
		{ index: 0, name: 'single.bin', included: true, progress: 0.25 },
	]);
}

/** The list that is read repeatedly, item by item, equals the whole answer. */
async function expectTheSameInPortions({ client }: ForeignContext): Promise<void> {
	const list = new DownloadList();
	for (const query of [
		{},
		{ get_peers: true, get_pieces: true, get_files: true },
		{ infohash: nested.infohash.toUpperCase() },
		{ excluded: nested.infohash },
	]) {
		expect(await list.fetch(client, query)).toEqual(await client.listDownloads({ query }));
	}
}

/** Services in the field return all downloads, whatever the request names. The client filters them. */
async function expectRequestedOnly({ client }: ForeignContext): Promise<void> {
	const names = async (query: { infohash?: string; excluded?: string; get_peers?: boolean }) => {
		const { downloads } = await client.listDownloads({ query });
		return downloads.map(({ name, peers }) => [name, peers?.length]);
	};
	const infohash = nested.infohash.toUpperCase();
	expect(await names({ infohash, get_peers: true })).toEqual([[nested.name, 1]]);
	expect(await names({ excluded: infohash })).toEqual([[single.name, undefined]]);
}

/** While the core loads its downloads: 7.11 fails, 7.14 returns none, 8.x the loaded ones. */
async function expectLoading({ client, dialect, world }: ForeignContext): Promise<void> {
	world.loading = { loaded: 2, total: 5 };
	if (!dialect.checkpoints) {
		await expect(client.listDownloads()).rejects.toMatchObject({ kind: 'refused', status: 500 });
		return;
	}
	const { downloads, checkpoints } = await client.listDownloads();
	expect(checkpoints).toEqual({ all_loaded: false, loaded: 2, total: 5 });
	expect(downloads).toHaveLength(dialect.family === '8.x' ? 2 : 0);
}
