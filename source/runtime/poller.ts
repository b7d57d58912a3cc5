import type { Client } from '../client/client.ts';
import { AbsentError } from '../client/errors.ts';
import { baseQueries } from '../state/core/queries.ts';
import type { QueryName, ServiceQuery } from '../state/core/query.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import { failureOf } from './failure.ts';
import { type QueryRequest, queryRequestOf } from './query-requests.ts';

/** Delay between attempts while a query keeps failing, ms. */
const RETRY_INTERVAL_MS = 2_000;

interface Poll {
	/** Query; its name and download never change. */
	query: ServiceQuery;
	readonly request: QueryRequest;
	/** Aborts the running request when the query is dropped. */
	readonly abort: AbortController;
	timer: NodeJS.Timeout | undefined;
	inFlight: boolean;
	/** Whether a refresh was requested while a request was in flight. */
	stale: boolean;
	/** Arrival and duration of the last response, ms. */
	answeredAt: number;
	tookMs: number;
}

/** Minimum interval between a response and a request caused by an event. */
const MIN_INTERVAL_MS = 150;
/** Delay before another download is queried, so that scrolling through the list sends no request per row. */
const SETTLE_MS = 150;

export type QueriesOf = (state: State) => readonly ServiceQuery[];

/**
 * Turns queries into requests, one in flight per query. The next request waits at least as long as the last one took.
 * Queries that are no longer visible are dropped.
 */
export class Poller {
	readonly #polls = new Map<QueryName, Poll>();
	readonly #unsubscribe: () => void;
	readonly #client: Client;
	readonly #store: Store;

	readonly #queriesOf: QueriesOf;

	/** `queriesOf`: queries of the visible surfaces. */
	constructor(client: Client, store: Store, queriesOf: QueriesOf = baseQueries) {
		this.#queriesOf = queriesOf;
		this.#client = client;
		this.#store = store;
		this.#unsubscribe = store.subscribe(() => this.#adjust());
		this.#adjust();
	}

	/** Repeats stale queries, if they are still needed. */
	refresh(names: readonly QueryName[]): void {
		for (const name of names) {
			const ask = this.#polls.get(name);
			if (!ask) continue;
			if (ask.inFlight) ask.stale = true;
			else this.#soon(ask);
		}
	}

	refreshAll(): void {
		this.refresh([...this.#polls.keys()]);
	}

	stop(): void {
		this.#unsubscribe();
		for (const ask of this.#polls.values()) this.#drop(ask);
		this.#polls.clear();
	}

	#adjust(): void {
		const needs = this.#queriesOf(this.#store.get());
		for (const need of needs) {
			const ask = this.#polls.get(need.name);
			if (ask && ask.query.infohash === need.infohash) {
				const isOld = need.aspect !== undefined && need.aspect !== ask.query.aspect;
				const isRarer = need.intervalMs > ask.query.intervalMs;
				ask.query = need;
				if (isOld) this.refresh([need.name]);
				else if (isRarer) this.#later(ask);
			} else {
				if (ask) this.#drop(ask);
				const begun: Poll = {
					query: need,
					request: queryRequestOf(need),
					abort: new AbortController(),
					timer: undefined,
					inFlight: false,
					stale: false,
					answeredAt: Number.NEGATIVE_INFINITY,
					tookMs: 0,
				};
				this.#polls.set(need.name, begun);
				// Deferred, so that the effect of the key is painted first.
				begun.timer = setTimeout(() => this.#ask(begun), ask ? SETTLE_MS : 0);
			}
		}
		for (const [name, ask] of this.#polls) {
			if (needs.some((need) => need.name === name)) continue;
			this.#drop(ask);
			this.#polls.delete(name);
		}
	}

	#drop(ask: Poll): void {
		clearTimeout(ask.timer);
		ask.abort.abort();
	}

	#ask(ask: Poll): void {
		clearTimeout(ask.timer);
		ask.inFlight = true;
		ask.stale = false;
		const began = performance.now();
		ask.request(this.#client, { signal: ask.abort.signal }, ask.query).then(
			(message) => {
				// Drop the answer to a dropped query.
				if (this.#polls.get(ask.query.name) !== ask) return;
				this.#store.dispatch(message);
				ask.answeredAt = performance.now();
				ask.tookMs = ask.answeredAt - began;
				// A slow service gets a pause as long as its response took.
				this.#next(ask, Math.max(ask.query.intervalMs - ask.tookMs, ask.tookMs));
			},
			(error: unknown) => {
				if (this.#polls.get(ask.query.name) !== ask) return;
				const failure = failureOf(error);
				this.#store.dispatch({ type: 'query-failed', query: ask.query.name, failure, at: Date.now() });
				// A missing endpoint is not queried again until a refresh.
				this.#next(ask, error instanceof AbsentError ? undefined : RETRY_INTERVAL_MS);
			},
		);
	}

	/** Schedules the next request; without `wait`, none until the query is refreshed. */
	#next(ask: Poll, wait: number | undefined): void {
		ask.inFlight = false;
		if (this.#polls.get(ask.query.name) !== ask) return;
		if (ask.stale) this.#soon(ask);
		else if (wait !== undefined && Number.isFinite(wait)) ask.timer = setTimeout(() => this.#ask(ask), wait);
	}

	/** Delays the next request after the interval has grown. */
	#later(ask: Poll): void {
		if (ask.inFlight || !Number.isFinite(ask.answeredAt)) return;
		clearTimeout(ask.timer);
		this.#next(ask, Math.max(0, ask.answeredAt + ask.query.intervalMs - performance.now()));
	}

	/** Schedules one request for a burst of events, after the pause since the last response. */
	#soon(ask: Poll): void {
		const due = ask.answeredAt + Math.max(MIN_INTERVAL_MS, ask.tookMs);
		clearTimeout(ask.timer);
		ask.timer = setTimeout(() => this.#ask(ask), Math.max(0, due - performance.now()));
	}
}
