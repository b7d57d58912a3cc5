import type { Client } from '../client/client.ts';
import { FileExistsError, saveMemoryDump } from '../client/memory-dump.ts';
import type { Store } from '../state/core/store.ts';
import type { DumpResult, MemoryDump } from '../state/dialogs/memory-dump-dialog.ts';
import { failureOf } from './failure.ts';
import { targetPath, withWriteReason } from './save-file.ts';

/** Minimum time between two reports of the progress, ms. */
const REPORT_INTERVAL_MS = 200;

/** Saves the memory dump that the state requests, until it is complete or cancelled there. */
export class DumpSaver {
	readonly #store: Store;
	readonly #client: () => Client;
	readonly #unsubscribe: () => void;
	#running:
		| { readonly id: number; readonly abort: AbortController; readonly ended: Promise<void> }
		| undefined;
	#closed = false;

	/** `client` returns the current client. */
	constructor(store: Store, client: () => Client) {
		this.#store = store;
		this.#client = client;
		this.#unsubscribe = store.subscribe(() => this.#adjust(), 'memoryDump');
		// A session that is opened again continues with the state of the last one.
		this.#adjust();
	}

	/** Cancels a running dump. Resolves when its incomplete file is deleted. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#unsubscribe();
		this.#running?.abort.abort();
		await this.#running?.ended;
	}

	#adjust(): void {
		const { memoryDump: dump } = this.#store.get();
		if (this.#running) {
			if (dump?.id !== this.#running.id || dump.isCancelled) this.#running.abort.abort();
		} else if (dump && !this.#closed) {
			const abort = new AbortController();
			// Started later: `save` may dispatch, and the store notifies its listeners now.
			const ended = Promise.resolve().then(() => this.#save(dump, abort.signal));
			this.#running = { id: dump.id, abort, ended };
		}
	}

	async #save(dump: MemoryDump, signal: AbortSignal): Promise<void> {
		const { id } = dump;
		const result = await this.#resultOf(dump, signal);
		this.#running = undefined;
		if (this.#closed) return;
		this.#store.dispatch({ type: 'memory-dump', what: { type: 'ended', id, result, at: Date.now() } });
	}

	async #resultOf(
		{ id, process, path: typed, overwrite }: MemoryDump,
		signal: AbortSignal,
	): Promise<DumpResult> {
		let reportedAt = 0;
		const onProgress = (bytes: number, total: number | undefined) => {
			const now = performance.now();
			if (signal.aborted || now - reportedAt < REPORT_INTERVAL_MS) return;
			reportedAt = now;
			this.#store.dispatch({ type: 'memory-dump', what: { type: 'progress', id, bytes, total } });
		};
		try {
			const path = await targetPath({ path: typed, name: `memory-dump-${process}.heapsnapshot` });
			const bytes = await withWriteReason(
				path,
				saveMemoryDump(this.#client(), { process, path, overwrite }, { signal, onProgress }),
			);
			return { kind: 'saved', path, bytes };
		} catch (error) {
			if (signal.aborted) return { kind: 'cancelled' };
			if (error instanceof FileExistsError) return { kind: 'exists' };
			return { kind: 'failed', failure: failureOf(error) };
		}
	}
}
