import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { type Lab, lab, type Sample } from '../engine/lab.ts';

/** Addresses of this machine, one for each part, so that every log identifies its callers. */
export const at = { seed: '127.0.0.4', tracker: '127.0.0.5', silentPeer: '127.0.0.6' } as const;

/** Names that no resolver knows. Only the proxy that makes the connection resolves them. */
export const names = { 'tracker.hops.invalid': at.tracker, 'files.hops.invalid': at.tracker };

/** A swarm that records its callers. */
export interface WatchedSwarm {
	readonly seed: Lab;
	readonly seedAddress: string;
	/** Trackers of HTTP and UDP, the first one by name. */
	readonly trackers: readonly string[];
	/** Addresses that announced, with the query of each announce. */
	readonly announces: { readonly from: string; readonly query: URLSearchParams }[];
	/** Addresses that connected to a silent peer. */
	readonly callersOfSilentPeer: string[];
	/** Number of packets at the UDP tracker. */
	readonly packets: string[];
	/** Files of the tracker's HTTP server besides announces, by path. */
	readonly pages: Map<string, Uint8Array>;
	/** host:port of that server, by name. */
	readonly server: string;
}

/** Starts a seed, a tracker over HTTP and UDP, and a silent peer that the tracker also returns. */
export async function watchedSwarm(
	make: (trackers: string[]) => Promise<Sample>,
): Promise<WatchedSwarm & { sample: Sample }> {
	const announces: { from: string; query: URLSearchParams }[] = [];
	const callersOfSilentPeer: string[] = [];
	const packets: string[] = [];
	const pages = new Map<string, Uint8Array>();
	const peers: Buffer[] = [];

	const silentPeer = createServer((socket) => {
		callersOfSilentPeer.push(socket.remoteAddress ?? '');
		socket.on('error', () => {}).resume();
	});
	await new Promise<void>((resolve) => silentPeer.listen(0, at.silentPeer, resolve));
	onTestFinished(() => new Promise<void>((resolve) => silentPeer.close(() => resolve())));

	const http = createHttpServer((request, answer) => {
		const url = new URL(request.url ?? '/', 'http://tracker');
		const page = pages.get(url.pathname);
		if (page) {
			announces.push({
				from: request.socket.remoteAddress ?? '',
				query: new URLSearchParams({ page: url.pathname }),
			});
			answer.end(page);
			return;
		}
		announces.push({ from: request.socket.remoteAddress ?? '', query: url.searchParams });
		const compact = Buffer.concat(peers);
		answer.end(
			Buffer.concat([
				Buffer.from(`d8:completei1e10:incompletei1e8:intervali1800e5:peers${compact.length}:`),
				compact,
				Buffer.from('e'),
			]),
		);
	});
	await new Promise<void>((resolve) => http.listen(0, at.tracker, resolve));
	onTestFinished(() => new Promise<void>((resolve) => http.close(() => resolve()).closeAllConnections()));

	const udp = createSocket('udp4').on('message', (_, from) => packets.push(from.address));
	await new Promise<void>((resolve) => udp.bind(0, at.tracker, resolve));
	onTestFinished(() => new Promise<void>((resolve) => udp.close(() => resolve())));

	const server = `tracker.hops.invalid:${portOf(http.address())}`;
	const trackers = [`http://${server}/announce`, `udp://${at.tracker}:${udp.address().port}/announce`];
	const sample = await make(trackers);
	const seed = await lab({ host: at.seed });
	const listening = await seed.until('listening', () =>
		seed.messages.find(({ type }) => type === 'listening'),
	);
	const seedPort = listening.type === 'listening' ? listening.port : 0;
	// It has no trackers, so no address in their logs is its own.
	const torrent = torrentFromInfo(sample.metainfo.info, []);
	await seed.engine.add(sample.download(sample.seedFolder, { source: { torrent } }));
	await seed.untilPhase(sample.metainfo.infohash, 'seeding');
	peers.push(compactOf(at.seed, seedPort), compactOf(at.silentPeer, portOf(silentPeer.address())));
	return {
		seed,
		seedAddress: `${at.seed}:${seedPort}`,
		trackers,
		announces,
		callersOfSilentPeer: callersOfSilentPeer,
		packets,
		pages,
		server,
		sample,
	};
}

function compactOf(host: string, port: number): Buffer {
	return Buffer.from([...host.split('.').map(Number), port >> 8, port & 255]);
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
	return typeof address === 'object' && address !== null ? address.port : 0;
}
