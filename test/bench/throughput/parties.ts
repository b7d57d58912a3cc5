import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { aria2 } from '../../interop/clients/aria2.ts';
import type { ForeignClient, ForeignPeer } from '../../interop/clients/client.ts';
import { libtorrent } from '../../interop/clients/libtorrent.ts';
import type { Tracker } from '../../interop/tracker.ts';
import { now, sleep } from '../clock.ts';
import { freePort } from '../peers/peer.ts';
import { Served } from '../scale/served.ts';
import type { WrittenTorrent } from '../scale/torrents.ts';
import { type Usage, usageBetween, usageOf } from './usage.ts';

/** Timeout of one transfer, seconds. */
const TRANSFER_TIMEOUT_S = 60;

export interface Stage {
	readonly folder: string;
	readonly program: string;
	readonly tracker: Tracker;
	readonly torrent: WrittenTorrent;
}

/** A seeding or downloading program: ours or another. */
export interface Party {
	readonly name: string;
	/** Seeds until it is stopped. Resolves when the tracker lists it. */
	seed(stage: Stage): Promise<Running>;
	/** Becomes ready to download. */
	downloader(stage: Stage): Promise<Downloader>;
}

export interface Running {
	/** The parent of all other processes of the program. */
	readonly pid: number;
	stop(): Promise<void>;
}

export interface Downloader {
	/** Downloads into an empty folder and removes the torrent again. */
	download(destination: string): Promise<Transfer>;
	stop(): Promise<void>;
}

export interface Transfer {
	readonly seconds: number;
	/** Usage of the downloading program. It includes the start of a program that runs for one transfer. */
	readonly usage: Usage;
}

export const seedtop: Party = {
	name: 'seedtop',
	async seed(stage) {
		const service = await Served.start({
			folder: mkdtempSync(join(stage.folder, 'seed-')),
			program: stage.program,
		});
		await service.add(stage.torrent.path, stage.torrent.folder);
		await stage.tracker.untilListed(stage.torrent.infohash, { seeds: 1 }, () => 'of seedtop');
		return service;
	},
	async downloader({ torrent, program, folder }) {
		const service = await Served.start({ folder: mkdtempSync(join(folder, 'service-')), program });
		await service.started();
		return {
			async download(destination) {
				const finished = untilFinished(service, torrent.infohash);
				const before = usageOf(service.pid);
				const began = now();
				await service.add(torrent.path, destination);
				const seconds = ((await finished) - began) / 1000;
				const usage = usageBetween(before, usageOf(service.pid));
				await service.ask('DELETE', `/downloads/${torrent.infohash}`, { remove_data: 1 });
				return { seconds, usage };
			},
			stop: () => service.stop(),
		};
	},
};

/** Returns the moment at which the service reports a finished download. */
function untilFinished(service: Served, infohash: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new Error('seedtop did not finish in time')),
			TRANSFER_TIMEOUT_S * 1000,
		);
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

/** `seconds` returns the duration of a download that began at a moment; undefined while it runs. */
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
			await stage.tracker.untilListed(stage.torrent.infohash, { seeds: 1 }, peer.output);
			return peer;
		},
		async downloader(stage) {
			return {
				async download(destination) {
					const began = now();
					const peer = await start(stage, destination);
					try {
						for (const deadline = now() + TRANSFER_TIMEOUT_S * 1000; now() < deadline; await sleep(10)) {
							const took = seconds(peer, began);
							if (took !== undefined)
								return { seconds: took, usage: usageBetween(new Map(), usageOf(peer.pid)) };
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

/** It prints the duration itself, without the start of its interpreter. */
const theirs = foreign(libtorrent, (peer) => {
	const [, took] = /complete ([\d.]+)/.exec(peer.output()) ?? [];
	return took === undefined ? undefined : Number(took);
});

const aria2c = foreign(aria2, (peer, began) =>
	/download.*complete/i.test(peer.output()) ? (now() - began) / 1000 : undefined,
);

/** The first installed program is compared with seedtop. */
export const others: readonly { readonly client: ForeignClient; readonly party: Party }[] = [
	{ client: libtorrent, party: theirs },
	{ client: aria2, party: aria2c },
];
