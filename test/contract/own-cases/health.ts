import { expect } from 'vitest';
import { readEvents } from '../../../source/client/events.ts';
import { DHT } from '../../../source/service/health/health-check.ts';
import { httpTracker, udpTracker } from '../../programs/scrape-trackers.ts';
import type { CaseContext } from './all.ts';
import { ownChannel } from './own-channel.ts';

const infohash = '5e'.repeat(20);

/** Case of the health of swarms. The DHT is turned off in the service. */
export const healthCases = {
	async getHealth({ client }: CaseContext) {
		const http = await httpTracker({ [infohash]: [7, 3] });
		const udp = await udpTracker({ [infohash]: [5, 4] });
		const channelid = await ownChannel(client);
		// The channel names one of the trackers, the request the other.
		const entry = { channelid, infohash };
		const uri = `magnet:?xt=urn:btih:${infohash}&dn=health&tr=${encodeURIComponent(http.url)}`;
		await client.addChannelTorrent({ params: entry, body: { uri } });
		const params = { infohash: infohash.toUpperCase() };
		const query = { timeout: 20, trackers: udp.url };
		const { checking, trackers } = await client.getHealth({ params, query });
		expect(checking).toBe(false);
		const byTracker = new Map(trackers.map((report) => [report.tracker, report]));
		expect(byTracker.get(http.url)).toMatchObject({ seeders: 7, leechers: 3, error: '' });
		expect(byTracker.get(udp.url)).toMatchObject({ seeders: 5, leechers: 4, error: '' });
		expect(byTracker.get(DHT)?.error).not.toBe('');
		expect(byTracker.size).toBe(3);
		// Channels know the health then.
		const { torrents } = await client.listChannelTorrents({ params: { channelid } });
		const listed = torrents.find((torrent) => torrent.infohash === infohash);
		expect(listed).toMatchObject({ num_seeders: 7, num_leechers: 3 });
		expect(listed?.last_tracker_check).toBeGreaterThan(1_700_000_000);

		const abort = new AbortController();
		const events = readEvents(client, abort.signal);
		await events.next();
		const nowait = { ...query, nowait: true, refresh: false };
		expect(await client.getHealth({ params, query: nowait })).toEqual({ checking: true, trackers: [] });
		const reported: unknown[] = [];
		for (;;) {
			const { value } = await events.next();
			if (value?.type === 'torrent_health_progress') reported.push(value.payload);
			if (value?.type !== 'torrent_health_updated') continue;
			expect(value.payload).toMatchObject({ infohash, num_seeders: 7, num_leechers: 3 });
			break;
		}
		abort.abort();
		expect(reported).toHaveLength(3);
		expect(reported).toContainEqual(
			expect.objectContaining({ infohash, tracker: udp.url, seeders: 5, leechers: 4 }),
		);
		expect(reported.at(-1)).toMatchObject({ remaining: 0 });
		// Without a check: the result is recent.
		expect([http.scrapes.length, udp.scrapes.length]).toEqual([1, 1]);
		await client.removeChannelTorrent({ params: entry });

		const bad = [
			{ params: { infohash: 'abc' } },
			{ params, query: { trackers: 'file:///etc/passwd' } },
			{ params, query: { trackers: Array(21).fill(udp.url).join(' ') } },
			{ params, query: { timeout: 0 } },
		];
		for (const request of bad) await expect(client.getHealth(request)).rejects.toMatchObject({ status: 400 });
	},
};
