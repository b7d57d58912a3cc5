import { within } from '../../basics/within.ts';
import { KeyedQueue } from '../../concurrency/keyed-queue.ts';
import {
	type ClaimAnswer,
	type Engine,
	EngineGone,
	type EngineMessage,
	type EnginePeer,
	type MoreSources,
	type PieceOrder,
} from '../engine/port.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import { unfinishedMove } from '../moving/intent.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { EngineEvents, type EngineEventsOptions } from './engine-events.ts';
import { EngineSupervisor } from './engine-supervisor.ts';
import { findRoute, isMissingRoute, requireRoute } from './hops.ts';
import type { PathOwners } from './path-owners.ts';
import { WriteClaims } from './write-claims.ts';

/** Downloads added to the engine per batch. Thousands at once would block it for a second. */
const LOAD_BATCH = 100;
/** Time that closing waits for running engine calls. */
const RESPONSE_WAIT_MS = 500;
/** Time a request waits for an engine call, which continues afterwards. */
const CALL_TIMEOUT_MS = 10_000;
/** The same while the engine does not respond. */
const SILENT_CALL_TIMEOUT_MS = 500;
/** Time a request waits for the peers of a download. */
const PEERS_TIMEOUT_MS = 5_000;

export const controllerText = {
	listening: (port: number) => `Listening for peers on port ${port}.`,
	silent: 'The engine does not respond. It is replaced unless it responds soon.',
	ended: (reason: string) => `The engine ended: ${reason}.`,
	notRunning: 'the engine does not run',
	notLimited: (reason: string) => `The engine did not accept the limits of all downloads: ${reason}.`,
};

type SpeedLimits = Pick<DownloadRecord, 'maxDownloadSpeed' | 'maxUploadSpeed'>;

export interface EngineControllerOptions extends Omit<EngineEventsOptions, 'calls'> {
	readonly engine: Engine;
	/** Proxies of the hops. A download with n hops uses the first n. */
	readonly proxies: readonly SocksProxy[];
	/** Returns the limits in effect of a download, bytes per second, 0 for none. */
	readonly limitsOf: (record: DownloadRecord) => SpeedLimits;
	readonly owners: PathOwners;
	/** Called with the reason when no engine runs. Another one is started. */
	readonly onException: (reason: string) => void;
	/** Called when another engine runs. */
	readonly onRecovery: () => void;
	/** Called when the engine responds again without a restart. */
	readonly onResponse: () => void;
}

/**
 * Keeps the engine consistent with the registry. Calls for one download run in sequence. A new engine gets all
 * downloads again.
 */
export class EngineController {
	readonly #options: EngineControllerOptions;
	readonly #calls = new KeyedQueue<string>();
	readonly #engineEvents: EngineEvents;
	readonly #claims: WriteClaims;
	/** Calls missed while no engine runs are repeated when all downloads are added again. */
	readonly #supervisor: EngineSupervisor;
	readonly #unsubscribe: () => void;
	/** Limits of all downloads together. Each new engine gets them before its downloads. */
	#limits: SpeedLimits = { maxDownloadSpeed: 0, maxUploadSpeed: 0 };

