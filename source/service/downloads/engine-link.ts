import { setTimeout as delay } from 'node:timers/promises';
import {
	type Engine,
	EngineGone,
	type EngineMessage,
	type EnginePeer,
	type EngineStatus,
	type SocksProxy,
} from '../engine/port.ts';
import { Fault, reasonOf } from '../fault.ts';
import type { Log } from '../log.ts';
import { parseTorrent } from '../metainfo/metainfo.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Book, Emit } from './book.ts';
import { lackedRoute, routeFor } from './hops.ts';
import { KeyedQueue } from './queue.ts';

/** Downloads handed to the engine at once: adding thousands would block it for a second. */
const loadBatch = 100;
/** Milliseconds before an engine that died is started again: at first, and when it keeps dying. */
const shortestRestart = 250;
const longestRestart = 60_000;
/** An engine that lived for so many milliseconds was sound. */
const soundLife = 60_000;
/** Milliseconds the orders under way have to end when the service closes. */
const orderPatience = 500;

export interface EngineLinkOptions {
	readonly engine: Engine;
	/** The proxies of the hops: a download with n hops takes the first n. */
	readonly proxies: readonly SocksProxy[];
	readonly book: Book;
	readonly log: Log;
	readonly emit: Emit;
	/** The engine cannot be started for now; it is tried again. */
	readonly onException: (reason: string) => void;
	/** An engine runs again. */
	readonly onRecovery: () => void;
}

/**
 * Keeps the engine in step with the book: one order after another for each download, everything again when an
 * engine died, and what the engine tells into the book.
 */
export class EngineLink {
	readonly #options: EngineLinkOptions;
	readonly #orders = new KeyedQueue();
	/** Totals when a download was last given to the engine, which counts from zero each time. */
	readonly #base = new Map<string, { down: number; up: number }>();
	readonly #unsubscribe: () => void;
	/** Can the engine be given orders? What it misses while it cannot, it gets when everything is given again. */
	#runs = false;
	#startedAt = 0;
	#deaths = 0;
	#restarting: NodeJS.Timeout | undefined;
	#closing = false;

	constructor(options: EngineLinkOptions) {
		this.#options = options;
		this.#unsubscribe = options.engine.listen((message) => this.#take(message));
	}

	/**
	 * Starts the engine and gives it every wanted download, in batches; `progress` counts them. Rejects when the engine
	 * does not start; then it is tried again, as after its death.
	 */
	async start(progress: (loaded: number) => void): Promise<void> {
		this.#startedAt = Date.now();
		try {
			await this.#options.engine.start();
		} catch (error) {
			if (!this.#closing) this.#startLater();
			throw error;
		}
		this.#runs = true;
		const records = [...this.#options.book.records];
		for (const record of records) this.#forgiveLackOfRoute(record);
		for (let from = 0; from < records.length && !this.#closing; from += loadBatch) {
			const batch = records.slice(from, from + loadBatch);
			await Promise.all(batch.map((record) => this.run(record)));
			progress(from + batch.length);
		}
	}

	/** Starts what a record wants, after all earlier orders for it: a check, a transfer, or nothing. */
	run(record: DownloadRecord): Promise<void> {
		return this.#order(record, () => this.#begin(record));
	}

	/** Ends all transfer of a download, after all earlier orders for it. */
	halt(record: DownloadRecord): Promise<void> {
		return this.#order(record, () => this.#end(record));
	}

	/** Ends what a download does and starts what its record wants now. */
	restart(record: DownloadRecord): Promise<void> {
		return this.#order(record, async () => {
			await this.#end(record);
			await this.#begin(record);
		});
	}

