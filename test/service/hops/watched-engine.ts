import { expect, onTestFinished } from 'vitest';
import { differing, folder, type Lab, lab, sample } from '../engine/lab.ts';
import { unixSockets, unknownSocketsOf } from './sockets-of.ts';
import { socksServer } from './socks-server.ts';
import { names, watchedSwarm } from './swarm-behind.ts';

export const login = { username: 'me', password: 'a secret' };

/** Records all sockets of the engine's process, polled until the test ends. */
export function watch(engine: Lab): Set<string> {
	const seen = new Set<string>();
	const known = unixSockets();
	const timer = setInterval(() => {
		for (const socket of unknownSocketsOf(engine.engine.pid ?? 0, known)) {
			// A socket that is being opened or was closed has no remote address.
			const leads = socket.listening
				? `listens on ${socket.local.replace(/:\d+$/, '')}`
				: `to ${socket.remote}`;
			seen.add(`${socket.protocol} ${leads}`);
		}
	}, 5);
	onTestFinished(() => clearInterval(timer));
	return seen;
}

/** Downloads a torrent. Expects that all of its connections lead through the proxies. */
export async function expectThroughProxies(kind: 'a .torrent' | 'a magnet link', hops: 1 | 2): Promise<void> {
	const behind = await watchedSwarm((trackers) =>
		sample({ 'a.bin': 1_000_000, 'b/c.bin': 70_000 }, { trackers }),
	);
	const { infohash } = behind.sample.metainfo;
	const first = await socksServer({ host: '127.0.0.2', login, ...(hops === 1 ? { names } : {}) });
	const second = await socksServer({ host: '127.0.0.3', names });
	const route = [
		{ host: first.host, port: first.port, ...login },
		{ host: second.host, port: second.port },
	].slice(0, hops);
	const last = hops === 1 ? first : second;

	const target = await lab({ peerExchange: true });
	const seen = watch(target);
	const trackers = behind.trackers.map((url) => `&tr=${encodeURIComponent(url)}`).join('');
	const magnet = `magnet:?xt=urn:btih:${infohash}${trackers}`;
	const destination = folder();
	await target.engine.add(
		behind.sample.download(destination, {
			route,
			// Slow enough to be observed. It disconnects from the seed when it is complete.
			maxDownloadSpeed: 500_000,
			...(kind === 'a .torrent' ? {} : { source: { magnet } }),
		}),
	);
	const fromSeed = await target.until(
		'the peer',
		() => target.status(infohash)?.connectedSeeds === 1 && target.status(infohash),
	);
	await target.until('finished', () => target.of('finished', infohash)[0]);
	await target.until('the silent peer', () => behind.callersOfSilentPeer.length > 0);
	expect(differing(behind.sample, destination)).toEqual([]);

	// Sockets of the engine's process: to the first proxy, and its own port for other downloads.
	expect([...seen].sort()).toEqual([`tcp listens on 127.0.0.1`, `tcp to ${first.host}:${first.port}`]);
	// Addresses that the others saw: only the last proxy.
	expect(new Set(behind.announces.map(({ from }) => from))).toEqual(new Set([last.host]));
	expect(new Set(behind.callersOfSilentPeer)).toEqual(new Set([last.host]));
	const [peer] = await behind.seed.engine.peers(infohash);
	expect(peer?.ip).toBe(last.host);
	expect(behind.packets).toEqual([]);
	if (hops === 2) {
		expect(new Set(first.requests.map(({ host, port }) => `${host}:${port}`))).toEqual(
			new Set([`${second.host}:${second.port}`]),
		);
		expect(new Set(second.clients.map((address) => address.split(':')[0]))).toEqual(new Set([first.host]));
	}
	// Names reached the last proxy unresolved.
	expect(last.requests.map(({ host }) => host)).toContain('tracker.hops.invalid');

	// The announces contain no address or port of it.
	const queries = behind.announces.filter(({ from }) => from === last.host).map(({ query }) => query);
	expect(new Set(queries.map((query) => query.get('port')))).toEqual(new Set(['1']));
	const [http, udp] = fromSeed.trackers;
	expect(http).toMatchObject({ status: 'Working', peers: 2, error: '' });
	expect(udp).toMatchObject({ status: 'Disabled', error: expect.stringMatching(/UDP/) });
	expect(fromSeed.discovery).toEqual({ dht: null, peerExchange: null, local: null });
	expect(target.lines.join('\n')).not.toContain(login.password);
}
