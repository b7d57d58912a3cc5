import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { FeedItem, RssFeed } from '../../../source/protocol/resources/channel.ts';
import { ChannelStore } from '../../../source/service/channels/channel-store.ts';
import { Channels } from '../../../source/service/channels/channels.ts';
import type { Source } from '../../../source/service/downloads/source.ts';
import type { FeedService } from '../../../source/service/feeds/feed-service.ts';
import { openFeeds } from '../../../source/service/feeds/open-feeds.ts';
import { OwnService } from '../../../source/service/http-client/own-service.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import type { Database } from '../../../source/service/storage/sqlite.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { until } from '../../programs/until.ts';
import { httpServer } from '../http-client/servers.ts';

export interface FeedOfTests {
	readonly feeds: FeedService;
	readonly channel: Channels['own'];
	/** Added downloads, as infohash and destination. */
	readonly downloads: string[];
	/** Lines of the log. */
	readonly log: string[];
	readonly events: { readonly name: string; readonly payload: unknown }[];
	/** Resolves with the only feed after so many checks of this service. */
	checked(count?: number): Promise<RssFeed>;
	/** Opens the feeds of the same database again, as after a restart. */
	restart(): Promise<FeedOfTests>;
}

export interface FeedFixtureOptions {
	readonly addDownload?: (source: Source) => Promise<void>;
	readonly timeoutMs?: number;
	readonly ownService?: OwnService;
	readonly database?: Database;
	readonly withoutChannel?: boolean;
}

/** Opens feeds of an own channel, in a database on the disk. */
export async function openTestFeeds(options: FeedFixtureOptions = {}): Promise<FeedOfTests> {
	const database = options.database ?? openDatabase(await makeFolder());
	const events: { name: string; payload: unknown }[] = [];
	const emit = (name: string, payload: unknown) => void events.push({ name, payload });
	const channels = new Channels({ id: 'a'.repeat(64), store: new ChannelStore(database), emit });
	if (!channels.own.exists && !options.withoutChannel) channels.own.create('Own', '');
	const downloads: string[] = [];
	const log: string[] = [];
	const feeds = openFeeds({
		database,
		channel: channels.own,
		addDownload: async (source, destination) => {
			await options.addDownload?.(source);
			downloads.push(`${infohashOf(source)} ${destination ?? ''}`.trim());
		},
		prepareFolder: async (folder) => folder,
		ownService: options.ownService ?? new OwnService(),
		emit,
		log: (_, line) => void log.push(line),
		timeoutMs: options.timeoutMs,
	});
	let isOpen = true;
	const close = async () => {
		if (!isOpen) return;
		isOpen = false;
		await feeds.close();
		channels.close();
	};
	if (!options.database) onTestFinished(() => database.close());
	onTestFinished(close);
	return {
		feeds,
		channel: channels.own,
		downloads,
		log,
		events,
		checked: async (count = 1) => {
			await until(() => events.filter(({ name }) => name === 'feed_checked').length >= count);
			const [feed] = feeds.list();
			if (!feed) throw new Error('there is no feed');
			return feed;
		},
		restart: async () => {
			await close();
			return openTestFeeds({ ...options, database });
		},
	};
}

function infohashOf(source: Source): string {
	return source.kind === 'torrent' ? source.metainfo.infohash : source.magnet.infohash;
}

/** Returns titles with status and reason, the newest first. */
export function outcomes(items: readonly FeedItem[]): string[] {
	return items.map(({ title, status, reason }) => `${title}: ${status}${reason ? ` (${reason})` : ''}`);
}

export const infohashes = Array.from({ length: 200 }, (_, index) =>
	(index + 1).toString(16).padStart(40, '0'),
);

/** Returns an item with a magnet link. */
export function magnetItem(index: number, title = `Item ${index}`): string {
	return `<item><title>${title}</title><guid>id-${index}</guid><link>magnet:?xt=urn:btih:${infohashes[index]}</link></item>`;
}

export const rss = (...items: string[]) =>
	`<rss><channel><title>Feed</title>${items.join('')}</channel></rss>`;

/** A server of a feed whose document can be changed. */
export async function serveFeed(document: string, other?: RequestListener) {
	const served = { document, requests: 0, url: '' };
	const base = await httpServer((request, answer) => {
		if (request.url !== '/feed' && other) return other(request, answer);
		served.requests += 1;
		answer.end(served.document);
	});
	served.url = `${base}/feed`;
	return Object.assign(served, { base });
}
