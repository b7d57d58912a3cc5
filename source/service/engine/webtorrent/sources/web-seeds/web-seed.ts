import { setTimeout as delay } from 'node:timers/promises';
import type { Pause, Semaphore } from '../../../../../concurrency/semaphore.ts';
import type { Metainfo, MetainfoFile } from '../../../../../metainfo/metainfo.ts';
import { connectDirectly } from '../../../../http-client/open-response.ts';
import type { OwnService } from '../../../../http-client/own-service.ts';
import type { Route } from '../../../../proxies/route.ts';
import { ProxyError } from '../../../../proxies/socks5.ts';
import type { EnginePeer, EngineTracker } from '../../../port.ts';
import { writeBackpressure } from '../../disk/write-backpressure.ts';
import type { Limits } from '../../peer/limits.ts';
import type { PieceRequests } from '../../pieces/piece-requests.ts';
import type { Sender } from '../../pieces/sender.ts';
import { announceFailure } from '../trackers/tracker-error.ts';
import { BlockAssembler } from './block-assembler.ts';
import type { Claim, Claims } from './claims.ts';
import { AbsentFileError, BusyError, UnusableError } from './errors.ts';
import { type ByteRange, fileRanges, fileUrl } from './file-ranges.ts';
import { fetchRange } from './file-request.ts';
import { Speed } from './speed.ts';

/** Concurrent connections to one web seed. */
const CONNECTIONS = 2;
/** Delay between searches for work. Doubles while there is none. */
const MIN_IDLE_MS = 250;
const MAX_IDLE_MS = 4_000;
/** Delay after the first failure. Doubles with each. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 30 * 60 * 1000;
/** Consecutive missing files after which the web seed counts as failing. */
const MAX_ABSENT_IN_A_ROW = 10;
/** Target duration of a claim, in seconds, within these bytes. */
const CLAIM_SECONDS = 5;
const MIN_CLAIM_BYTES = 512 * 1024;
const MAX_CLAIM_BYTES = 16 * 1024 * 1024;

/** Error of a banned web seed. */
export const WRONG_DATA = 'it sent wrong data and is not used again';

/** Connection type of web seeds in peer lists, as in libtorrent. */
const WEB_SEED_CONNECTION = 1;

/** Options shared by all web seeds of a download. */
export interface WebSeedContext {
	readonly requests: PieceRequests;
	readonly limits: Limits;
	readonly route: Route | null;
	readonly ownService: OwnService;
	/** Limits transfers of this download and of all downloads. */
	readonly slots: readonly [Semaphore, Semaphore];
}

/** Data that web seeds deliver. */
export interface WebSeedData {
	readonly metainfo: Metainfo;
	readonly claims: Claims;
}

/** One web seed (BEP 19) of one download. Fetches missing pieces by HTTP range requests. */
export class WebSeed implements Sender {
	readonly url: string;
	/** Entry in the list of trackers; replaced by a new object on every change. */
	view: EngineTracker;
	readonly remoteAddress: string;
	readonly #context: WebSeedContext;
	readonly #abort = new AbortController();
	readonly #speed = new Speed();
	/** Files that the server does not have. */
	readonly #absent = new Set<MetainfoFile>();
	#absentInARow = 0;
	#received = 0;
	/** Number of running requests. */
	#requests = 0;
	#workers = 0;
	#failures = 0;
	/** Start of the next attempt, `performance.now()`. */
	#retryAt = 0;
	/** Time of the last work found. */
	#busyAt = 0;
	/** Whether it sent wrong data. */
	#banned = false;

	constructor(url: string, context: WebSeedContext) {
		this.url = url;
		this.#context = context;
		this.remoteAddress = `the web seed ${withoutCredentials(url)}`;
		this.view = {
			url: `[Web seed] ${withoutCredentials(url)}`,
			status: 'Not contacted yet',
			peers: 0,
			error: '',
		};
	}

	/** Part of `Sender`: blocks of an ended web seed are ignored. */
	get _finished(): boolean {
		return this.#abort.signal.aborted;
	}

	/** Whether a transfer is running. */
	get active(): boolean {
		return this.#requests > 0;
	}

	/** Received bytes. */
	get downloaded(): number {
		return this.#received;
	}

	get speed(): number {
		return this.#speed.perSecond;
	}

	/** Disables the web seed for this run, because it sent wrong data. */
	destroy(): void {
		this.#banned = true;
		this.#setStatus('Not working', WRONG_DATA);
		this.stop();
	}

	stop(): void {
		this.#abort.abort(new Error('the download was stopped'));
	}

	/** Fetches until nothing is missing. Does nothing if already working. */
	start(data: WebSeedData): void {
		for (; this.#workers < CONNECTIONS && !this._finished; this.#workers++) {
			this.#busyAt = performance.now();
			void this.#work(data);
		}
	}

	/** Returns its entry in the peer list; undefined without transfers. */
	peer(): EnginePeer | undefined {
		if (!this.active) return undefined;
		const { hostname, port, protocol } = new URL(this.url);
		return {
			id: '',
			extended_version: 'web seed',
			ip: hostname.replace(/^\[|\]$/g, ''),
			port: Number(port) || (protocol === 'https:' ? 443 : 80),
			direction: 'L',
			uprate: 0,
			downrate: Math.round(this.speed),
			utotal: 0,
			dtotal: this.#received,
			uinterested: false,
			uchoked: false,
			dinterested: true,
			dchoked: true,
			optimistic: false,
			snubbed: false,
			seed: true,
			upload_only: true,
			completed: 1,
			connection_type: WEB_SEED_CONNECTION,
		};
	}

