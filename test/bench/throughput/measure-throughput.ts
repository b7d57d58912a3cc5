import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { aria2 } from '../../interop/clients/aria2.ts';
import type { ForeignClient, ForeignPeer } from '../../interop/clients/client.ts';
import { libtorrent } from '../../interop/clients/libtorrent.ts';
import { startAskedTracker, type Tracker } from '../../interop/tracker.ts';
import { now, sleep } from '../clock.ts';
import { freePort } from '../peers/peer.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { type WrittenTorrent, writeFolderTorrent } from '../scale/torrents.ts';
import { median } from '../statistics.ts';

const mebibyte = 1024 * 1024;
/** The least that our downloading is to be of libtorrent's, both from the same seed. */
const leastShare = 0.7;
/** Seconds that one transfer may take. */
const patience = 60;

export interface ThroughputOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

export interface Throughput {
	readonly findings: readonly Finding[];
	/** What is not installed, and what went wrong. */
	readonly absent: readonly string[];
}

interface Stage {
	readonly folder: string;
	readonly program: string;
	readonly tracker: Tracker;
	readonly torrent: WrittenTorrent;
}

/** One that seeds or downloads: ours, or another's. */
interface Party {
	readonly name: string;
	/** Seeds until it is stopped. Resolves when the tracker knows it. */
	seed(stage: Stage): Promise<Running>;
	/** Becomes ready to download. */
	downloader(stage: Stage): Promise<Downloader>;
}

interface Running {
	stop(): Promise<void>;
}

interface Downloader extends Running {
	/** Downloads into an empty folder and forgets the torrent again. Resolves with the seconds for all of it. */
	download(destination: string): Promise<number>;
}

export const seedtop: Party = {
	name: 'seedtop',
	async seed(stage) {
		const service = await Served.start({
			folder: mkdtempSync(join(stage.folder, 'seed-')),
			program: stage.program,
		});
		await service.add(stage.torrent.path, stage.torrent.folder);
		await stage.tracker.knows(stage.torrent.infohash, { seeds: 1 }, () => 'of seedtop');
		return service;
	},
	async downloader({ torrent, program, folder }) {
		const service = await Served.start({ folder: mkdtempSync(join(folder, 'service-')), program });
		await service.started();
		return {
			async download(destination) {
				const finished = untilFinished(service, torrent.infohash);
				const began = now();
				await service.add(torrent.path, destination);
				const took = ((await finished) - began) / 1000;
				await service.ask('DELETE', `/downloads/${torrent.infohash}`, { remove_data: 1 });
				return took;
			},
			stop: () => service.stop(),
		};
	},
};

/** The moment at which the service tells that a download has finished. */
function untilFinished(service: Served, infohash: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('seedtop did not finish in time')), patience * 1000);
		const listening = request(`${service.url}/events`, (response) => {
			let text = '';
			response.on('error', reject);
			response.setEncoding('utf8').on('data', (part: string) => {
				text += part;
				if (!text.split('\n').some((line) => line.includes('torrent_finished') && line.includes(infohash)))
					return;
				clearTimeout(timer);
				resolve(now());
				listening.destroy();
			});
		});
		listening.on('error', reject);
		listening.end();
	});
}

/** `seconds` says how long a download took that began at a moment; undefined while it is under way. */
function foreign(
	client: ForeignClient,
	seconds: (peer: ForeignPeer, began: number) => number | undefined,
): Party {
	const start = async ({ torrent, folder }: Stage, data: string) =>
		client.start({
			home: mkdtempSync(join(folder, 'home-')),
			torrent: torrent.path,
			folder: data,
			encryption: 'allowed',
			port: await freePort(),
		});
	return {
		name: client.name,
		async seed(stage) {
			const peer = await start(stage, stage.torrent.folder);
			await stage.tracker.knows(stage.torrent.infohash, { seeds: 1 }, peer.output);
			return peer;
		},
		async downloader(stage) {
			return {
				async download(destination) {
					const began = now();
					const peer = await start(stage, destination);
					try {
						for (const deadline = now() + patience * 1000; now() < deadline; await sleep(10)) {
							const took = seconds(peer, began);
							if (took !== undefined) return took;
						}
						throw new Error(`${client.name} did not finish in time: ${peer.output()}`);
					} finally {
						await peer.stop();
					}
				},
				stop: async () => {},
			};
		},
	};
}

