import type { Client } from '../client/client.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { batchOf, type RequestResult } from '../state/batch/batch.ts';
import type { BatchMessage } from '../state/batch/message.ts';
import type { BatchRequest, RequestBatch } from '../state/batch/request.ts';
import { type Failure, isUnreachable } from '../state/connection/connection.ts';
import type { Store } from '../state/core/store.ts';
import type { News } from '../state/events/journal.ts';

/** Maximum number of concurrent requests of all batches. */
const MAX_CONCURRENT_REQUESTS = 4;

/** Interval of progress reports. More frequent ones would delay keys. */
const REPORT_INTERVAL_MS = 100;

/** Sends one request; returns the failure, if any. */
type SendRequest = (
	request: Pick<BatchRequest<Client>, 'send' | 'isDoneIfMissing'>,
) => Promise<Failure | undefined>;

/** Runs batches of requests, a few at a time, and reports their progress to the store. */
export class BatchRunner {
	readonly #store: Store;
	readonly #send: SendRequest;
	readonly #signal: AbortSignal;
	readonly #slots = new Semaphore(MAX_CONCURRENT_REQUESTS);
	#nextId = 1;

	constructor(store: Store, send: SendRequest, signal: AbortSignal) {
		this.#store = store;
		this.#send = send;
		this.#signal = signal;
	}

	/** Resolves when the last sent request has ended and is reported. */
	async run({ requests, doing, did, done, step }: RequestBatch<Client>): Promise<void> {
		const id = this.#nextId++;
		const changes = requests.flatMap(({ infohash, change }) =>
			infohash === undefined || !change ? [] : [{ infohash, change }],
		);
		this.#dispatch({ type: 'began', id, doing, total: requests.length, changes, step, at: Date.now() });

		const faults: Failure[] = [];
		let outcomes: RequestResult[] = [];
		let sent = 0;
		const report = () => {
			if (outcomes.length === 0) return;
			const reported = outcomes;
			outcomes = [];
			this.#dispatch({ type: 'progress', id, outcomes: reported, at: Date.now() });
		};
		const sendNext = async (): Promise<boolean> => {
			const request = requests[sent];
			if (!request || this.#isOver(id)) return false;
			sent++;
			const fault = await this.#send(request);
			// After quitting, nothing is reported.
			if (this.#signal.aborted) return false;
			if (fault) faults.push(fault);
			outcomes.push({
				name: request.name ?? request.doing ?? doing,
				doing: request.doing ?? doing,
				infohash: request.infohash,
				change: request.change,
				logEntry: request.logEntry,
				fault: fault && { text: fault.message, hint: fault.hint, unreachable: isUnreachable(fault) },
			});
			return true;
		};
		const work = async () => {
			// A single request, caused by one key, does not wait for other batches.
			if (requests.length === 1) await sendNext();
			else while (await this.#slots.run(sendNext));
		};

		const reporting = setInterval(report, REPORT_INTERVAL_MS);
		await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_REQUESTS, requests.length) }, work));
		clearInterval(reporting);
		if (this.#signal.aborted) return;
		report();
		const summary = summaryOf({ doing, did, done, all: requests.length, sent, faults });
		const last = faults.at(-1);
		const news = summary && last ? { ...summary, unreachable: isUnreachable(last) } : summary;
		this.#dispatch({ type: 'ended', id, news, at: Date.now() });
	}

	#isOver(id: number): boolean {
		return this.#signal.aborted || batchOf(this.#store.get().batches, id)?.cancelled !== false;
	}

	#dispatch(what: BatchMessage): void {
		this.#store.dispatch({ type: 'batch', what });
	}
}

interface Summary {
	readonly doing: string;
	readonly did: string | undefined;
	readonly done: RequestBatch<Client>['done'];
	readonly all: number;
	readonly sent: number;
	readonly faults: readonly Failure[];
}

export const batchText = {
	some: (did: string, worked: number, all: number) => `${did}: ${worked} of ${all} downloads`,
	cancelled: 'the rest is cancelled',
	failed: (failed: number, last: string) => `${failed} failed, the last: ${last}`,
	someFailed: (failed: number, all: number, last: string) => `${failed} of ${all} failed, the last: ${last}`,
	allFailed: (all: number, last: string) => `all ${all} failed, the last: ${last}`,
} as const;

/** Returns the summary: success, or the counts and the last failure. A failed single request is reported separately. */
function summaryOf({ doing, did, done, all, sent, faults }: Summary): News | undefined {
	const failed = faults.length;
	const last = `${faults.at(-1)?.message}`;
	const failures = batchText.failed(failed, last);
	const worked = did === undefined ? undefined : batchText.some(did, sent - failed, all);
	if (sent < all) {
		const andFailed = failed === 0 ? '' : `, ${failures}`;
		return worked === undefined
			? { level: 'warning', doing, text: `cancelled after ${sent} of ${all}${andFailed}` }
			: { level: 'warning', text: `${worked}, ${batchText.cancelled}${andFailed}` };
	}
	if (failed === 0) return typeof done === 'function' ? done() : done;
	if (all === 1) return undefined;
	if (failed === all) return { level: 'error', doing, text: batchText.allFailed(all, last) };
	return worked === undefined
		? { level: 'error', doing, text: batchText.someFailed(failed, all, last) }
		: { level: 'error', text: `${worked}, ${failures}` };
}
