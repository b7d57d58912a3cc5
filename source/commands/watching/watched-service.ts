import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import type { Call } from '../service-command/service-command.ts';

/** Minimum interval between two searches for the service. */
const SEARCH_INTERVAL_MS = 1_000;

/** The service of a long-running command. It may move to another port or use another key. */
export class WatchedService {
	readonly #call: Call;
	readonly #signal: AbortSignal;
	#client: Client;
	#service: FoundService;
	#searchedAt = Number.NEGATIVE_INFINITY;
	#searching: Promise<boolean> | undefined;

	constructor(call: Call, signal: AbortSignal) {
		this.#call = call;
		this.#signal = signal;
		this.#client = call.client;
		this.#service = call.service;
	}

	get client(): Client {
		return this.#client;
	}

	/** Searches for the service again. Returns true if it has moved. `client` then uses the new address. */
	refind(): Promise<boolean> {
		this.#searching ??= this.#search().finally(() => {
			this.#searching = undefined;
		});
		return this.#searching;
	}

	async close(): Promise<void> {
		if (this.#client !== this.#call.client) await this.#client.close();
	}

	async #search(): Promise<boolean> {
		const { refind } = this.#call;
		if (!refind) return false;
		const wait = Math.max(0, this.#searchedAt + SEARCH_INTERVAL_MS - performance.now());
		await delay(wait, undefined, { signal: this.#signal }).catch(() => {});
		if (this.#signal.aborted) return false;
		this.#searchedAt = performance.now();
		// A file that is being written may be complete at the next attempt.
		const found = await refind().catch(() => undefined);
		if (!found || this.#signal.aborted || !hasMoved(found, this.#service)) return false;
		const { createClient } = await import('../../client/client.ts');
		await this.close();
		this.#service = found;
		this.#client = createClient(found);
		return true;
	}
}

function hasMoved(found: FoundService, before: FoundService): boolean {
	return found.url !== before.url || found.apiKey !== before.apiKey || found.generation !== before.generation;
}