	select(record: DownloadRecord): Promise<void> {
		return this.#order(record, async () => {
			if (this.#runs) await this.#options.engine.select(record.infohash, record.selected);
		});
	}

	limit(record: DownloadRecord): Promise<void> {
		return this.#order(record, async () => {
			const { infohash, maxDownloadSpeed, maxUploadSpeed } = record;
			if (this.#runs) await this.#options.engine.limit(infohash, maxDownloadSpeed, maxUploadSpeed);
		});
	}

	/** Ends a download and does `task` before any later order for it. Rejects as `task` does. */
	finish(record: DownloadRecord, task: () => Promise<void>): Promise<void> {
		return this.#orders.run(record.infohash, async () => {
			await this.#end(record);
			await task();
		});
	}

	async peers(record: DownloadRecord): Promise<readonly EnginePeer[]> {
		const live = this.#options.book.live(record.infohash);
		if (!this.#runs || !live || live.connectedPeers + live.connectedSeeds === 0) return [];
		try {
			return await this.#options.engine.peers(record.infohash);
		} catch (error) {
			if (error instanceof EngineGone) return [];
			throw error;
		}
	}

	/** Resolves when these bytes of the torrent are on the disk; they are asked for before all else (engine/port.ts). */
	async prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		if (!this.#runs) throw new Error('the engine does not run');
		await this.#options.engine.prepare(record.infohash, reader, from, to);
	}

	/** The reader waits for nothing any more. */
	release(record: DownloadRecord, reader: string): void {
		if (!this.#runs) return;
		// An engine that died meanwhile has released it too.
		this.#options.engine.release(record.infohash, reader).catch((error: unknown) => {
			if (this.#runs) this.#options.log('warning', `${record.name}: ${reasonOf(error)}`);
		});
	}

	async close(): Promise<void> {
		this.#closing = true;
		clearTimeout(this.#restarting);
		// Orders that an engine which hangs never answers are given again when the service runs again.
		await Promise.race([this.#orders.idle(), delay(orderPatience, undefined, { ref: false })]);
		// Its last bitfields arrive before it has closed.
		await this.#options.engine.close();
		this.#unsubscribe();
	}

	async #begin(record: DownloadRecord): Promise<void> {
		const { book, engine, proxies } = this.#options;
		const wanted = record.error === '' && (record.checking || record.wanted === 'running');
		if (!this.#runs || !wanted || book.live(record.infohash) || book.get(record.infohash) !== record) return;
		const route = routeFor(record.hops, proxies);
		if (route instanceof Fault) {
			this.#fail(record, route.message);
			return;
		}
		const torrent = book.torrent(record.infohash);
		this.#base.set(record.infohash, { down: record.totalDown, up: record.totalUp });
		await engine.add({
			infohash: record.infohash,
			source: torrent ? { torrent } : { magnet: record.magnet },
			destination: record.destination,
			bitfield: record.checking || record.bitfield.length === 0 ? undefined : record.bitfield,
			selected: record.selected,
			mode: record.checking ? 'check' : 'run',
			maxDownloadSpeed: record.maxDownloadSpeed,
			maxUploadSpeed: record.maxUploadSpeed,
			route,
		});
	}

	async #end(record: DownloadRecord): Promise<void> {
		try {
			if (this.#runs) await this.#options.engine.stop(record.infohash);
		} catch (error) {
			// An engine that died meanwhile has ended it too.
			if (!(error instanceof EngineGone)) throw error;
		}
		this.#options.book.setLive(record, undefined);
		this.#options.book.save();
	}

	/** What only lacked its proxies goes on when they are configured again. */
	#forgiveLackOfRoute(record: DownloadRecord): void {
		const { book, proxies } = this.#options;
		if (lackedRoute(record.error) && record.hops <= proxies.length) book.happened(record, { error: '' });
	}

	/** An order to the engine. What goes wrong with it is the download's error, for everybody to see. */
	#order(record: DownloadRecord, task: () => Promise<void>): Promise<void> {
		return this.#orders.run(record.infohash, task).catch((error: unknown) => {
			// Orders that a dying engine did not carry out are given again when the next one has started.
			if (!(error instanceof EngineGone) && !this.#closing) this.#fail(record, reasonOf(error));
		});
	}

	#take(message: EngineMessage): void {
		switch (message.type) {
			case 'statuses':
				for (const status of message.statuses) this.#takeStatus(status);
				return;
			case 'listening':
				this.#options.log('info', `Peers are awaited on port ${message.port}.`);
				return;
			case 'died':
				this.#replace(message.reason);
				return;
			default: {
				const record = this.#options.book.get(message.infohash);
				if (record) this.#takeOf(record, message);
			}
		}
	}

	#takeStatus(status: EngineStatus): void {
		const record = this.#options.book.get(status.infohash);
		if (record?.error !== '') return;
		const base = this.#base.get(status.infohash) ?? { down: 0, up: 0 };
		record.totalDown = base.down + status.downloaded;
		record.totalUp = base.up + status.uploaded;
		if (status.phase === 'downloading' || status.phase === 'seeding') record.progress = status.progress;
		this.#options.book.advanced(record);
		this.#options.book.setLive(record, status);
	}

	#takeOf(record: DownloadRecord, message: Extract<EngineMessage, { infohash: string }>): void {
		const { book, emit } = this.#options;
		switch (message.type) {
			case 'metadata': {
				const { name, length, pieceCount, files } = parseTorrent(message.torrent);
				const selected = filesThereAre(record.selected, files.length);
				try {
					book.change(record, { name, size: length, totalPieces: pieceCount, selected }, message.torrent);
					void this.select(record);
				} catch (error) {
					this.#fail(record, reasonOf(error));
					void this.halt(record);
				}
				return;
			}
			case 'bitfield':
				record.bitfield = message.bitfield;
				book.advanced(record);
				return;
			case 'finished':
				book.save();
				emit('torrent_finished', { infohash: record.infohash, name: record.name, hidden: false });
				return;
			case 'checked':
				book.measure(record);
				book.happened(record, { checking: false });
				book.setLive(record, undefined);
				void this.run(record);
				return;
			case 'failed':
				this.#fail(record, book.damage(record) ?? message.reason);
		}
	}

	#fail(record: DownloadRecord, reason: string): void {
		const { book, log, emit } = this.#options;
		log('warning', `${record.name}: ${reason}`);
		book.happened(record, { error: reason, checking: false });
		book.setLive(record, undefined);
		emit('torrent_error', { infohash: record.infohash, error: reason });
	}

	/** Another engine takes over: it gets every download again, with the last bitfields the dead one told. */
	#replace(reason: string): void {
		const { book, log } = this.#options;
		this.#runs = false;
		if (this.#closing) return;
		log('error', `The engine ended: ${reason}.`);
		book.save();
		for (const record of book.records) book.setLive(record, undefined);
		this.#startLater();
	}

	/** Tries until an engine runs. One that keeps dying, or does not even start, is given more and more time. */
	#startLater(): void {
		const { book, engine, log, onException, onRecovery } = this.#options;
		this.#deaths = Date.now() - this.#startedAt > soundLife ? 1 : this.#deaths + 1;
		const wait = Math.min(longestRestart, shortestRestart * 2 ** (this.#deaths - 1));
		log('info', `Another engine starts in ${wait / 1000} s.`);
		this.#restarting = setTimeout(() => {
			this.#startedAt = Date.now();
			engine.start().then(
				() => {
					if (this.#closing) return;
					this.#runs = true;
					for (const record of book.records) void this.run(record);
					onRecovery();
				},
				(error: unknown) => {
					if (this.#closing) return;
					onException(`The engine cannot be started again: ${reasonOf(error)}`);
					this.#startLater();
				},
			);
		}, wait);
	}
}

/** What of a selection that was made before the files were known can be met; all files when that is nothing. */
function filesThereAre(selected: readonly number[] | null, count: number): readonly number[] | null {
	const there = selected?.filter((index) => index < count) ?? [];
	return there.length > 0 ? there : null;
}
