import { setTimeout as delay } from 'node:timers/promises';
import {
	type Engine,
	EngineGone,
	type EngineMessage,
	type EnginePeer,
	type MoreSources,
	type SocksProxy,
} from '../engine/port.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { DownloadRegistry, Emit } from './download-registry.ts';
import { EngineEvents } from './engine-events.ts';
import { EngineSupervisor } from './engine-supervisor.ts';
import { lackedRoute, routeFor } from './hops.ts';
import { KeyedQueue } from './queue.ts';
import { within } from './within.ts';

/** Downloads handed to the engine at once: adding thousands would block it for a second. */
const LOAD_BATCH = 100;
/** Milliseconds the orders under way have to end when the service closes. */
const RESPONSE_WAIT_MS = 500;
/** Milliseconds a request waits for an order to the engine, which goes on afterwards. */
const ORDER_TIMEOUT_MS = 10_000;
/** The same while the engine is known not to respond. */
const SILENT_ORDER_TIMEOUT_MS = 500;
/** Milliseconds a request waits for the peers of a download. */
const PEERS_TIMEOUT_MS = 5_000;

export interface EngineControllerOptions {
	readonly engine: Engine;
	/** The proxies of the hops: a download with n hops takes the first n. */
	readonly proxies: readonly SocksProxy[];
	readonly registry: DownloadRegistry;
	readonly log: Log;
	readonly emit: Emit;
	/** No engine works for now; another one is started. */
	readonly onException: (reason: string) => void;
	/** Another engine runs. */
	readonly onRecovery: () => void;
	/** The engine responds again, before it was replaced. */
	readonly onResponse: () => void;
}

/**
 * Keeps the engine in step with the book: one order after another for each download, and everything again when an
 * engine died.
 */
export class EngineController {
	readonly #options: EngineControllerOptions;
	readonly #orders = new KeyedQueue();
	readonly #engineEvents: EngineEvents;
	/** What the engine misses while it does not run, it gets when everything is given again. */
	readonly #supervisor: EngineSupervisor;
	readonly #unsubscribe: () => void;

