import { mkdir, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { flagsInWords } from '../../source/columns/peers.ts';
import type { Peer } from '../../source/protocol/resources/peer.ts';
import { freePort } from '../bench/peers/peer.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { aria2 } from './clients/aria2.ts';
import type { Encryption, ForeignClient, ForeignPeer } from './clients/client.ts';
import { libtorrent } from './clients/libtorrent.ts';
import { transmission } from './clients/transmission.ts';
import { startScrapedTracker, type Tracker } from './tracker.ts';

// The tests mostly wait for timers of the programs.
vi.setConfig({ maxConcurrency: 20 });

let folder: TemporaryFolder;
let service: RunningService;
let tracker: Tracker;

beforeAll(async () => {
	folder = await temporaryFolder();
	tracker = await startScrapedTracker();
	service = await startService(folder.path, ['--no-pex']);
});

afterAll(async () => {
	await service?.end();
	await tracker?.close();
	await folder?.remove();
});

/** Files that share pieces, one of them smaller than a piece. */
const files = { 'first.bin': 300_000, 'folder/second.bin': 150_001, 'third.txt': 5 };

/** Returns the sizes of files as text, also for missing ones. */
async function sizesOf(where: string, paths: readonly string[]): Promise<string> {
	const size = (path: string) =>
		stat(join(where, path)).then(
			(found) => `${found.size}`,
			() => 'none',
		);
	return (await Promise.all(paths.map(size))).join();
}

interface Stage {
	readonly torrent: MadeTorrent;
	/** Folder with the torrent's data. */
	readonly data: string;
	/** Runs a foreign client with the torrent until the test has ended. */
	run(settings: {
		folder: string;
		encryption: Encryption;
		port?: number;
		address?: '::1';
		limit?: number;
	}): Promise<ForeignPeer>;
	/** Whether all data arrived intact. */
	arrived(where: string): Promise<void>;
	/** Waits until the service has all data. */
	untilComplete(output: () => string): Promise<void>;
}

/** Makes a torrent for a test. Skips the test, with a reason, if the client is not installed. */
async function stage(
	name: string,
	client: ForeignClient,
	{ skip, onTestFinished }: TestContext,
	trackers = [tracker.url],
): Promise<Stage> {
	const missing = client.missingDependency();
	if (missing !== undefined) skip(missing);
	const home = join(folder.path, `home of ${name}`);
	await mkdir(home);
	const data = join(folder.path, `data of ${name}`);
	const torrent = await makeTorrent(data, name, files, { trackers, pieceLength: 32_768 });
	return {
		torrent,
		data,
		run: async ({ port, ...settings }) => {
			const peer = await client.start({
				home,
				torrent: torrent.path,
				port: port ?? (await freePort()),
				...settings,
			});
			onTestFinished(() => peer.stop());
			return peer;
		},
		arrived: async (where) =>
			expect(await digests(where, torrent.files)).toEqual(await digests(data, torrent.files)),
		untilComplete: async (output) => {
			await until(
				async () => {
					const query = { infohash: torrent.infohash };
					const { downloads } = await service.client().listDownloads({ query });
					return downloads[0]?.status === 'SEEDING';
				},
				{ seen: () => `${output()}\n${service.output()}` },
			);
		},
	};
}

describe.concurrent.each([transmission, aria2, libtorrent])('$name', (client) => {
	const plain: Encryption = client.canRefuse ? 'refused' : 'allowed';

	describe.concurrent.each<Encryption>(['forced', plain])('encryption %s', (encryption) => {
		test('the service downloads from its seed', async (context) => {
			const { torrent, data, run, arrived, untilComplete } = await stage(
				`${client.name} seeds ${encryption}`,
				client,
				context,
			);
			const peer = await run({ folder: data, encryption });
			await tracker.untilListed(torrent.infohash, { seeds: 1 }, peer.output);
			await service.client().addDownload({ body: { uri: torrent.path } });
			await untilComplete(peer.output);
			await arrived(service.downloadFolder);
		});

		test('it downloads from the seeding service', async (context) => {
			const name = `${client.name} downloads ${encryption}`;
			const { torrent, data, run, arrived } = await stage(name, client, context);
			const destination = join(folder.path, `${name} to`);
			await mkdir(destination);
			const weSeed = async (output: () => string) => {
				await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
				await tracker.untilListed(torrent.infohash, { seeds: 1 }, output);
			};
			// The second peer receives the address of the first and connects.
			if (client.connectsToLoopback) await weSeed(service.output);
			const peer = await run({ folder: destination, encryption });
			if (!client.connectsToLoopback) {
				await tracker.untilListed(torrent.infohash, { leechers: 1 }, peer.output);
				await weSeed(peer.output);
			}
			const sizes = await sizesOf(data, torrent.files);
			await until(async () => (await sizesOf(destination, torrent.files)) === sizes, { seen: peer.output });
			await until(
				() =>
					arrived(destination).then(
						() => true,
						() => false,
					),
				{ seen: peer.output },
			);
		});
	});

	// No tracker lists it, and it does not know us: only our connection can help.
	test.for<Encryption>(['forced', plain])(
		'encryption %s: a magnet link with only its address downloads metadata and data from it',
		async (encryption, context) => {
			const { torrent, data, run, arrived, untilComplete } = await stage(
				`${client.name} has metadata ${encryption}`,
				client,
				context,
				[],
			);
			const port = await freePort();
			const peer = await run({ folder: data, encryption, port });
			const uri = `magnet:?xt=urn:btih:${torrent.infohash}&x.pe=127.0.0.1:${port}`;
			await service.client().addDownload({ body: { uri } });
			await untilComplete(peer.output);
			await arrived(service.downloadFolder);
		},
	);
});

test.concurrent('libtorrent on IPv6 only is reached at its address', async (context) => {
	const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
		all?.some(({ address }) => address === '::1'),
	);
	if (!hasIpv6) context.skip('this machine has no IPv6 on loopback');
	const { torrent, data, run, arrived, untilComplete } = await stage(
		'libtorrent on IPv6',
		libtorrent,
		context,
		[],
	);
	const port = await freePort();
	const peer = await run({ folder: data, encryption: 'allowed', port, address: '::1' });
	const uri = `magnet:?xt=urn:btih:${torrent.infohash}&x.pe=[::1]:${port}`;
	await service.client().addDownload({ body: { uri } });
	await untilComplete(peer.output);
	await arrived(service.downloadFolder);
});

