import { expect, onTestFinished, test, vi } from 'vitest';
import type WebTorrent from 'webtorrent';
import type { Dht } from 'webtorrent';
import { sharesBesides } from '../../../source/service/connections/network.ts';
import type { OverlayReport } from '../../../source/service/engine/overlay-port.ts';
import { OverlayDiscovery } from '../../../source/service/engine/webtorrent/overlay/overlay-discovery.ts';
import {
	OVERLAY_INFOHASH,
	OverlaySwarm,
} from '../../../source/service/engine/webtorrent/overlay/overlay-swarm.ts';
import { hookConnections } from '../../../source/service/engine/webtorrent/peer/peer-hooks.ts';
import { libraryClient } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';

hookConnections(() => {});

/** Starts a client of the library on loopback. With `bootstrap` it uses a DHT that knows only these nodes. */
async function clientWith(bootstrap: readonly string[] | null): Promise<WebTorrent> {
	const client = libraryClient(bootstrap !== null && { bootstrap: bootstrap.length > 0 ? bootstrap : false });
	await new Promise<void>((resolve) => client.once('listening', () => resolve()));
	return client;
}

/** Opens the overlay of a client. Returns its swarm and what it reported. */
function swarmOf(client: WebTorrent, discovery = true) {
	const reports: OverlayReport[] = [];
	const swarm = new OverlaySwarm(
		{ client, local: null, shareOf: () => undefined, log: () => {} },
		{ discovery },
		(report) => void reports.push(report),
	);
	onTestFinished(() => swarm.close());
	return { swarm, reports, opened: () => reports.some(({ type }) => type === 'opened') };
}

/** Returns the DHT of a client when it listens. */
async function dhtOf({ dht }: WebTorrent): Promise<Dht> {
	if (!dht) throw new Error('no DHT');
	await until(() => dht.listening);
	return dht;
}

test('services find each other by the DHT', async () => {
	const node = await dhtOf(await clientWith([]));
	const bootstrap = [`127.0.0.1:${node.address().port}`];
	const announced = new Promise((resolve) => node.once('announce_peer', resolve));
	const first = swarmOf(await clientWith(bootstrap));
	const client = await clientWith(bootstrap);
	await announced;
	const second = swarmOf(client);
	await until(() => first.opened() && second.opened(), {
		awaited: 'a connection',
		seen: () => JSON.stringify([first.reports, second.reports]),
	});
});

test('without discovery, addresses that the network announces are ignored', async () => {
	const client = await clientWith(null);
	const target = swarmOf(client);
	const address = `127.0.0.1:${client.torrentPort}`;
	const silent = swarmOf(await clientWith(null), false);
	silent.swarm.found(OVERLAY_INFOHASH, address);
	expect(silent.swarm.size).toBe(0);
	const seeking = swarmOf(await clientWith(null));
	seeking.swarm.found('0'.repeat(40), address);
	seeking.swarm.found(OVERLAY_INFOHASH, address);
	await until(() => seeking.opened() && target.opened());
	expect(target.reports.filter(({ type }) => type === 'opened')).toHaveLength(1);
});

test('discovery knows a bounded number of addresses of one network', async () => {
	const client = await clientWith(null);
	const found: string[] = [];
	const discovery = new OverlayDiscovery(
		{ client, local: null, shareOf: sharesBesides([]), log: () => {} },
		OVERLAY_INFOHASH,
		(address) => found.push(address),
	);
	onTestFinished(() => discovery.close());
	for (let at = 0; at < 1_000; at++) discovery.found(`8.8.8.${at % 256}:${6_881 + at}`);
	expect(found).toHaveLength(20);
	discovery.found('8.8.9.1:6881');
	expect(found.at(-1)).toBe('8.8.9.1:6881');
});

test('discovery forgets addresses only after some time, and knows a bounded number', async () => {
	const client = await clientWith(null);
	vi.useFakeTimers({ now: 1_000_000 });
	onTestFinished(() => void vi.useRealTimers());
	const found: string[] = [];
	const discovery = new OverlayDiscovery(
		{ client, local: null, shareOf: () => undefined, log: () => {} },
		OVERLAY_INFOHASH,
		(address) => found.push(address),
	);
	onTestFinished(() => discovery.close());
	for (let at = 0; at < 1_000; at++) discovery.found(`192.0.2.1:${at}`);
	for (let at = 0; at < 1_000; at++) discovery.found(`192.0.2.1:${at}`);
	expect(found).toHaveLength(200);
	vi.setSystemTime(1_000_000 + 9 * 60_000);
	discovery.found('192.0.2.1:0');
	expect(found).toHaveLength(200);
	vi.setSystemTime(1_000_000 + 10 * 60_000);
	discovery.found('192.0.2.1:0');
	expect(found).toHaveLength(201);
});
