import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../../client/client.ts';
import type { PacedSeed } from '../seeds.ts';
import type { UserService } from '../user-service.ts';
import type { Subscription } from './demo-channels.ts';

/** A torrent that the swarm has just begun to seed. */
export interface Episode {
	readonly name: string;
	readonly infohash: string;
	readonly torrent: Uint8Array;
	readonly seed: PacedSeed;
}

interface EpisodesOptions {
	readonly user: UserService;
	/** Creates and seeds an episode. Numbers begin at 2, because the feed begins with the first. */
	readonly prepare: (number: number) => Promise<Episode>;
	/** Number of torrents that the user's service fetches now. */
	readonly countActive: () => number;
}

/** A new episode appears while fewer torrents than this are active. */
const MIN_ACTIVE = 4;
const CHECK_INTERVAL_MS = 3_000;
/** Minimum time between two episodes; it doubles while nobody fetches them. */
const MIN_PAUSE_MS = 20_000;
const MAX_PAUSE_MS = 3_600_000;
/** Complete episodes that stay downloads, seeded episodes, and torrents of the channel. They limit the use of the disk. */
const MAX_COMPLETE = 3;
const MAX_SEEDED = 8;
const MAX_IN_CHANNEL = 12;
/** Number of the last episode. At usual rates, it appears after some days. */
const LAST_NUMBER = 5_000;
/** Condition of the feed for downloads. */
const FILTER = { include: 'episode' };
const FIRST_CHECK_MS = 60_000;

/**
 * New items of the feed of the user's channel, which the user's service downloads by itself. Each has another rate. The
 * oldest are removed with their data.
 */
export class Episodes {
	readonly #options: EpisodesOptions;
	readonly #stopped = new AbortController();
	/** The oldest first. */
	readonly #seeded: Episode[] = [];
	readonly #published: string[] = [];

	constructor(options: EpisodesOptions) {
		this.#options = options;
	}

	/** Publishes episodes until the end. */
	async run(subscription: Subscription): Promise<void> {
		const { url, apiKey } = this.#options.user;
		const client = createClient({ url, apiKey, generation: 'A' });
		try {
			await this.#startDownloads(client, subscription);
			for (let number = 2, pauseMs = MIN_PAUSE_MS; number <= LAST_NUMBER; number++) {
				await this.#untilNeeded();
				await this.#publish(client, subscription, number).catch(() => {});
				await this.#sleep(pauseMs);
				const isUsed = this.#seeded.at(-1)?.seed.isUsed === true;
				pauseMs = isUsed ? MIN_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs * 2);
			}
		} catch (error) {
			if (!this.#stopped.signal.aborted) throw error;
		} finally {
			await client.close();
		}
	}

	close(): void {
		this.#stopped.abort();
	}

	/** Sets the condition of the feed after its first check, so that it applies to later items only. */
	async #startDownloads(client: Client, { channelid, url }: Subscription): Promise<void> {
		for (const deadline = performance.now() + FIRST_CHECK_MS; performance.now() < deadline; ) {
			const { rssfeeds } = await client.listFeeds({ params: { channelid } });
			if ((rssfeeds.find((feed) => feed.url === url)?.last_check ?? 0) > 0) break;
			await this.#sleep(CHECK_INTERVAL_MS);
		}
		await client.changeFeed({ params: { channelid, feed_url: url }, body: { download: FILTER } });
	}

	async #untilNeeded(): Promise<void> {
		while (this.#options.countActive() >= MIN_ACTIVE) await this.#sleep(CHECK_INTERVAL_MS);
	}

	async #publish(client: Client, { server, channelid }: Subscription, number: number): Promise<void> {
		const episode = await this.#options.prepare(number);
		this.#seeded.push(episode);
		this.#published.push(episode.infohash);
		server.publish(episode);
		await client.recheckFeeds({ params: { channelid } });
		await this.#removeOld(client, channelid);
	}

	/** Removes old complete episodes of the user with their data, and the rest of the swarm's oldest ones. */
	async #removeOld(client: Client, channelid: string): Promise<void> {
		for (const { seed } of this.#seeded.splice(0, this.#seeded.length - MAX_SEEDED)) seed.close();
		const { downloads } = await client.listDownloads();
		const complete = new Set(
			downloads.filter(({ status }) => status === 'SEEDING').map(({ infohash }) => infohash),
		);
		const ended = this.#published.filter((infohash) => complete.has(infohash));
		for (const infohash of ended.slice(0, Math.max(0, ended.length - MAX_COMPLETE)))
			await client.removeDownload({ params: { infohash }, body: { remove_data: true } });
		for (const infohash of this.#published.splice(0, this.#published.length - MAX_IN_CHANNEL))
			await client.removeChannelTorrent({ params: { channelid, infohash } });
	}

	async #sleep(ms: number): Promise<void> {
		await delay(ms, undefined, { signal: this.#stopped.signal });
	}
}
