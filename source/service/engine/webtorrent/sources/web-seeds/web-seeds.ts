import { Semaphore } from '../../../../../concurrency/semaphore.ts';
import type { Metainfo } from '../../../../../metainfo/metainfo.ts';
import { newWebSeeds } from '../../../../../metainfo/web-seed-list.ts';
import type { EnginePeer, EngineTracker } from '../../../port.ts';
import { Claims } from './claims.ts';
import { WebSeed, type WebSeedContext, type WebSeedData, withoutCredentials } from './web-seed.ts';

/** Maximum concurrent transfers from web seeds, per download and in total. */
const MAX_TRANSFERS = 6;
export const MAX_TRANSFERS_OF_ALL = 32;
/** Maximum additional transfers that wait for their download's limit. Each keeps its connection. */
export const MAX_PAUSED_TRANSFERS = 64;

/** Reasons why a web seed is not used. */
export const webSeedText = {
	disabled: 'web seeds are disabled in the settings (web_seeds)',
	notHttp: 'only HTTP and HTTPS web seeds are supported',
};

interface WebSeedsOptions extends Omit<WebSeedContext, 'slots'> {
	/** Whether the settings allow web seeds. */
	readonly enabled: boolean;
	/** Limits transfers of all downloads. */
	readonly transfers: Semaphore;
}

/** The web seeds (BEP 19) of one download. */
export class WebSeeds {
	readonly #options: WebSeedsOptions;
	readonly #context: WebSeedContext;
	/** By URL. Entries without a seed are listed only. */
	readonly #seeds = new Map<string, { readonly seed: WebSeed | null; readonly view: EngineTracker }>();
	/** Seeds that may be used. */
	readonly #usable: WebSeed[] = [];
	#data: WebSeedData | undefined;

	constructor(urls: readonly string[], options: WebSeedsOptions) {
		this.#options = options;
		this.#context = { ...options, slots: [new Semaphore(MAX_TRANSFERS), options.transfers] };
		this.#list(urls);
	}

	/** Entries in the list of trackers; unchanged ones keep their object. */
	get views(): EngineTracker[] {
		return this.#seeds.size === 0
			? []
			: [...this.#seeds.values()].map(({ seed, view }) => seed?.view ?? view);
	}

	get urls(): string[] {
		return [...this.#seeds.keys()];
	}

	/** Entries in the peer list of transferring web seeds. */
	get peers(): EnginePeer[] {
		return this.#usable.flatMap((seed) => seed.peer() ?? []);
	}

	/** Number of transferring web seeds. */
	get active(): number {
		let active = 0;
		for (const seed of this.#usable) if (seed.active) active++;
		return active;
	}

	/** Received bytes. */
	get downloaded(): number {
		let downloaded = 0;
		for (const seed of this.#usable) downloaded += seed.downloaded;
		return downloaded;
	}

	/** Bytes per second. */
	get speed(): number {
		let speed = 0;
		for (const seed of this.#usable) speed += seed.speed;
		return speed;
	}

	/** Starts fetching the missing selected pieces, after the data is known. */
	start(metainfo: Metainfo): void {
		this.#list(metainfo.webSeeds);
		this.#data = { metainfo, claims: new Claims(this.#options.requests, metainfo.pieceLength) };
		this.resume();
	}

	/** Adds unknown web seeds of `urls`. */
	add(urls: readonly string[]): void {
		this.#list(newWebSeeds(this.urls, urls));
		this.resume();
	}

	/** Searches for work after the missing pieces changed. */
	resume(): void {
		if (this.#data && this.#options.requests.isIncomplete)
			for (const seed of this.#usable) seed.start(this.#data);
	}

	stop(): void {
		for (const seed of this.#usable) seed.stop();
		this.#data?.claims.end();
	}

	#list(urls: readonly string[]): void {
		for (const url of urls) {
			if (this.#seeds.has(url)) continue;
			const error = this.#unusableReason(url);
			const view: EngineTracker = {
				url: `[Web seed] ${withoutCredentials(url)}`,
				status: 'Disabled',
				peers: 0,
				error,
			};
			const seed = error === '' ? new WebSeed(url, this.#context) : null;
			this.#seeds.set(url, { seed, view });
			if (seed) this.#usable.push(seed);
		}
	}

	/** Returns why a web seed is not used; empty if it is. */
	#unusableReason(url: string): string {
		if (!this.#options.enabled) return webSeedText.disabled;
		return /^https?:/i.test(url) ? '' : webSeedText.notHttp;
	}
}
