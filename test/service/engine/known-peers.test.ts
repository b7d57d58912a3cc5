import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Torrent } from 'webtorrent';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { hiddenClient } from '../../../source/service/engine/webtorrent/client.ts';
import { direct } from '../../../source/service/engine/webtorrent/peer/connect-peers.ts';
import { Dialer, retryDelay } from '../../../source/service/engine/webtorrent/peer/dialer.ts';
import { KnownPeers } from '../../../source/service/engine/webtorrent/peer/known-peers.ts';
import { until } from '../../programs/until.ts';
import { ForeignPeer, framed, word } from './foreign-peer.ts';
import { lab, sample } from './lab.ts';

/** Returns a dialer with short delays after failures. */
function hastyDialer(delay: (failures: number) => number = () => 20): Dialer {
	const dialer = new Dialer({ openConnections: () => 0, maxConnections: 400, retryDelay: delay });
	onTestFinished(() => dialer.close());
	return dialer;
}

interface Seeking {
	readonly torrent: Torrent;
	readonly peers: KnownPeers;
	/** Addresses of the attempts so far. */
	readonly opened: string[];
}

/** Returns a torrent of the library that seeks peers. */
async function seeking(dialer: Dialer, { way = { reachable: true }, needs = true } = {}): Promise<Seeking> {
	const client = await hiddenClient();
	onTestFinished(() => new Promise<void>((resolve) => client.destroy(() => resolve())));
	const magnet = { infoHash: 'a'.repeat(40), announce: [], urlList: [], private: true };
	const torrent = client.add(magnet, { deselect: true });
	torrent._startDiscovery = () => {};
	const opened: string[] = [];
	const noting = {
		get reachable() {
			return way.reachable;
		},
		open: (destination: { host: string; port: number }) => {
			opened.push(`${destination.host}:${destination.port}`);
			return direct.open(destination);
		},
	};
	const demand = { needsPeers: needs, starving: needs, lastBlockAt: () => 0 };
	const peers = new KnownPeers(torrent, { connector: noting, dialer, demand, hidden: false });
	await new Promise((resolve) => torrent.once('infoHash', resolve));
	return { torrent, peers, opened };
}

/** Starts a server on all addresses of loopback. Returns its port. */
async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('no port');
	return address.port;
}

/** Starts a server that accepts connections and sends nothing. */
async function silentServer(): Promise<{ port: number; open: () => number }> {
	let open = 0;
	const server = createServer((socket) => {
		open++;
		// A socket that is not read does not notice its end.
		socket.resume();
		socket.on('error', () => {}).once('close', () => open--);
		onTestFinished(() => void socket.destroy());
	});
	return { port: await listen(server), open: () => open };
}

test('known peers of a torrent are bounded in number, and per host', async () => {
	const { torrent, peers } = await seeking(hastyDialer(), { way: { reachable: false } });
	for (let at = 0; at < 5_000; at++) torrent.addPeer(`10.0.${at >> 8}.${at & 255}:6881`, 'ut_pex');
	expect(peers.size).toBe(2_000);
	const other = await seeking(hastyDialer(), { way: { reachable: false } });
	for (let port = 1; port < 5_000; port++) other.torrent.addPeer(`10.0.0.1:${port}`, 'ut_pex');
	expect(other.peers.size).toBe(32);
});

test('a new peer replaces one that failed often when the limit is reached', async () => {
	const dialer = hastyDialer(() => 0);
	const { torrent, peers, opened } = await seeking(dialer);
	const dead = `127.0.0.1:${await closedPort()}`;
	torrent.addPeer(dead, 'ut_pex');
	await until(() => opened.length > 5);
	const { port, open } = await silentServer();
	for (let at = 0; at < 5_000 && peers.size < 2_000; at++)
		torrent.addPeer(`127.${1 + (at >> 8)}.0.${1 + (at & 255)}:${port}`, 'ut_pex');
	await until(() => open() > 0);
	const last = '127.200.0.1:6881';
	torrent.addPeer(last, 'tracker');
	expect(peers.size).toBe(2_000);
	const known = [...peers.peers()].map(({ address }) => address);
	expect(known).toContain(last);
	expect(known).not.toContain(dead);
});

test('a needed peer that ends every connection is always tried again', async () => {
	let taken = 0;
	const server = createServer((socket) => {
		taken++;
		socket.on('error', () => {}).destroy();
	});
	const { torrent } = await seeking(hastyDialer());
	torrent.addPeer(`127.0.0.1:${await listen(server)}`, 'tracker');
	await until(() => taken >= 10);
});

test('an unreachable peer is forgotten after some attempts if no piece is needed', async () => {
	const { torrent, peers, opened } = await seeking(hastyDialer(), { needs: false });
	torrent.addPeer(`127.0.0.1:${await closedPort()}`, 'tracker');
	await until(() => opened.length > 0 && peers.size === 0);
	expect(opened.length).toBe(4);
});

test('delays between attempts grow to a few minutes and differ between downloads', () => {
	const delays = Array.from({ length: 20 }, (_, failures) => retryDelay(failures));
	expect(Math.max(...delays)).toBeLessThanOrEqual(360_000);
	expect(Math.min(...delays.slice(7))).toBeGreaterThanOrEqual(240_000);
	expect(new Set(delays.slice(7)).size).toBeGreaterThan(5);
});

test('attempts that wait for a handshake are bounded, for one torrent and for all', async () => {
	// The test moves the clock of the dialer. Attempts that wait for a handshake end after 10 s.
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
	const { port, open } = await silentServer();
	const dialer = hastyDialer();
	const torrents = [await seeking(dialer), await seeking(dialer), await seeking(dialer)];
	const attempts = () => torrents.reduce((sum, { opened }) => sum + opened.length, 0);
	const name = ({ torrent }: Seeking, at: number) => {
		for (let host = 1; host <= 200; host++) torrent.addPeer(`127.0.${at}.${host}:${port}`, 'ut_pex');
	};
	const [first, ...others] = torrents;
	if (!first) throw new Error('no torrent');
	name(first, 0);
	await until(() => open() === 20);
	vi.advanceTimersByTime(5_000);
	expect(attempts()).toBe(20);
	others.forEach((torrent, at) => {
		name(torrent, at + 1);
	});
	await until(() => open() === 50);
	vi.advanceTimersByTime(4_000);
	expect(attempts()).toBe(50);
});

test('a peer is not connected to before there is a route', async () => {
	const way = { reachable: false };
	const { torrent, peers, opened } = await seeking(hastyDialer(), { way });
	const address = `127.0.0.1:${await closedPort()}`;
	torrent.addPeer(address, 'tracker');
	way.reachable = true;
	peers.schedule();
	await until(() => opened.length > 0);
	expect(opened[0]).toBe(address);
});

test('a peer that claims nonexistent pieces is disconnected', async () => {
	const torrent = await sample({ a: 1_000_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const honest = await ForeignPeer.connect(target, infohash);
	honest.send(framed(5, Buffer.of(0xff, 0x00)), framed(4, word(15)));
	for (const claim of [framed(4, word(16)), framed(4, word(-1)), framed(5, Buffer.alloc(3)), framed(5)]) {
		const peer = await ForeignPeer.connect(target, infohash);
		peer.send(claim);
		await peer.until('the end', () => peer.socket.destroyed);
	}
	expect(honest.socket.destroyed).toBe(false);
	expect(target.of('failed', infohash)).toEqual([]);
});
