import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import type { Call } from '../declaration/service-command.ts';

/** Milliseconds between two looks for a service, at least. */
const LOOK_INTERVAL_MS = 1_000;

/** The service of a command that goes on for a long time: it may move to another port or take another key meanwhile. */
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

	/** Looks again for the service; true when it was found elsewhere, and `client` is one of that place. */
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
		// A file that cannot be read now may be whole at the next look.
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