/** A peer in the output of libtorrent. */
interface WitnessedPeer {
	readonly interesting: boolean;
	readonly choked: boolean;
	readonly remote_interested: boolean;
	readonly remote_choked: boolean;
	readonly local_connection: boolean;
	readonly seed: boolean;
	readonly total_upload: number;
	readonly total_download: number;
}

/** Returns the only peer that libtorrent printed last. */
function witnessed(output: string): WitnessedPeer | undefined {
	const line = output.split('\n').findLast((each) => each.startsWith('peers [{') && each.endsWith(']'));
	const peers: readonly WitnessedPeer[] = line === undefined ? [] : JSON.parse(line.slice('peers '.length));
	return peers.length === 1 ? peers[0] : undefined;
}

interface SeenPeers {
	readonly ours: Peer;
	readonly theirs: WitnessedPeer;
}

/** Waits until data moves and both ends of the connection report the same. */
async function seenByBoth(
	infohash: string,
	output: () => string,
	moved: 'dtotal' | 'utotal',
): Promise<SeenPeers> {
	return until(
		async () => {
			const query = { infohash, get_peers: true };
			const { downloads } = await service.client().listDownloads({ query });
			const [ours] = downloads.find((each) => each.infohash === infohash)?.peers ?? [];
			const theirs = witnessed(output());
			if (!ours || !theirs || (ours[moved] ?? 0) < 32_768) return undefined;
			const mirrored =
				ours.uinterested === theirs.interesting &&
				ours.uchoked === theirs.choked &&
				ours.dinterested === theirs.remote_interested &&
				ours.dchoked === theirs.remote_choked &&
				ours.direction === (theirs.local_connection ? 'R' : 'L');
			return mirrored ? { ours, theirs } : undefined;
		},
		{ seen: output },
	);
}

describe.concurrent('peer fields equal those of libtorrent', () => {
	const slow = 40_000;

	test('while we download from a seed that we connected to', async (context) => {
		const { torrent, data, run } = await stage('libtorrent sends slowly', libtorrent, context, []);
		const port = await freePort();
		const peer = await run({ folder: data, encryption: 'allowed', port, limit: slow });
		const uri = `magnet:?xt=urn:btih:${torrent.infohash}&x.pe=127.0.0.1:${port}`;
		await service.client().addDownload({ body: { uri } });
		const { ours, theirs } = await seenByBoth(torrent.infohash, peer.output, 'dtotal');
		expect(ours).toMatchObject({
			direction: 'L',
			dinterested: true,
			uchoked: false,
			uinterested: false,
			seed: true,
			upload_only: true,
			snubbed: false,
			completed: 1,
			utotal: 0,
		});
		expect(theirs).toMatchObject({ seed: false, total_download: 0 });
		expect(flagsInWords(ours)).toContain('D we want its data and it sends');
	});

	test('while it downloads from our seed and connected to us', async (context) => {
		const { torrent, data, run } = await stage('libtorrent receives slowly', libtorrent, context);
		const destination = join(folder.path, 'libtorrent receives slowly to');
		await mkdir(destination);
		await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
		await tracker.untilListed(torrent.infohash, { seeds: 1 }, service.output);
		const peer = await run({ folder: destination, encryption: 'allowed', limit: slow });
		const { ours, theirs } = await seenByBoth(torrent.infohash, peer.output, 'utotal');
		expect(ours).toMatchObject({
			direction: 'R',
			dinterested: false,
			uinterested: true,
			dchoked: false,
			seed: false,
			snubbed: false,
			dtotal: 0,
		});
		// A choking peer. With swapped flags, we would seem not to send.
		expect(ours.uchoked).toBe(true);
		expect(theirs).toMatchObject({ seed: true, total_upload: 0 });
		expect(flagsInWords(ours)).toContain('U it wants our data and we send');
	});
});
