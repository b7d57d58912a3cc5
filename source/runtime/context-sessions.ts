import { type SharedSettings, serviceRow } from '../state/contexts/contexts.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import type { Session } from './session.ts';

/** A service of the cockpit with its own state. */
export interface ContextStore {
	/** Name of its context. */
	readonly name: string;
	readonly store: Store;
	/** Opens its session. Called once, when it is shown or polled for the first time. */
	readonly open: (isShown: boolean) => Session;
}

/** Interval of new values for the overview, ms. */
const OVERVIEW_INTERVAL_MS = 1_000;
/** Delay between the first polls of two hidden services, ms, so that the shown one comes first. */
const STAGGER_MS = 250;

interface Opened extends ContextStore {
	session: Session | undefined;
	/** Id of the last notice that the user could see. */
	noticed: number | undefined;
	starting: NodeJS.Timeout | undefined;
}

/**
 * Several services, of which the screen shows one. `store` and `session` are those of the shown one at any time. A
 * function that was read from them stays that of its service: the response to a request belongs to the service that
 * received it. The others are polled rarely, finish their pending changes, and report failures in the shown one.
 */
export class ContextSessions {
	readonly store: Store;
	readonly session: Omit<Session, 'setShown'>;
	readonly #all: readonly Opened[];
	readonly #listeners = new Set<() => void>();
	readonly #unsubscribe: readonly (() => void)[];
	readonly #ticking: NodeJS.Timeout;
	#shown: Opened;

	/** `all`: at least one; the first one is shown. */
	constructor(all: readonly [ContextStore, ...ContextStore[]]) {
		this.#all = all.map((each) => ({ ...each, session: undefined, noticed: undefined, starting: undefined }));
		const [first] = this.#all;
		if (!first) throw new Error('A cockpit has at least one service.');
		this.#shown = first;
		const shown = () => this.#shown;
		const shownSession = () => this.#sessionOf(this.#shown);
		this.store = {
			get: () => this.#shown.store.get(),
			get dispatch() {
				return shown().store.dispatch;
			},
			subscribe: (listener) => {
				this.#listeners.add(listener);
				return () => this.#listeners.delete(listener);
			},
		};
		this.session = {
			get write() {
				return shownSession().write;
			},
			get writeAll() {
				return shownSession().writeAll;
			},
			get refresh() {
				return shownSession().refresh;
			},
			close: () => this.#close(),
		};
		this.#unsubscribe = this.#all.map((each) => each.store.subscribe(() => this.#onChange(each)));
		this.#updateRows();
		this.#ticking = setInterval(() => this.#updateRows(), OVERVIEW_INTERVAL_MS);
		for (const [index, each] of this.#all.entries()) {
			if (each === first) this.#sessionOf(each);
			else each.starting = setTimeout(() => this.#sessionOf(each), index * STAGGER_MS);
		}
	}

	/** Number of requests of all services without a response. */
	pendingWrites(): number {
		return this.#all.reduce((sum, { store }) => sum + store.get().pendingWrites, 0);
	}

	/** Shows the service of a context, with its state as it was left. Unknown names change nothing. */
	show(name: string): void {
		const next = this.#all.find((each) => each.name === name);
		const before = this.#shown;
		if (!next || next === before) return;
		before.store.dispatch({ type: 'contexts', what: { type: 'hidden' } });
		before.noticed = noticeOf(before.store.get());
		before.session?.setShown(false);
		next.store.dispatch({
			type: 'contexts',
			what: { type: 'shown', shared: sharedOf(before.store.get()) },
		});
		this.#shown = next;
		if (next.session) next.session.setShown(true);
		else this.#sessionOf(next);
		this.#updateRows();
		this.#notify();
	}

	/** Returns the session of a service, opened at the first call. */
	#sessionOf(each: Opened): Session {
		clearTimeout(each.starting);
		each.session ??= each.open(each === this.#shown);
		return each.session;
	}

	#onChange(each: Opened): void {
		if (each === this.#shown) this.#notify();
		else this.#reportFailure(each);
	}

	#notify(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	/** Mentions a new problem of a hidden service in the shown one. */
	#reportFailure(each: Opened): void {
		const { notice } = each.store.get().journal;
		if (!notice || notice.id === each.noticed) return;
		each.noticed = notice.id;
		if (notice.level !== 'error' && notice.level !== 'warning') return;
		const { level, doing, text } = notice;
		const news = { level, doing: doing === undefined ? each.name : `${each.name}: ${doing}`, text };
		this.#shown.store.dispatch({ type: 'mention', news, at: Date.now() });
	}

	/** Takes the values of all services into the shown state, if one has changed. */
	#updateRows(): void {
		const { list } = this.store.get().contexts.rows;
		const known = new Map(list.map((row) => [row.name, row]));
		const now = Date.now();
		const rows = this.#all.map(({ name, store }) => serviceRow(name, store.get(), now, known.get(name)));
		if (rows.length === list.length && rows.every((row, index) => row === list[index])) return;
		this.store.dispatch({ type: 'contexts', what: { type: 'rows', rows } });
	}

	async #close(): Promise<void> {
		clearInterval(this.#ticking);
		for (const unsubscribe of this.#unsubscribe) unsubscribe();
		for (const { starting } of this.#all) clearTimeout(starting);
		await Promise.all(this.#all.map(({ session }) => session?.close()));
	}
}

function noticeOf({ journal }: State): number | undefined {
	return journal.notice?.id;
}

function sharedOf({ view, colors, settings, recent }: State): SharedSettings {
	return { view, colors, settings, recent };
}
