import type { Client } from '../client/client.ts';
import { AbsentError } from '../client/errors.ts';
import { type Need, type NeedName, needsOf } from '../state/core/queries.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import { failureOf } from './failure.ts';
import { type Question, questionOf } from './query-requests.ts';

/** Milliseconds between two attempts while a need keeps failing. */
const retryInterval = 2_000;

interface Ask {
	/** What is asked: its name and what it is about never change. */
	need: Need;
	readonly question: Question;
	/** Ends the request under way when nobody needs it any more. */
	readonly abort: AbortController;
	timer: NodeJS.Timeout | undefined;
	inFlight: boolean;
	/** Asked to be refreshed while a question was under way. */
	stale: boolean;
	/** When the last answer came and how long it took, milliseconds. */
	answeredAt: number;
	took: number;
}

/** Milliseconds between two answers at least, however many events make them old. */
const shortestInterval = 150;
/** Milliseconds before another download is asked about: who runs along the list does not want them all. */
const settlingTime = 150;

export type QueriesOf = (state: State) => readonly Need[];

/**
 * Turns the needs of the moment into requests: one in flight per need, the next one no sooner than the service
 * takes to answer, none for what is no longer shown.
 */
export class Poller {
	readonly #asks = new Map<NeedName, Ask>();
	readonly #unsubscribe: () => void;
	readonly #client: Client;
	readonly #store: Store;

	readonly #queriesOf: QueriesOf;

	/** `queriesOf`: what the shown surfaces need now. */
	constructor(client: Client, store: Store, queriesOf: QueriesOf = needsOf) {
		this.#queriesOf = queriesOf;
		this.#client = client;
		this.#store = store;
		this.#unsubscribe = store.subscribe(() => this.#adjust());
		this.#adjust();
	}

	/** Asks at once for what has become old; unless nothing needs it. */
	refresh(names: readonly NeedName[]): void {
		for (const name of names) {
			const ask = this.#asks.get(name);
			if (!ask) continue;
			if (ask.inFlight) ask.stale = true;
			else this.#soon(ask);
		}
	}

	stop(): void {
		this.#unsubscribe();
		for (const ask of this.#asks.values()) this.#drop(ask);
		this.#asks.clear();
	}

	#adjust(): void {
		const needs = this.#queriesOf(this.#store.get());
		for (const need of needs) {
			const ask = this.#asks.get(need.name);
			if (ask && ask.need.of === need.of) {
				const isOld = need.aspect !== undefined && need.aspect !== ask.need.aspect;
				const isRarer = need.every > ask.need.every;
				ask.need = need;
				if (isOld) this.refresh([need.name]);
				else if (isRarer) this.#later(ask);
			} else {
				if (ask) this.#drop(ask);
				const begun: Ask = {
					need,
					question: questionOf(need),
					abort: new AbortController(),
					timer: undefined,
					inFlight: false,
					stale: false,
					answeredAt: Number.NEGATIVE_INFINITY,
					took: 0,
				};
				this.#asks.set(need.name, begun);
				// Never at once: what the key has changed is painted first.
				begun.timer = setTimeout(() => this.#ask(begun), ask ? settlingTime : 0);
			}
		}
		for (const [name, ask] of this.#asks) {
			if (needs.some((need) => need.name === name)) continue;
			this.#drop(ask);
			this.#asks.delete(name);
		}
	}

	#drop(ask: Ask): void {
		clearTimeout(ask.timer);
		ask.abort.abort();
	}

	#ask(ask: Ask): void {
		clearTimeout(ask.timer);
		ask.inFlight = true;
		ask.stale = false;
		const began = performance.now();
		ask.question(this.#client, { signal: ask.abort.signal }, ask.need).then(
			(message) => {
				// An answer to what nobody asks any more is dropped.
				if (this.#asks.get(ask.need.name) !== ask) return;
				this.#store.dispatch(message);
				ask.answeredAt = performance.now();
				ask.took = ask.answeredAt - began;
				// A service that takes its time gets as much rest as it worked.
				this.#next(ask, Math.max(ask.need.every - ask.took, ask.took));
			},
			(error: unknown) => {
				if (this.#asks.get(ask.need.name) !== ask) return;
				const failure = failureOf(error);
				this.#store.dispatch({ type: 'need-failed', need: ask.need.name, failure, at: Date.now() });
				// What the service does not have is not asked for again, until somebody wants it refreshed.
				this.#next(ask, error instanceof AbsentError ? undefined : retryInterval);
			},
		);
	}

	/** Plans the next question; without `wait` there is none until the need is refreshed. */
	#next(ask: Ask, wait: number | undefined): void {
		ask.inFlight = false;
		if (this.#asks.get(ask.need.name) !== ask) return;
		if (ask.stale) this.#soon(ask);
		else if (wait !== undefined && Number.isFinite(wait)) ask.timer = setTimeout(() => this.#ask(ask), wait);
	}

	/** It is needed more rarely than when its next question was planned. */
	#later(ask: Ask): void {
		if (ask.inFlight || !Number.isFinite(ask.answeredAt)) return;
		clearTimeout(ask.timer);
		this.#next(ask, Math.max(0, ask.answeredAt + ask.need.every - performance.now()));
	}

	/** Asks as soon as the service has had its rest: a burst of events becomes one question. */
	#soon(ask: Ask): void {
		const due = ask.answeredAt + Math.max(shortestInterval, ask.took);
		clearTimeout(ask.timer);
		ask.timer = setTimeout(() => this.#ask(ask), Math.max(0, due - performance.now()));
	}
}
