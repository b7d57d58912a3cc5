import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import type { RunningService } from '../programs/service-process.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import type { Trader } from '../programs/trader.ts';
import { until } from '../programs/until.ts';

/** Pause between two operations of a worker. It makes the load the same on different machines. */
const PAUSE_MS = 250;
/** Time for an operation on a busy machine. */
const TIMEOUT_MS = 120_000;
const LISTENERS = 4;
const EVENTS_OF_LISTENER = 3;
/** Validity of orders, s. Their statements are kept until then. */
const ORDER_TIMEOUT_S = 30;

/** Counts of finished operations. */
export class Counts {
	readonly #counts = new Map<string, number>();

	add(operation: string): void {
		this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1);
	}

	toString(): string {
		return [...this.#counts].map(([operation, count]) => `${count} ${operation}`).join(', ');
	}
}

export interface Loaded {
	readonly name: string;
	readonly service: RunningService;
	readonly client: Client;
	readonly trader: Trader;
}

export interface Load {
	readonly services: readonly [Loaded, Loaded];
	/** Torrents that a peer seeds. */
	readonly seeded: readonly MadeTorrent[];
	/** Its tracker. */
	readonly tracker: string;
	readonly counts: Counts;
	readonly signal: AbortSignal;
}

/** Runs all workers until the signal. Rejects if an operation fails. */
export async function runLoad({ services, seeded, tracker, counts, signal }: Load): Promise<void> {
	const repeat = async (operation: (round: number) => Promise<void>): Promise<void> => {
		for (let round = 0; !signal.aborted; round++) {
			await operation(round);
			await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
		}
	};
	const workers = services.map((loaded) => new Downloads(loaded, tracker, counts));
	await Promise.all([
		...workers.flatMap((downloads) => [
			repeat((round) => downloads.complete(round)),
			repeat((round) => downloads.fetched(seeded[round % seeded.length])),
			repeat((round) => downloads.magnet(round)),
		]),
		...services.flatMap(({ client }) =>
			Array.from({ length: LISTENERS }, () => repeat(() => listen(client, counts, signal))),
		),
		repeat((round) => trade(services, round, counts)),
	]);
}

/** Adds, uses and removes downloads of a service. */
class Downloads {
	readonly #name: string;
	readonly #service: RunningService;
	readonly #client: Client;
	readonly #tracker: string;
	readonly #counts: Counts;

	constructor({ name, service, client }: Loaded, tracker: string, counts: Counts) {
		this.#name = name;
		this.#service = service;
		this.#client = client;
		this.#tracker = tracker;
		this.#counts = counts;
	}

	/** A new torrent whose data is complete. */
	async complete(round: number): Promise<void> {
		const name = `${this.#name}-${round}`;
		const files = { [`${name}.bin`]: 50_000, [`more/${name}.txt`]: 3_000 };
		const trackers = [this.#tracker];
		const torrent = await makeTorrent(this.#service.downloadFolder, name, files, { trackers });
		await this.#add(torrent.path);
		await this.#isSeeding(torrent.infohash);
		await this.#remove(torrent.infohash);
		await rm(torrent.path);
	}

	/** A torrent of the seeding peer. Its file is read while it arrives. */
	async fetched(torrent: MadeTorrent | undefined): Promise<void> {
		if (!torrent) throw new Error('no torrents');
		const { infohash, path } = torrent;
		await this.#add(path);
		const { url, key } = this.#service;
		const stream = await fetch(`${url}/downloads/${infohash}/stream/0`, { headers: { 'x-api-key': key } });
		await stream.arrayBuffer();
		this.#counts.add('streams');
		await this.#isSeeding(infohash);
		await this.#remove(infohash);
	}

	/** A magnet link without peers. */
	async magnet(round: number): Promise<void> {
		const infohash = createHash('sha1').update(`${this.#name} ${round}`).digest('hex');
		await this.#add(`magnet:?xt=urn:btih:${infohash}&dn=soak-${round}`);
		await this.#client.listDownloads({ query: { get_peers: true, get_pieces: true } });
		await this.#remove(infohash);
	}

	async #add(uri: string): Promise<void> {
		await this.#client.addDownload({ body: { uri } });
		this.#counts.add('adds');
	}

	async #remove(infohash: string): Promise<void> {
		await this.#client.removeDownload({ params: { infohash }, body: { remove_data: true } });
		this.#counts.add('removes');
	}

	async #isSeeding(infohash: string): Promise<void> {
		const seen: string[] = [];
		await until(
			async () => {
				const [found] = (await this.#client.listDownloads({ query: { infohash } })).downloads;
				if (found?.error) throw new Error(`${found.name}: ${found.error}`);
				if (found) seen.push(found.status);
				return found?.status === 'SEEDING';
			},
			{ awaited: `${infohash} seeds`, timeoutMs: TIMEOUT_MS, seen: () => seen.at(-1) ?? 'not listed' },
		);
	}
}

/** Opens the stream of events, reads some and closes it. */
async function listen(client: Client, counts: Counts, ended: AbortSignal): Promise<void> {
	const closed = new AbortController();
	const signal = AbortSignal.any([closed.signal, ended]);
	let events = 0;
	try {
		for await (const _ of readEvents(client, signal)) if (++events >= EVENTS_OF_LISTENER) break;
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	closed.abort();
	counts.add('listeners');
}

/** One service offers, the other one accepts. Every fifth order is cancelled, and every seventh expires. */
async function trade([a, b]: Load['services'], round: number, counts: Counts): Promise<void> {
	const [first, second] = round % 2 === 0 ? [a.trader, b.trader] : [b.trader, a.trader];
	if (round % 5 === 0) {
		await first.ask('1 MB', '9 BTC', ORDER_TIMEOUT_S);
		const open = (await first.orders()).findLast(({ status }) => status === 'open');
		if (open) await first.cancel(open.number);
		counts.add('cancelled orders');
	}
	if (round % 7 === 0) await first.ask('1 MB', '9 BTC', 1);
	// Some trades have several rounds.
	const quantity = round % 3 === 0 ? '3 MB' : '1 MB';
	const before = await Promise.all([lastNumber(first), lastNumber(second)]);
	await first.ask(quantity, '0.001 BTC', ORDER_TIMEOUT_S);
	await second.bid(quantity, '0.001 BTC', ORDER_TIMEOUT_S);
	for (const [index, trader] of [first, second].entries())
		await until(
			async () =>
				(await trader.transactions()).some(
					({ number, status }) => number > (before[index] ?? 0) && status === 'completed',
				),
			{ awaited: 'a completed trade', timeoutMs: TIMEOUT_MS },
		);
	counts.add('trades');
}

async function lastNumber(trader: Trader): Promise<number> {
	return (await trader.transactions()).at(-1)?.number ?? 0;
}