	async #work(data: WebSeedData): Promise<void> {
		const { requests, route, slots } = this.#context;
		const { signal } = this.#abort;
		const [own, all] = slots;
		let idle = MIN_IDLE_MS;
		try {
			while (requests.isIncomplete) {
				const pause = this.#retryAt - performance.now();
				const ready = pause <= 0 && route?.reachable !== false;
				const worked =
					ready && (await own.run(() => all.run((pause) => this.#transfer(data, pause), signal), signal));
				idle = worked ? MIN_IDLE_MS : Math.min(idle * 2, MAX_IDLE_MS);
				if (!worked) await delay(Math.max(idle, pause), undefined, { signal, ref: false });
			}
		} catch (error) {
			if (!signal.aborted) throw error;
		} finally {
			this.#workers--;
		}
	}

	/** Fetches one claim. Pauses while the download limit is used up. Returns whether there was a claim. */
	async #transfer(data: WebSeedData, pause: Pause): Promise<boolean> {
		if (this._finished || performance.now() < this.#retryAt) return false;
		const { claims, metainfo } = data;
		const claim = claims.next({
			sender: this,
			has: (index) => this.#has(index, metainfo),
			bytes: Math.min(Math.max(this.speed * CLAIM_SECONDS, MIN_CLAIM_BYTES), MAX_CLAIM_BYTES),
			idleMs: performance.now() - this.#busyAt,
		});
		if (!claim) return false;
		this.#requests++;
		try {
			await this.#fetch(claim, metainfo, pause);
			this.#failures = 0;
		} catch (error) {
			this.#onFailure(error);
		} finally {
			this.#requests--;
			this.#busyAt = performance.now();
			claims.release(claim);
		}
		return true;
	}

	async #fetch(claim: Claim, metainfo: Metainfo, pause: Pause): Promise<void> {
		const { blocks } = this.#context.requests;
		const assembler = new BlockAssembler(claim, metainfo.pieceLength, (reserved, block, bytes) =>
			blocks.receive(reserved, block, bytes, this),
		);
		for (const range of claim.ranges) {
			assembler.startRange(range);
			await this.#fetchRange(range, metainfo, assembler, pause);
		}
	}

	async #fetchRange(
		range: ByteRange,
		metainfo: Metainfo,
		assembler: BlockAssembler,
		pause: Pause,
	): Promise<void> {
		const { limits, route, ownService } = this.#context;
		const { signal } = this.#abort;
		const connect = route ? route.open.bind(route) : connectDirectly;
		for (const { file, from, to } of fileRanges(metainfo, range)) {
			if (file.padding) {
				for (let at = from; at < to; at += zeros.length) assembler.append(zeros.subarray(0, to - at));
				continue;
			}
			const write = async (bytes: Uint8Array): Promise<void> => {
				await limits.acquire(bytes.length, signal, pause);
				await writeBackpressure.untilRoom();
				signal.throwIfAborted();
				this.#received += bytes.length;
				this.#speed.add(bytes.length);
				if (this.view.status !== 'Working') this.#setStatus('Working', '');
				assembler.append(bytes);
			};
			const url = fileUrl(this.url, metainfo, file);
			try {
				await fetchRange({ url, from, to, fileLength: file.length, write }, { connect, ownService, signal });
			} catch (error) {
				if (error instanceof AbsentFileError) this.#absent.add(file);
				throw error;
			}
			this.#absentInARow = 0;
		}
	}

	#onFailure(error: unknown): void {
		if (this._finished) return;
		if (error instanceof ProxyError) {
			// A failure of the route is not the web seed's.
			this.#retryAt = performance.now() + FIRST_RETRY_MS;
			return;
		}
		if (error instanceof AbsentFileError && ++this.#absentInARow < MAX_ABSENT_IN_A_ROW) {
			this.#setStatus('Not working', error.message);
			return;
		}
		this.#failures++;
		let wait = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), MAX_RETRY_MS);
		if (error instanceof UnusableError) wait = MAX_RETRY_MS;
		if (error instanceof BusyError) wait = error.waitMs ?? wait;
		if (error instanceof AbsentFileError) wait = MAX_RETRY_MS;
		this.#retryAt = performance.now() + wait;
		// After a long wait the files may be available.
		if (wait === MAX_RETRY_MS) this.#absent.clear();
		this.#setStatus('Not working', announceFailure(error, 'the web seed'));
	}

	#has(index: number, metainfo: Metainfo): boolean {
		if (this.#absent.size === 0) return true;
		const from = index * metainfo.pieceLength;
		for (const { file } of fileRanges(metainfo, { from, to: from + metainfo.pieceLength }))
			if (this.#absent.has(file)) return false;
		return true;
	}

	#setStatus(status: EngineTracker['status'], error: string): void {
		if (this.#banned && status === 'Working') return;
		const peers = status === 'Working' ? 1 : 0;
		if (this.view.status !== status || this.view.error !== error)
			this.view = { ...this.view, status, error, peers };
	}
}

const zeros = new Uint8Array(64 * 1024);

/** Returns the URL without credentials, for messages and lists. */
export function withoutCredentials(url: string): string {
	const plain = new URL(url);
	if (plain.username === '' && plain.password === '') return url;
	plain.username = '';
	plain.password = '';
	return plain.href;
}