	constructor(options: EngineControllerOptions) {
		const { engine, registry, log, emit, onException, onRecovery } = options;
		this.#options = options;
		this.#engineEvents = new EngineEvents({ registry, log, emit, orders: this });
		this.#supervisor = new EngineSupervisor({
			engine,
			log,
			onException,
			onRenewal: () => {
				for (const record of registry.records) void this.run(record);
				onRecovery();
			},
		});
		this.#unsubscribe = engine.listen((message) => this.#take(message));
	}

	/**
	 * Starts the engine and gives it every wanted download, in batches; `progress` counts them. Rejects when the engine
	 * does not start; then it is tried again, as after its death.
	 */
	async start(progress: (loaded: number) => void): Promise<void> {
		await this.#supervisor.start();
		const records = [...this.#options.registry.records];
		for (const record of records) this.#forgiveLackOfRoute(record);
		for (let from = 0; from < records.length && !this.#supervisor.closing; from += LOAD_BATCH) {
			const batch = records.slice(from, from + LOAD_BATCH);
			await Promise.all(batch.map((record) => this.run(record)));
			progress(from + batch.length);
		}
	}

	/** Milliseconds a request may wait for an order. */
	get orderTimeout(): number {
		return this.#supervisor.responds ? ORDER_TIMEOUT_MS : SILENT_ORDER_TIMEOUT_MS;
	}

	/** Starts what a record wants, after all earlier orders for it: a check, a transfer, or nothing. */
	run(record: DownloadRecord): Promise<void> {
		return this.#order(record, () => this.#begin(record));
	}

	/** Ends all transfer of a download, after all earlier orders for it. */
	halt(record: DownloadRecord): Promise<void> {
		return this.#order(record, () => this.#end(record));
	}

	/** Ends what a download does and starts what its record wants now. Resolves later if the engine is slow. */
	async restart(record: DownloadRecord): Promise<void> {
		const restarted = this.#order(record, async () => {
			await this.#end(record);
			await this.#begin(record);
		});
		await within(restarted, this.orderTimeout, undefined);
	}

	select(record: DownloadRecord): Promise<void> {
		this.#engineEvents.beginSelection(record);
		return this.#order(record, async () => {
			try {
				if (this.#supervisor.runs) await this.#options.engine.select(record.infohash, record.selected);
			} finally {
				this.#engineEvents.endSelection(record);
			}
		});
	}

	addSources(record: DownloadRecord, sources: MoreSources): Promise<void> {
		return this.#order(record, async () => {
			if (this.#supervisor.runs) await this.#options.engine.addSources(record.infohash, sources);
		});
	}

	limit(record: DownloadRecord): Promise<void> {
		return this.#order(record, async () => {
			const { infohash, maxDownloadSpeed, maxUploadSpeed } = record;
			if (this.#supervisor.runs) await this.#options.engine.limit(infohash, maxDownloadSpeed, maxUploadSpeed);
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
		const live = this.#options.registry.current(record.infohash);
		if (!this.#supervisor.runs || !live || live.connectedPeers + live.connectedSeeds === 0) return [];
		try {
			return await within(this.#options.engine.peers(record.infohash), PEERS_TIMEOUT_MS, []);
		} catch (error) {
			if (error instanceof EngineGone) return [];
			throw error;
		}
	}

	/** Resolves when these bytes of the torrent are on the disk; they are asked for before all else (engine/port.ts). */
	async prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		if (!this.#supervisor.runs) throw new Error('the engine does not run');
		await this.#options.engine.prepare(record.infohash, reader, from, to);
	}

	/** The reader waits for nothing any more. */
	release(record: DownloadRecord, reader: string): void {
		if (!this.#supervisor.runs) return;
		// An engine that died meanwhile has released it too.
		this.#options.engine.release(record.infohash, reader).catch((error: unknown) => {
			if (this.#supervisor.runs) this.#options.log('warning', `${record.name}: ${reasonOf(error)}`);
		});
	}

	async close(): Promise<void> {
		this.#supervisor.close();
		// Orders that an engine which hangs never answers are given again when the service runs again.
		await Promise.race([this.#orders.idle(), delay(RESPONSE_WAIT_MS, undefined, { ref: false })]);
		// Its last bitfields arrive before it has closed.
		await this.#options.engine.close();
		this.#unsubscribe();
	}

	async #begin(record: DownloadRecord): Promise<void> {
		const { registry, engine, proxies } = this.#options;
		const wanted = record.error === '' && (record.checking || record.wanted === 'running');
		if (
			!this.#supervisor.runs ||
			!wanted ||
			registry.live(record.infohash) ||
			registry.get(record.infohash) !== record
		)
			return;
		const route = routeFor(record.hops, proxies);
		if (route instanceof HttpError) {
			this.#engineEvents.fail(record, route.message);
			return;
		}
		const torrent = registry.torrent(record.infohash);
		this.#engineEvents.begin(record);
		await engine.add({
			infohash: record.infohash,
			source: torrent ? { torrent } : { magnet: record.magnet },
			destination: record.destination,
			bitfield:
				record.checking || record.unverified || record.bitfield.length === 0 ? undefined : record.bitfield,
			trackers: record.trackers ?? [],
			webSeeds: record.webSeeds,
			selected: record.selected,
			mode: record.checking ? 'check' : 'run',
			maxDownloadSpeed: record.maxDownloadSpeed,
			maxUploadSpeed: record.maxUploadSpeed,
			route,
		});
		// What a check found is measured by the files.
		if (record.checking) await registry.readAhead(record);
	}

	async #end(record: DownloadRecord): Promise<void> {
		try {
			if (this.#supervisor.runs) await this.#options.engine.stop(record.infohash);
		} catch (error) {
			// An engine that died meanwhile has ended it too.
			if (!(error instanceof EngineGone)) throw error;
		}
		this.#options.registry.setLive(record, undefined);
		this.#options.registry.save();
	}

	/** What only lacked its proxies goes on when they are configured again. */
	#forgiveLackOfRoute(record: DownloadRecord): void {
		const { registry, proxies } = this.#options;
		if (lackedRoute(record.error) && record.hops <= proxies.length) registry.happened(record, { error: '' });
	}

	/** An order to the engine. What goes wrong with it is the download's error, for everybody to see. */
	#order(record: DownloadRecord, task: () => Promise<void>): Promise<void> {
		return this.#orders.run(record.infohash, task).catch((error: unknown) => {
			// Orders that a dying engine did not carry out are given again when the next one has started.
			if (!(error instanceof EngineGone) && !this.#supervisor.closing)
				this.#engineEvents.fail(record, reasonOf(error));
		});
	}

	#take(message: EngineMessage): void {
		switch (message.type) {
			case 'statuses':
				for (const status of message.statuses) this.#engineEvents.takeStatus(status);
				return;
			case 'listening':
				this.#options.log('info', `Peers are awaited on port ${message.port}.`);
				return;
			case 'unresponsive':
				this.#takeSilence();
				return;
			case 'responsive':
				this.#takeResponse();
				return;
			case 'died':
				this.#takeDeath(message.reason);
				return;
			default:
				this.#engineEvents.take(message);
		}
	}

	/** The last figures are kept: a sound engine that was only busy does not report unchanged ones again. */
	#takeSilence(): void {
		if (this.#supervisor.closing) return;
		this.#supervisor.unresponsive();
		this.#options.registry.showLive(false);
		this.#options.onException('The engine does not respond. It is replaced if it stays like this.');
	}

	#takeResponse(): void {
		this.#supervisor.responsive();
		this.#options.registry.showLive(true);
		this.#options.onResponse();
	}

	/** Another engine gets every download again, with the last bitfields the dead one told. */
	#takeDeath(reason: string): void {
		const { registry, onException } = this.#options;
		if (!this.#supervisor.closing) {
			onException(`The engine ended: ${reason}.`);
			registry.save();
			for (const record of registry.records) registry.setLive(record, undefined);
			registry.showLive(true);
		}
		this.#supervisor.died();
	}
}
