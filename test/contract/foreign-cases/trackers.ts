import { expect } from 'vitest';
import { nested } from '../foreign/world/torrents.ts';
import { added, downloadIn, type ForeignContext } from './context.ts';

const own = 'http://127.0.0.1:6969/announce';
const params = { infohash: nested.infohash };

async function trackersIn(context: ForeignContext): Promise<readonly string[]> {
	const { trackers = [] } = (await downloadIn(context)) ?? {};
	return trackers.map(({ url }) => url).filter((url) => !url.startsWith('['));
}

/** Requests that services of 8.x have, and that our own service understands too. */
export const trackerCases = {
	async announceToTracker(context: ForeignContext) {
		const { client, world } = context;
		await added(context);
		expect(await client.announceToTracker({ params, body: { url: own } })).toEqual({ forced: true });
		await client.trackers.add(nested.infohash, ['udp://127.0.0.1:1']);
		await client.trackers.announce(nested.infohash);
		expect(world.downloads.get(nested.infohash)?.announced).toEqual([own, own, 'udp://127.0.0.1:1']);
	},

	async addTrackers(context: ForeignContext) {
		const { client } = context;
		await added(context);
		expect(await client.addTrackers({ params, body: { url: 'udp://127.0.0.1:1' } })).toEqual({ added: true });
		// It accepts one URL in a request, and does not say whether a torrent is private.
		const more = ['udp://127.0.0.1:2', 'udp://127.0.0.1:3'];
		expect(await client.trackers.add(nested.infohash, more)).toBeUndefined();
		expect(await trackersIn(context)).toEqual([own, 'udp://127.0.0.1:1', ...more]);
		await expect(
			client.addTrackers({ params: { infohash: '0'.repeat(40) }, body: { url: own } }),
		).rejects.toMatchObject({ kind: 'not-found' });
	},

	async removeTrackers(context: ForeignContext) {
		const { client } = context;
		await added(context);
		await client.trackers.replace(nested.infohash, own, 'udp://127.0.0.1:1');
		expect(await trackersIn(context)).toEqual(['udp://127.0.0.1:1']);
		await client.trackers.remove(nested.infohash, ['udp://127.0.0.1:1']);
		expect(await trackersIn(context)).toEqual([]);
	},
} as const;
