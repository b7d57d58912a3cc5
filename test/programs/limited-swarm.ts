import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { writeFolderTorrent } from '../bench/scale/torrents.ts';
import { until } from './until.ts';

/** A torrent and the folder of its data. */
export interface SeededTorrent {
	readonly infohash: string;
	readonly bytes: Uint8Array;
	readonly folder: string;
}

/** Bytes of blocks, at a time of `performance.now()`. */
interface Sample {
	readonly atMs: number;
	readonly bytes: number;
}

/** An engine whose transferred bytes of all downloads are known. */
export class CountedEngine {
	readonly engine: EngineProcess;
	readonly port: number;
	readonly #counts = new Map<string, { readonly downloaded: number; readonly uploaded: number }>();
	#reportedMs = 0;
	#onReport = (): void => {};

	/** @param port its port for peers */
	constructor(engine: EngineProcess, port: number) {
		this.engine = engine;
		this.port = port;
		const stop = this.engine.listen((message) => {
			if (message.type !== 'statuses') return;
			for (const { infohash, downloaded, uploaded } of message.statuses)
				this.#counts.set(infohash, { downloaded, uploaded });
			this.#reportedMs = performance.now();
			this.#onReport();
		});
		onTestFinished(() => void stop());
	}

	/** Adds torrents with the data, or what is there of it, in `folder`. */
	async add(torrents: readonly SeededTorrent[], folder: (torrent: SeededTorrent) => string): Promise<void> {
		for (const torrent of torrents) {
			await this.engine.add({
				infohash: torrent.infohash,
				source: { torrent: torrent.bytes },
				destination: folder(torrent),
				selected: null,
				mode: 'run',
				maxDownloadSpeed: 0,
				maxUploadSpeed: 0,
				route: [],
			});
		}
	}

	/** Returns the transferred bytes of all downloads since the start. */
	total(direction: 'downloaded' | 'uploaded'): number {
		let bytes = 0;
		for (const counts of this.#counts.values()) bytes += counts[direction];
		return bytes;
	}

	/** Resolves with the mean rate of all downloads in bytes per second, measured for about so many seconds. */
	async rate(direction: 'downloaded' | 'uploaded', seconds: number): Promise<number> {
		const first = await this.#next(direction, 0);
		const last = await this.#next(direction, first.atMs + seconds * 1_000);
		return ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs);
	}

	/** Resolves with the next report after a time: reports are a second apart, and exact at their time. */
	#next(direction: 'downloaded' | 'uploaded', afterMs: number): Promise<Sample> {
		return new Promise((resolve) => {
			this.#onReport = () => {
				if (this.#reportedMs < afterMs) return;
				this.#onReport = () => {};
				resolve({ atMs: this.#reportedMs, bytes: this.total(direction) });
			};
		});
	}
}

/** Torrents of a pair. */
export const PAIR_TORRENTS = 20;

/**
 * Adds the same torrents of a length in bytes to two running engines, in a folder. One has the data, and the other one
 * its address.
 */
export async function limitedPair(
	place: string,
	bytes: number,
	[from, to]: readonly [CountedEngine, CountedEngine],
): Promise<{ from: CountedEngine; to: CountedEngine; begin(): Promise<void> }> {
	const torrents = Array.from({ length: PAIR_TORRENTS }, (_, at) =>
		writeFolderTorrent(place, `torrent-${at}`, { files: 1, size: bytes, pieceLength: 65_536 }),
	);
	await from.add(torrents, (torrent) => torrent.folder);
	await to.add(torrents, () => join(place, 'arriving'));
	const peers = [`127.0.0.1:${from.port}`];
	return {
		from,
		to,
		begin: async () => {
			for (const { infohash } of torrents)
				await to.engine.addSources(infohash, { trackers: [], webSeeds: [], peers });
			await until(() => to.total('downloaded') > 0, { awaited: 'the first block' });
		},
	};
}

/** Returns the share by which a rate differs from its limit. */
export function deviation(rate: number, limit: number): number {
	return Math.abs(rate / limit - 1);
}