	constructor(options: EngineControllerOptions) {
		const { engine, registry, log, owners, onException, onRecovery } = options;
		this.#options = options;
		this.#engineEvents = new EngineEvents({ ...options, calls: this });
		this.#claims = new WriteClaims({ registry, owners, log, calls: this });
		this.#supervisor = new EngineSupervisor({
			engine,
			log,
			onException,
			onRenewal: () => {
				void this.#sendLimits();
				for (const record of registry.records) void this.startDownload(record);
				onRecovery();
			},
		});
		this.#unsubscribe = engine.listen((message) => this.#onMessage(message));
		registry.onDamage((record) => void this.stopDownload(record));
	}

	/**
	 * Starts the engine and adds every started download in batches; `progress` counts them. Rejects when the engine
	 * does not start. Then the start is retried, as after a crash.
	 */
	async start(progress: (loaded: number) => void): Promise<void> {
		await this.#supervisor.start();
		void this.#sendLimits();
		const records = [...this.#options.registry.records];
		for (const record of records) this.#clearRouteError(record);
		for (let from = 0; from < records.length && !this.#supervisor.closing; from += LOAD_BATCH) {
			const batch = records.slice(from, from + LOAD_BATCH);
			await Promise.all(batch.map((record) => this.startDownload(record)));
			progress(from + batch.length);
		}
	}

	/** Time a request may wait for an engine call, in milliseconds. */
	get callTimeout(): number {
		return this.#supervisor.responds ? CALL_TIMEOUT_MS : SILENT_CALL_TIMEOUT_MS;
	}

	/**
	 * Starts what the record requests, after all earlier calls for it: a check, a transfer, or nothing. `torrent` are
	 * the bytes of its .torrent if they are in memory.
	 */
	startDownload(record: DownloadRecord, torrent?: Uint8Array): Promise<void> {
		return this.#enqueue(record, () => this.#begin(record, torrent));
	}

	/** Stops a download in the engine, after all earlier calls for it. */
	stopDownload(record: DownloadRecord): Promise<void> {
		return this.#enqueue(record, () => this.#end(record));
	}

	/** Stops a download and starts what its record requests now. Resolves later if the engine is slow. */
	async restart(record: DownloadRecord): Promise<void> {
		const restarted = this.#enqueue(record, async () => {
			await this.#end(record);
			await this.#begin(record);
		});
		await within(restarted, this.callTimeout, undefined);
	}

	/** Returns the proxies of `hops` hops. Throws an HttpError with configuration help when there are fewer. */
	requireRoute(hops: number): readonly SocksProxy[] {
		return requireRoute(hops, this.#options.proxies);
	}

	select(record: DownloadRecord): Promise<void> {
		this.#engineEvents.beginSelection(record);
		return this.#enqueue(record, async () => {
			try {
				if (this.#supervisor.runs) await this.#options.engine.select(record.infohash, record.selected);
			} finally {
				this.#engineEvents.endSelection(record);
			}
		});
	}

	/** Changes the sequence of the requested pieces to that of the record. */
	setOrder(record: DownloadRecord): Promise<void> {
		return this.#enqueue(record, async () => {
			if (this.#supervisor.runs) await this.#options.engine.setOrder(record.infohash, orderOf(record));
		});
	}

	addSources(record: DownloadRecord, sources: MoreSources): Promise<void> {
		return this.#enqueue(record, async () => {
			if (this.#supervisor.runs) await this.#options.engine.addSources(record.infohash, sources);
		});
	}

	setTrackers(record: DownloadRecord): Promise<void> {
		return this.#enqueue(record, async () => {
			if (this.#supervisor.runs)
				await this.#options.engine.setTrackers(record.infohash, record.trackers ?? []);
		});
	}

	/** Announces a running download at once, or to one tracker. Resolves with whether the engine confirmed it in time. */
	async announce(record: DownloadRecord, url: string | undefined): Promise<boolean> {
		if (!this.#supervisor.runs) return false;
		try {
			const announced = this.#options.engine.announce(record.infohash, url ?? null).then(() => true);
			return await within(announced, this.callTimeout, false);
		} catch (error) {
			if (error instanceof EngineGone) return false;
			throw error;
		}
	}

	limit(record: DownloadRecord): Promise<void> {
		return this.#enqueue(record, async () => {
			const { maxDownloadSpeed, maxUploadSpeed } = this.#options.limitsOf(record);
			if (this.#supervisor.runs)
				await this.#options.engine.limit(record.infohash, maxDownloadSpeed, maxUploadSpeed);
		});
	}

	/** Limits all downloads together. Resolves when the engine has the limits, or later if it is slow. */
	async limitAll(limits: SpeedLimits): Promise<void> {
		this.#limits = limits;
		await within(this.#sendLimits(), this.callTimeout, undefined);
	}

	/** Stops a download and runs `task` before any later call for it. Rejects as `task` does. */
	finish(record: DownloadRecord, task: () => Promise<void>): Promise<void> {
		return this.#calls.run(record.infohash, async () => {
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

	/** Resolves when these bytes of the torrent are on the disk. They are downloaded first (engine/port.ts). */
	async prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		if (!this.#supervisor.runs) throw new Error(controllerText.notRunning);
		await this.#options.engine.prepare(record.infohash, reader, from, to);
	}

	/** Ends all waits of a reader. */
	release(record: DownloadRecord, reader: string): void {
		if (!this.#supervisor.runs) return;
		// An engine that died meanwhile has released it too.
		this.#options.engine.release(record.infohash, reader).catch((error: unknown) => {
			if (this.#supervisor.runs) this.#options.log('warning', `${nameOf(record)}: ${reasonOf(error)}`);
		});
	}

	/** Answers a claim of the engine. */
	async answerClaim(record: DownloadRecord, number: number, answer: ClaimAnswer): Promise<void> {
		if (!this.#supervisor.runs) return;
		try {
			await this.#options.engine.answerClaim(record.infohash, number, answer);
		} catch (error) {
			// Another engine asks again.
			if (!(error instanceof EngineGone)) this.#engineEvents.fail(record, reasonOf(error));
		}
	}

	async close(): Promise<void> {
		this.#supervisor.close();
		this.#claims.close();
		// Calls that a hung engine never completes are repeated at the next start.
		await within(this.#calls.idle(), RESPONSE_WAIT_MS, undefined);
		// The last bitfields arrive before it has closed.
		await this.#options.engine.close();
		this.#unsubscribe();
	}

	/** Calls arrive in order, so limits that are sent first apply to all downloads. */
	async #sendLimits(): Promise<void> {
		if (!this.#supervisor.runs) return;
		const { maxDownloadSpeed, maxUploadSpeed } = this.#limits;
		try {
			await this.#options.engine.limitAll(maxDownloadSpeed, maxUploadSpeed);
		} catch (error) {
			// Another engine gets them at its start.
			if (!(error instanceof EngineGone))
				this.#options.log('error', controllerText.notLimited(reasonOf(error)));
		}
	}

	async #begin(record: DownloadRecord, known?: Uint8Array): Promise<void> {
		const { registry, engine, proxies } = this.#options;
		const isRequested =
			record.error === '' && (record.checking || (record.requestedState === 'running' && !record.queued));
		if (
			!this.#supervisor.runs ||
			!isRequested ||
			registry.live(record.infohash) ||
			registry.get(record.infohash) !== record ||
			record.waitsFor !== null ||
			unfinishedMove(record)
		)
			return;
		const route = findRoute(record.hops, proxies);
		if (route instanceof HttpError) {
			this.#engineEvents.fail(record, route.message, true);
			return;
		}
		const torrent = known ?? registry.torrent(record.infohash);
		const forgets = record.checking && record.acceptsLoss;
		this.#engineEvents.begin(record);
		this.#options.owners.relocate(record);
		await engine.add({
			infohash: record.infohash,
			source: torrent ? { torrent } : { magnet: record.magnet },
			destination: record.destination,
			mountPoint: forgets || record.mountPoint === '' ? undefined : record.mountPoint,
			bitfield: forgets || record.bitfield.length === 0 ? undefined : record.bitfield,
			unverified: record.unverified,
			links: record.links,
			ownFiles: record.ownFiles,
			usesFiles: record.usesFiles,
			trackers: record.trackers ?? undefined,
			webSeeds: record.webSeeds,
			selected: record.selected,
			order: orderOf(record),
			mode: record.checking ? 'check' : 'run',
			...this.#options.limitsOf(record),
			route,
		});
		// The result of a check is measured per file, which needs the metainfo.
		if (record.checking) await registry.readAhead(record);
	}

	async #end(record: DownloadRecord): Promise<void> {
		try {
			if (this.#supervisor.runs) await this.#options.engine.stop(record.infohash);
		} catch (error) {
			// An engine that died meanwhile has stopped it too.
			if (!(error instanceof EngineGone)) throw error;
		}
		this.#options.registry.setLive(record, undefined);
		this.#options.registry.save();
	}

	/** Clears errors about missing proxies that are configured again. */
	#clearRouteError(record: DownloadRecord): void {
		const { registry, proxies } = this.#options;
		if (isMissingRoute(record.error) && record.hops <= proxies.length)
			registry.applyChange(record, { error: '' });
	}

	/** Queues an engine call. Its failure becomes the download's error. */
	#enqueue(record: DownloadRecord, task: () => Promise<void>): Promise<void> {
		return this.#calls.run(record.infohash, task).catch((error: unknown) => {
			// Calls that a dying engine did not complete are repeated on the next one.
			if (!(error instanceof EngineGone) && !this.#supervisor.closing)
				this.#engineEvents.fail(record, reasonOf(error));
		});
	}

	#onMessage(message: EngineMessage): void {
		switch (message.type) {
			case 'statuses':
				for (const status of message.statuses) this.#engineEvents.handleStatus(status);
				return;
			case 'claim':
				this.#onClaim(message);
				return;
			case 'listening':
				this.#options.log('info', controllerText.listening(message.port));
				return;
			case 'unresponsive':
				this.#handleSilence();
				return;
			case 'responsive':
				this.#handleResponse();
				return;
			case 'died':
				this.#handleDeath(message.reason);
				return;
			default:
				this.#engineEvents.handle(message);
		}
	}

	#onClaim({ infohash, ...claim }: Extract<EngineMessage, { type: 'claim' }>): void {
		const record = this.#options.registry.get(infohash);
		if (record) void this.#claims.handle(record, claim);
	}

	/** Keeps the last status: an engine that was only busy does not report unchanged values again. */
	#handleSilence(): void {
		if (this.#supervisor.closing) return;
		this.#supervisor.unresponsive();
		this.#options.registry.showLive(false);
		this.#options.onException(controllerText.silent);
	}

	#handleResponse(): void {
		this.#supervisor.responsive();
		this.#options.registry.showLive(true);
		this.#options.onResponse();
	}

	/** Adds every download to another engine, with the last reported bitfields. */
	#handleDeath(reason: string): void {
		const { registry, onException } = this.#options;
		if (!this.#supervisor.closing) {
			onException(controllerText.ended(reason));
			registry.save();
			for (const record of registry.records) registry.setLive(record, undefined);
			registry.showLive(true);
		}
		this.#supervisor.died();
	}
}

function orderOf({ sequential, priorities }: DownloadRecord): PieceOrder {
	return { sequential, priorities };
}
