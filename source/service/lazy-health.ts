import type { KnownHealth } from './channels/channel-registry.ts';
import type { Health } from './health/health.ts';
import type { HealthService } from './health/health-service.ts';
import type { OpenHealthOptions } from './health/open-health.ts';

/** Returns the health checks. The first call loads their code. */
export type OpenHealth = () => Promise<Health>;

/** Health checks. Their code is loaded with the first request for them. */
export class LazyHealth {
	readonly #options: () => OpenHealthOptions;
	#loading: Promise<HealthService> | undefined;
	#opened: HealthService | undefined;
	#isClosed = false;

	constructor(options: () => OpenHealthOptions) {
		this.#options = options;
	}

	/** Sizes of swarms by the last checks. Without a check, none are known. */
	readonly known: KnownHealth = (infohash) => this.#opened?.known(infohash);

	readonly open: OpenHealth = () => {
		this.#loading ??= import('./health/open-health.ts').then(({ openHealth }) => {
			const opened = openHealth(this.#options());
			this.#opened = opened;
			if (this.#isClosed) opened.close();
			return opened;
		});
		return this.#loading;
	};

	/** Ends all checks. */
	close(): void {
		this.#isClosed = true;
		this.#opened?.close();
	}
}
