import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { DemoTorrent } from '../messages.ts';

const LOOPBACK = '127.0.0.1';

/** Serves an RSS feed of torrents on loopback until the process ends. Returns its URL. */
export async function serveFeed(torrents: readonly DemoTorrent[]): Promise<string> {
	const files = new Map<string, string>();
	for (const { kind, source } of torrents)
		if ('torrentPath' in source) files.set(`/${kind}.torrent`, source.torrentPath);
	const server = createServer(({ url = '' }, response) => {
		const file = files.get(url);
		if (file !== undefined) {
			response.setHeader('content-type', 'application/x-bittorrent');
			createReadStream(file)
				.on('error', () => response.destroy())
				.pipe(response);
		} else if (url === '/feed.xml') {
			response.setHeader('content-type', 'application/rss+xml');
			response.end(documentOf(torrents, files));
		} else response.writeHead(404).end();
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, LOOPBACK, resolve);
	});
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('the feed has no port');
	return `http://${LOOPBACK}:${address.port}/feed.xml`;
}

function documentOf(torrents: readonly DemoTorrent[], files: ReadonlyMap<string, string>): string {
	const items = torrents.flatMap(({ kind, name, infohash }, index) => {
		const path = `/${kind}.torrent`;
		if (!files.has(path)) return [];
		const date = new Date(Date.now() - index * 86_400_000).toUTCString();
		return [
			`<item><title>${escaped(name)}</title><guid isPermaLink="false">${infohash}</guid>`,
			`<pubDate>${date}</pubDate><enclosure url="${path}" length="1" type="application/x-bittorrent"/></item>`,
		];
	});
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed of the demo</title>${items.join('')}</channel></rss>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
