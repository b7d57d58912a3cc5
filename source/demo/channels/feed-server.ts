import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { DemoTorrent } from '../messages.ts';

const LOOPBACK = '127.0.0.1';
/** Items in the document. Older ones leave it. */
const MAX_ITEMS = 12;

interface Item {
	readonly name: string;
	readonly infohash: string;
	/** Unix ms. */
	readonly published: number;
	readonly torrent: Uint8Array;
}

/** An RSS feed of torrents on loopback, until the process ends. */
export class FeedServer {
	/** The newest first. */
	#items: readonly Item[] = [];

	/** Starts the server with its first torrents, the newest first. Returns the URL. */
	async start(torrents: readonly DemoTorrent[]): Promise<string> {
		const now = Date.now();
		const items = torrents.map(async ({ name, infohash, source }, index) => {
			if (!('torrentPath' in source)) return [];
			return [
				{ name, infohash, published: now - index * 86_400_000, torrent: await readFile(source.torrentPath) },
			];
		});
		this.#items = (await Promise.all(items)).flat();
		const server = createServer(({ url = '' }, response) => {
			const item = this.#items.find(({ infohash }) => url === pathOf(infohash));
			if (item) response.setHeader('content-type', 'application/x-bittorrent').end(item.torrent);
			else if (url === '/feed.xml') {
				response.setHeader('content-type', 'application/rss+xml').end(documentOf(this.#items));
			} else response.writeHead(404).end();
		});
		server.listen(0, LOOPBACK);
		await once(server, 'listening');
		const address = server.address();
		if (!address || typeof address === 'string') throw new Error('the feed has no port');
		return `http://${LOOPBACK}:${address.port}/feed.xml`;
	}

	/** Adds an item. */
	publish(item: Omit<Item, 'published'>): void {
		this.#items = [{ ...item, published: Date.now() }, ...this.#items].slice(0, MAX_ITEMS);
	}
}

function pathOf(infohash: string): string {
	return `/${infohash}.torrent`;
}

function documentOf(items: readonly Item[]): string {
	const elements = items.map(({ name, infohash, published }) =>
		[
			`<item><title>${escaped(name)}</title><guid isPermaLink="false">${infohash}</guid>`,
			`<pubDate>${new Date(published).toUTCString()}</pubDate>`,
			`<enclosure url="${pathOf(infohash)}" length="1" type="application/x-bittorrent"/></item>`,
		].join(''),
	);
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed of the demo</title>${elements.join('')}</channel></rss>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
