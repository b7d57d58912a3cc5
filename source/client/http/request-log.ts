import type { RequestRecord } from '../../basics/request-record.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';

/** Records the progress of one request. */
export interface LoggedRequest {
	readonly head: (status: number) => void;
	readonly end: (bytes: number) => void;
	readonly fail: (error: unknown) => void;
	readonly mismatch: (count: number) => void;
}

/** Maximum number of records. The oldest ones are dropped. */
export const MAX_RECORDS = 500;

/** The last requests of clients, in a ring. */
export class RequestLog {
	/** The record of the request n is at n % MAX_RECORDS. */
	readonly #ring: RequestRecord[] = [];
	#total = 0;
	#failures = 0;
	#recent: readonly RequestRecord[] | undefined;

	/** Number of all requests. */
	get total(): number {
		return this.#total;
	}

	/** Number of all failures, without requests that were aborted. */
	get failures(): number {
		return this.#failures;
	}

	/** The last requests, the newest last. The same array until something changes. */
	get recent(): readonly RequestRecord[] {
		if (!this.#recent) {
			const split = this.#total < MAX_RECORDS ? 0 : (this.#total % MAX_RECORDS) + 1;
			const ordered = [...this.#ring.slice(split), ...this.#ring.slice(0, split)];
			this.#recent = ordered.filter((record) => record !== undefined);
		}
		return this.#recent;
	}

	/** Records the start of a request. `key`: the API key, which no record contains. */
	begin(method: string, path: string, key = ''): LoggedRequest {
		this.#total += 1;
		const id = this.#total;
		const began = performance.now();
		const at = Date.now();
		this.#put({
			id,
			method,
			path,
			at,
			status: undefined,
			took: undefined,
			bytes: 0,
			failure: '',
			mismatches: 0,
		});
		const change = (part: Partial<RequestRecord>) => {
			const record = this.#ring[id % MAX_RECORDS];
			if (record?.id === id) this.#put({ ...record, ...part });
		};
		const took = () => Math.round((performance.now() - began) * 10) / 10;
		let ended = false;
		let failed = false;
		return {
			head: (status) => change({ status }),
			end: (bytes) => {
				if (!ended) change({ took: took(), bytes });
				ended = true;
			},
			fail: (error) => {
				if (failed) return;
				failed = true;
				const isAbort = error instanceof Error && error.name === 'AbortError';
				if (!isAbort) this.#failures += 1;
				const failure = isAbort ? 'aborted' : failureOf(error, key);
				change({ failure, ...(ended ? {} : { took: took() }) });
				ended = true;
			},
			mismatch: (count) => change({ mismatches: count }),
		};
	}

	#put(record: RequestRecord): void {
		this.#ring[record.id % MAX_RECORDS] = record;
		this.#recent = undefined;
	}
}

/** Maximum UTF-16 units of a failure. */
const MAX_FAILURE_LENGTH = 500;
/** Maximum UTF-16 units of an error that are examined for secrets. */
const MAX_MESSAGE_LENGTH = 8_000;

function failureOf(error: unknown, key: string): string {
	const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
	// The key is removed first: its first part would be left by a cut.
	return withoutSecrets(message, [key]).slice(0, MAX_FAILURE_LENGTH);
}
