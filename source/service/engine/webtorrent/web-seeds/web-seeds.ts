import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { newWebSeeds } from '../../../../metainfo/web-seed-list.ts';
import type { EnginePeer, EngineTracker } from '../../port.ts';
import { Semaphore } from '../semaphore.ts';
import { Claims } from './claims.ts';
import { WebSeed, type WebSeedContext, type WebSeedData, withoutCredentials } from './web-seed.ts';

/** Transfers from web seeds at the same time, for one download and for all downloads together. */
const MAX_TRANSFERS = 6;
export const MAX_TRANSFERS_OF_ALL = 32;
/** Transfers beyond these that wait for the limit of their download. Each keeps its connection. */
export const MAX_PAUSED_TRANSFERS = 64;

export interface WebSeedsOptions extends Omit<WebSeedContext, 'places'> {
	/** Whether the settings allow web seeds. */
	readonly enabled: boolean;
	/** Transfers of all downloads together. */
	readonly transfers: Semaphore;
}

/** The web seeds (BEP 19) of one download. */
export class WebSeeds {
	readonly #options: WebSeedsOptions;
	readonly #context: WebSeedContext;
	/** By URL. Entries without a seed are only listed. */
	readonly #seeds = new Map<string, { readonly seed: WebSeed | null; readonly view: EngineTracker }>();
	#data: WebSeedData | undefined;

	constructor(urls: readonly string[], options: WebSeedsOptions) {
		this.#options = options;
		this.#context = { ...options, places: [new Semaphore(MAX_TRANSFERS), options.transfers] };
		this.#list(urls);
	}

	/** How they are listed among the trackers; the same objects as before where nothing changed. */
	get views(): EngineTracker[] {
		return [...this.#seeds.values()].map(({ seed, view }) => seed?.view ?? view);
	}

	get urls(): string[] {
		return [...this.#seeds.keys()];
	}

	/** Those that transfer at the moment, as peers. */
	get peers(): EnginePeer[] {
		return this.#usable.flatMap((seed) => seed.peer() ?? []);
	}

	/** How many transfer at the moment. */
	get active(): number {
		return this.#usable.filter((seed) => seed.active).length;
	}

	/** Bytes per second. */
	get speed(): number {
		return this.#usable.reduce((sum, seed) => sum + seed.speed, 0);
	}

	/** The data is known, and what is missing of it is wanted. */
	begin(metainfo: Metainfo): void {
		this.#list(metainfo.webSeeds);
		this.#data = { metainfo, claims: new Claims(this.#options.swarm, metainfo.pieceLength) };
		this.update();
	}

	/** Uses those of `urls` that are not known yet. */
	add(urls: readonly string[]): void {
		this.#list(newWebSeeds(this.urls, urls));
		this.update();
	}

	/** Something else may be missing now. */
	update(): void {
		if (this.#data && this.#options.swarm.incomplete) for (const seed of this.#usable) seed.work(this.#data);
	}

	stop(): void {
		for (const seed of this.#usable) seed.stop();
		this.#data?.claims.end();
	}

	get #usable(): WebSeed[] {
		return [...this.#seeds.values()].flatMap(({ seed }) => seed ?? []);
	}

	#list(urls: readonly string[]): void {
		for (const url of urls) {
			if (this.#seeds.has(url)) continue;
			const error = this.#obstacle(url);
			const view: EngineTracker = {
				url: `[Web seed] ${withoutCredentials(url)}`,
				status: 'Disabled',
				peers: 0,
				error,
			};
			this.#seeds.set(url, { seed: error === '' ? new WebSeed(url, this.#context) : null, view });
		}
	}

	/** Why a web seed is not used; empty when it is. */
	#obstacle(url: string): string {
		if (!this.#options.enabled) return 'web seeds are disabled in the settings (web_seeds)';
		return /^https?:/i.test(url) ? '' : 'only HTTP and HTTPS web seeds are supported';
	}
}
