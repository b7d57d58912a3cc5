import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import type { Call } from '../declaration/service-command.ts';

/** Minimum interval between two searches for the service. */
const LOOK_INTERVAL_MS = 1_000;

/** The service of a long-running command. It may move to another port or use another key. */
export class WatchedService {
	readonly #call: Call;
	readonly #signal: AbortSignal;
	#client: Client;
	#service: FoundService;
	#lookedAt = Number.NEGATIVE_INFINITY;
	#looking: Promise<boolean> | undefined;

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
		this.#looking ??= this.#look().finally(() => {
			this.#looking = undefined;
		});
		return this.#looking;
	}

	async close(): Promise<void> {
		if (this.#client !== this.#call.client) await this.#client.close();
	}

	async #look(): Promise<boolean> {
		const { refind } = this.#call;
		if (!refind) return false;
		const wait = Math.max(0, this.#lookedAt + LOOK_INTERVAL_MS - performance.now());
		await delay(wait, undefined, { signal: this.#signal }).catch(() => {});
		if (this.#signal.aborted) return false;
		this.#lookedAt = performance.now();
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