/** It says itself how long it took, without the start of its interpreter. */
export const theirs = foreign(libtorrent, (peer) => {
	const [, took] = /complete ([\d.]+)/.exec(peer.output()) ?? [];
	return took === undefined ? undefined : Number(took);
});

const aria2c = foreign(aria2, (peer, began) =>
	/download.*complete/i.test(peer.output()) ? (now() - began) / 1000 : undefined,
);

/** The first that is installed is what seedtop is compared with. */
const others: readonly { readonly client: ForeignClient; readonly party: Party }[] = [
	{ client: libtorrent, party: theirs },
	{ client: aria2, party: aria2c },
];

/** How fast a torrent of 1,000 MiB goes from one to the other, on loopback. */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
	const folder = mkdtempSync(join(options.folder, 'throughput-'));
	const rounds = options.quick ? 1 : 5;
	const absent = others.flatMap(({ client }) => client.lacking() ?? []);
	const tracker = await startAskedTracker();
	try {
		const size = Math.floor(((options.quick ? 316 : 1000) * mebibyte) / 9);
		const torrent = writeFolderTorrent(folder, 'large', {
			files: 9,
			size,
			pieceLength: mebibyte / 2,
			announce: tracker.url,
		});
		const stage = { folder, program: options.program, tracker, torrent };
		const base = others.find(({ client }) => !client.lacking())?.party;
		const pairs: [from: Party, to: Party][] = [[seedtop, seedtop]];
		if (base) pairs.push([base, base], [base, seedtop], [seedtop, base]);
		const speeds = new Map<string, number>();
		for (const [from, to] of pairs) {
			try {
				speeds.set(title(from, to), await speed(stage, from, to, rounds));
			} catch (error) {
				const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
				absent.push(`${title(from, to)}: ${line}`);
			}
		}
		return { findings: findingsOf(speeds, base), absent };
	} finally {
		rmSync(folder, { recursive: true, force: true });
		await tracker.close();
	}
}

function title(from: Party, to: Party): string {
	return `${to.name} from ${from.name}`;
}

/**
 * In MiB a second, the median of some rounds. The first one does not count: in it a service that was just started
 * still compiles itself. The rounds begin at different parts of a second, for libtorrent looks once in each how fast
 * it may seed, and seeds slowly until it did.
 */
async function speed(stage: Stage, from: Party, to: Party, rounds: number): Promise<number> {
	const seeding = await from.seed(stage);
	try {
		const downloader = await to.downloader(stage);
		try {
			const speeds: number[] = [];
			for (let round = 0; round <= rounds; round++) {
				const destination = join(stage.folder, 'arriving');
				mkdirSync(destination);
				const took = await downloader.download(destination);
				if (round > 0 || rounds === 1) speeds.push(stage.torrent.length / mebibyte / took);
				rmSync(destination, { recursive: true, force: true });
				await sleep((round * 1000) / rounds);
			}
			return median(speeds);
		} finally {
			await downloader.stop();
		}
	} finally {
		await seeding.stop();
	}
}

function findingsOf(speeds: ReadonlyMap<string, number>, base: Party | undefined): Finding[] {
	const found: Finding[] = [...speeds].map(([name, value]) => ({
		title: name,
		value,
		unit: 'MiB/s',
		digits: 0,
	}));
	if (!base) return found;
	const share = (from: Party, to: Party) =>
		(speeds.get(title(from, to)) ?? Number.NaN) / (speeds.get(title(base, base)) ?? Number.NaN);
	const ratio = { unit: '×', digits: 2 };
	return [
		...found,
		{
			title: `downloading, seedtop : ${base.name}`,
			value: share(base, seedtop),
			...ratio,
			atLeast: leastShare,
		},
		{ title: `seeding, seedtop : ${base.name}`, value: share(seedtop, base), ...ratio },
	];
}
