import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../source/client/client.ts';
import { eachInGroups } from '../../../source/concurrency/each-in-groups.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { digests, type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';

/** Number of downloads with the same destination. */
const SHARED_BY = 50;
/** One of so many downloads arrives from a peer. */
const ARRIVING_SHARE = 25;
const COMPLETE_BYTES = 20_000;
/** Torrents made, and requests sent, at once. */
const AT_ONCE = 8;

interface Member {
	readonly torrent: MadeTorrent;
	/** Folder of the complete data, which is also the destination unless the download arrives. */
	readonly source: string;
	readonly destination: string;
	readonly arrives: boolean;
}

/** Downloads that no request changes. Most are complete and seed. The others arrive from a peer. */
export class Population {
	readonly #members: readonly Member[];

	private constructor(members: readonly Member[]) {
		this.#members = members;
	}

	static async make(
		folder: string,
		{ count, tracker, arrivingBytes }: { count: number; tracker: string; arrivingBytes: number },
	): Promise<Population> {
		const members: Member[] = [];
		const indexes = Array.from({ length: count }, (_, index) => index);
		await eachInGroups(indexes, AT_ONCE, async (index) => {
			const name = `further-${index}`;
			const arrives = index % ARRIVING_SHARE === 0;
			const destination = join(folder, `shared-${Math.floor(index / SHARED_BY)}`);
			const source = arrives ? join(folder, 'peer') : destination;
			const torrent = await makeTorrent(
				source,
				name,
				{ 'a.bin': arrives ? arrivingBytes : COMPLETE_BYTES, 'b.bin': 1_000 },
				{ trackers: arrives ? [tracker] : [], contentFolder: name },
			);
			members[index] = { torrent, source, destination, arrives };
		});
		return new Population(members);
	}

	/** Torrents and data for the peer. */
	get arriving(): { infohash: string; bytes: Uint8Array; folder: string }[] {
		return this.#members
			.filter(({ arrives }) => arrives)
			.map(({ torrent, source }) => ({ ...torrent, folder: source }));
	}

	async addTo(client: Client): Promise<void> {
		await eachInGroups(this.#members, AT_ONCE, async ({ torrent, destination }) => {
			await client.addDownload({ body: { uri: torrent.path, destination } });
		});
	}

	/** Returns a line per download that is lost, changed, stopped or failed. */
	faults(downloads: readonly Download[]): string[] {
		const listed = new Map(downloads.map((download) => [download.infohash, download]));
		return this.#members.flatMap(({ torrent, destination }) => {
			const found = listed.get(torrent.infohash);
			if (!found) return [`${torrent.path} is lost`];
			const isRight = found.destination === destination && found.error === '' && found.status !== 'STOPPED';
			return isRight ? [] : [`${torrent.path}: ${found.status} in ${found.destination} ${found.error}`];
		});
	}

	/** Whether data of a listed download is still missing. */
	isIncomplete(downloads: readonly Download[]): boolean {
		const arriving = new Set(this.arriving.map(({ infohash }) => infohash));
		return downloads.some(({ infohash, progress = 0 }) => arriving.has(infohash) && progress < 1);
	}

	/** Returns the time of the last write of arriving data, Unix ms. */
	async lastWriteMs(): Promise<number> {
		const arriving = this.#members.filter(({ arrives }) => arrives);
		const times = await Promise.all(
			arriving.flatMap(({ torrent, destination }) =>
				torrent.files.map((file) =>
					stat(join(destination, file)).then(
						({ mtimeMs }) => mtimeMs,
						() => 0,
					),
				),
			),
		);
		return Math.max(0, ...times);
	}

	/** Returns the SHA-256 of the files of all downloads, in their destinations or in the original. */
	digests(where: 'source' | 'destination'): Promise<string[][]> {
		return Promise.all(this.#members.map((member) => digests(member[where], member.torrent.files)));
	}
}
