import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { Log } from '../../../log/log.ts';

/** Group and port of BEP 14. */
const GROUP = '239.192.152.143';
const PORT = 6771;
/** Interval of announcement rounds. */
const ROUND_MS = 5 * 60_000;
/** Time between packets, so that many downloads do not flood the network. */
const PACKET_GAP_MS = 1000;
/** Keeps a packet below common MTUs. */
const MAX_HASHES_PER_PACKET = 20;

/**
 * Finds peers in the local network (BEP 14), with one socket for all downloads. Networks without multicast are
 * logged and otherwise harmless.
 */
export class LocalDiscovery {
	readonly #port: number;
	readonly #onPeer: (infohash: string, address: string) => void;
	readonly #log: Log;
	readonly #cookie = `seedtop-${randomBytes(6).toString('hex')}`;
	readonly #socket: Socket;
	readonly #infohashes = new Set<string>();
	readonly #due = new Set<string>();
	readonly #timers: NodeJS.Timeout[];

	/** @param port for incoming peers */
	constructor(port: number, onPeer: (infohash: string, address: string) => void, log: Log) {
		this.#port = port;
		this.#onPeer = onPeer;
		this.#log = log;
		this.#socket = createSocket({ type: 'udp4', reuseAddr: true });
		this.#socket.on('error', (error) => log('warning', `local discovery: ${error.message}`));
		this.#socket.on('message', (message, from) => this.#onMessage(message.toString('latin1'), from.address));
		this.#socket.bind(PORT, () => {
			try {
				this.#socket.addMembership(GROUP);
			} catch (error) {
				log('warning', `local discovery: ${error instanceof Error ? error.message : String(error)}`);
			}
		});
		this.#timers = [
			setInterval(() => this.#announceAll(), ROUND_MS),
			setInterval(() => this.#announceDue(), PACKET_GAP_MS),
		];
	}

	add(infohash: string): void {
		this.#infohashes.add(infohash);
		this.#due.add(infohash);
	}

	remove(infohash: string): void {
		this.#infohashes.delete(infohash);
		this.#due.delete(infohash);
	}

	close(): void {
		for (const timer of this.#timers) clearInterval(timer);
		this.#socket.close();
	}

	#announceAll(): void {
		for (const infohash of this.#infohashes) this.#due.add(infohash);
	}

	#announceDue(): void {
		const infohashes = [...this.#due].slice(0, MAX_HASHES_PER_PACKET);
		if (infohashes.length === 0) return;
		for (const infohash of infohashes) this.#due.delete(infohash);
		const lines = [
			'BT-SEARCH * HTTP/1.1',
			`Host: ${GROUP}:${PORT}`,
			`Port: ${this.#port}`,
			...infohashes.map((infohash) => `Infohash: ${infohash}`),
			`cookie: ${this.#cookie}`,
			'',
			'',
		];
		this.#socket.send(lines.join('\r\n'), PORT, GROUP, (error) => {
			if (error) this.#log('warning', `local discovery: ${error.message}`);
		});
	}

	#onMessage(message: string, address: string): void {
		const found = parseSearch(message);
		if (!found || found.cookie === this.#cookie) return;
		for (const infohash of found.infohashes) {
			if (this.#infohashes.has(infohash)) this.#onPeer(infohash, `${address}:${found.port}`);
		}
	}
}

/** Parses an announcement; returns null for invalid ones. Any host in the network can send it. */
export function parseSearch(message: string): { port: number; infohashes: string[]; cookie: string } | null {
	const [first, ...lines] = message.slice(0, 4096).split('\r\n');
	if (first !== 'BT-SEARCH * HTTP/1.1') return null;
	let port = 0;
	let cookie = '';
	const infohashes: string[] = [];
	for (const line of lines) {
		const [, name = '', value = ''] = /^([a-z]+):\s*(\S+)\s*$/i.exec(line) ?? [];
		if (/^port$/i.test(name)) port = Number(value);
		else if (/^cookie$/i.test(name)) cookie = value;
		else if (/^infohash$/i.test(name) && /^[0-9a-f]{40}$/i.test(value)) infohashes.push(value.toLowerCase());
	}
	if (!Number.isInteger(port) || port < 1 || port > 65535) return null;
	return { port, infohashes, cookie };
}
