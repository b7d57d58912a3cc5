import type { Client } from '../client/client.ts';
import { AbsentError } from '../client/http/errors.ts';
import type { Message } from '../state/core/message.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import type { QueryName, ServiceQuery } from '../state/surfaces/query.ts';
import { failureOf } from './failure.ts';
import type { OwnSources } from './own-samples.ts';
import { type Reader, readerOf } from './query-readers.ts';

/** Delay between attempts while a query keeps failing, ms. */
const RETRY_INTERVAL_MS = 2_000;

interface Poll {
	/** Query; its name and download never change. */
	query: ServiceQuery;
	readonly read: Reader;
	/** Aborts the running request when the query is dropped. */
	readonly abort: AbortController;
	timer: NodeJS.Timeout | undefined;
	inFlight: boolean;
	/** Whether a refresh was requested while a request was in flight. */
	stale: boolean;
	/** Arrival and duration of the last response, and the duration of the one before it, ms. */
	answeredAt: number;
	tookMs: number;
	tookBeforeMs: number;
}

/** Minimum interval between a response and a request caused by an event. */
const MIN_INTERVAL_MS = 150;
/** Maximum pause after a slow response, ms. */
const MAX_PAUSE_MS = 10_000;
/** Delay before another download is queried, so that scrolling through the list sends no request per row. */
const SETTLE_MS = 150;

const resolved = Promise.resolve();

export type QueriesOf = (state: State) => readonly ServiceQuery[];

/**
 * Turns queries into requests, one in flight per query. While a service is slow, the next request waits at least as long
 * as the last one took. Queries that are no longer visible are dropped.
 */
export class Poller {
	readonly #polls = new Map<QueryName, Poll>();
	readonly #unsubscribe: () => void;
	readonly #client: Client;
	readonly #store: Store;

	readonly #queriesOf: QueriesOf;
	readonly #own: OwnSources;
	/** The state whose queries are taken after the current work. */
	#waiting: State | undefined;

	/** `queriesOf`: queries of the visible surfaces. `own`: sources of samples of the cockpit itself. */
	constructor(client: Client, store: Store, queriesOf: QueriesOf, own: OwnSources) {
		this.#own = own;
		this.#queriesOf = queriesOf;
		this.#client = client;
		this.#store = store;
		this.#unsubscribe = store.subscribe(() => this.#adjustSoon());
		this.adjust();
	}

	/** Repeats stale queries, if they are still needed. */
	refresh(names: readonly QueryName[]): void {
		this.#adjustWaiting();
		for (const name of names) {
			const poll = this.#polls.get(name);
			if (!poll) continue;
			if (poll.inFlight) poll.stale = true;
			else this.#scheduleSoon(poll);
		}
	}

	/** Repeats queries without a pause, because the service may be gone. */
	check(names: readonly QueryName[]): void {
		this.#adjustWaiting();
		for (const name of names) {
			const poll = this.#polls.get(name);
			if (poll && !poll.inFlight) this.#send(poll);
		}
	}

	refreshAll(): void {
		this.refresh([...this.#polls.keys()]);
	}

	stop(): void {
		this.#unsubscribe();
		this.#waiting = undefined;
		for (const poll of this.#polls.values()) this.#drop(poll);
		this.#polls.clear();
	}

	/**
	 * Takes the queries of the current state after the current work: input is painted within it. An earlier state that waits
	 * is taken first, since its changes may have dropped data.
	 */
	#adjustSoon(): void {
		if (this.#waiting) this.adjust(this.#waiting);
		else void resolved.then(() => this.#adjustWaiting());
		this.#waiting = this.#store.get();
	}

	#adjustWaiting(): void {
		const state = this.#waiting;
		this.#waiting = undefined;
		if (state) this.adjust(state);
	}

	/** Takes the queries of a state. Needed when they change without a change of the state. */
	adjust(state = this.#store.get()): void {
		const queries = this.#queriesOf(state);
		for (const query of queries) {
			const poll = this.#polls.get(query.name);
			if (poll && poll.query.infohash === query.infohash) {
				const isOld = query.aspect !== undefined && query.aspect !== poll.query.aspect;
				const isRarer = query.intervalMs > poll.query.intervalMs;
				poll.query = query;
				if (isOld) this.refresh([query.name]);
				else if (isRarer) this.#postpone(poll);
			} else {
				if (poll) this.#drop(poll);
				const created: Poll = {
					query,
					read: readerOf(query, this.#own),
					abort: new AbortController(),
					timer: undefined,
					inFlight: false,
					stale: false,
					answeredAt: Number.NEGATIVE_INFINITY,
					tookMs: 0,
					tookBeforeMs: Number.POSITIVE_INFINITY,
				};
				this.#polls.set(query.name, created);
				// Deferred, so that the effect of the key is painted first.
				created.timer = setTimeout(() => this.#send(created), poll ? SETTLE_MS : 0);
			}
		}
		for (const [name, poll] of this.#polls) {
			if (queries.some((query) => query.name === name)) continue;
			this.#drop(poll);
			this.#polls.delete(name);
		}
	}

	#drop(poll: Poll): void {
		clearTimeout(poll.timer);
		poll.abort.abort();
	}

	#send(poll: Poll): void {
		clearTimeout(poll.timer);
		poll.inFlight = true;
		poll.stale = false;
		const began = performance.now();
		const { name, endpoint, request } = poll.query;
		const sentAt = Date.now();
		// The answer to a dropped query is dropped.
		const isDropped = () => this.#polls.get(poll.query.name) !== poll;
		const onPart = (message: Message) => {
			if (!isDropped()) this.#store.dispatch(message);
		};
		poll.read(this.#client, poll.query, { signal: poll.abort.signal }, onPart).then(
			(answer) => {
				if (isDropped()) return;
				const at = Date.now();
				// The reader ties the answer to the endpoint. The compiler cannot see that through a variable.
				const message = { type: 'answer', query: name, endpoint, answer, request, sentAt, at } as Message;
				this.#store.dispatch(message);
				// The answer may change the interval of its query.
				this.#adjustWaiting();
				if (Number.isFinite(poll.answeredAt)) poll.tookBeforeMs = poll.tookMs;
				poll.answeredAt = performance.now();
				poll.tookMs = poll.answeredAt - began;
				this.#schedule(poll, Math.max(poll.query.intervalMs - poll.tookMs, pauseAfter(poll)));
			},
			(error: unknown) => {
				if (isDropped()) return;
				const failure = failureOf(error);
				this.#store.dispatch({ type: 'query-failed', query: name, failure, request, at: Date.now() });
				this.#adjustWaiting();
				// A missing endpoint is not queried again until a refresh.
				this.#schedule(
					poll,
					error instanceof AbsentError ? undefined : (poll.query.retryMs ?? RETRY_INTERVAL_MS),
				);
			},
		);
	}

	/** Schedules the next request; without `wait`, none until the query is refreshed. */
	#schedule(poll: Poll, wait: number | undefined): void {
		poll.inFlight = false;
		if (this.#polls.get(poll.query.name) !== poll) return;
		if (poll.stale) this.#scheduleSoon(poll);
		else if (wait !== undefined && Number.isFinite(wait))
			poll.timer = setTimeout(() => this.#send(poll), wait);
	}

	/** Delays the next request after the interval has grown. */
	#postpone(poll: Poll): void {
		if (poll.inFlight || !Number.isFinite(poll.answeredAt)) return;
		clearTimeout(poll.timer);
		this.#schedule(poll, Math.max(0, poll.answeredAt + poll.query.intervalMs - performance.now()));
	}

	/** Schedules one request for a burst of events, after the pause since the last response. */
	#scheduleSoon(poll: Poll): void {
		const due = poll.answeredAt + Math.max(MIN_INTERVAL_MS, pauseAfter(poll));
		clearTimeout(poll.timer);
		poll.timer = setTimeout(() => this.#send(poll), Math.max(0, due - performance.now()));
	}
}

/**
 * Returns the minimum pause after a response, ms: a slow service gets a pause as long as its response took. One slow
 * response after a quick one was an interruption.
 */
function pauseAfter({ tookMs, tookBeforeMs }: Poll): number {
	return Math.min(tookMs, tookBeforeMs, MAX_PAUSE_MS);
}
