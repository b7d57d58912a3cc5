import { areSame } from '../basics/lists.ts';
import { type SharedSettings, serviceRow } from '../state/contexts/contexts.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import { Subscribers } from '../state/core/subscribers.ts';
import type { Session } from './session.ts';

/** A service of the cockpit with its own state. */
export interface ContextStore {
	/** Name of its context. */
	readonly name: string;
	readonly store: Store;
	/** Opens its session. Called when it is shown or polled for the first time, and after a change of its address. */
	readonly open: (isShown: boolean, store: Store) => Session;
}

/** New contexts of a running cockpit. */
interface ContextChanges {
	/** Names. Their sessions end. */
	readonly removed: readonly string[];
	/** Those with another address or key. They keep their state, in the same store. */
	readonly changed: readonly Pick<ContextStore, 'name' | 'open'>[];
	readonly added: readonly ContextStore[];
}

/** Starts to watch the store of a service. Returns the function that ends it. */
export type WatchStore = (store: Store, name: string) => () => void;

export const contextSessionsText = {
	removed: (name: string, shown: string) => `The context '${name}' was removed. This is '${shown}'.`,
} as const;

/** Interval of new values for the overview, ms. */
const OVERVIEW_INTERVAL_MS = 1_000;
/** Delay between the first polls of two hidden services, ms, so that the shown one comes first. */
const STAGGER_MS = 250;

interface Opened extends Omit<ContextStore, 'open'> {
	open: ContextStore['open'];
	session: Session | undefined;
	/** Id of the last notice that the user could see. */
	noticed: number | undefined;
	starting: NodeJS.Timeout | undefined;
	/** End of each watch of its store. */
	readonly ends: Map<WatchStore, () => void>;
}

/**
 * Several services, of which the screen shows one. `store` and `session` are those of the shown one at any time. A
 * function that was read from them stays that of its service: the response to a request belongs to the service that
 * received it. The others are polled rarely, finish their pending changes, and report failures in the shown one.
 */
export class ContextSessions {
	readonly store: Store;
	readonly session: Omit<Session, 'setShown'>;
	readonly #all: Opened[] = [];
	readonly #watches = new Set<WatchStore>();
	readonly #subscribers = new Subscribers();
	readonly #ticking: NodeJS.Timeout;
	#shown: Opened;

	/** `all`: at least one; the first one is shown. */
	constructor(all: readonly [ContextStore, ...ContextStore[]]) {
		const [first] = all;
		this.#shown = this.#add(first);
		for (const each of all.slice(1)) this.#add(each);
		const shown = () => this.#shown;
		const shownSession = () => this.#sessionOf(this.#shown);
		this.store = {
			get: () => this.#shown.store.get(),
			get dispatch() {
				return shown().store.dispatch;
			},
			subscribe: (listener, ...slices) => this.#subscribers.add(listener, slices),
			subscribeLater: (listener, ...slices) => this.#subscribers.add(listener, slices, true),
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
		this.watchStores((_, name) => this.#subscribe(name));
		this.#updateRows();
		this.#ticking = setInterval(() => this.#updateRows(), OVERVIEW_INTERVAL_MS);
		this.#sessionOf(this.#shown);
		this.#startHidden();
	}

	/** Watches the stores of all services, also of those that are added. Returns the function that ends it. */
	watchStores(watch: WatchStore): () => void {
		this.#watches.add(watch);
		for (const each of this.#all) each.ends.set(watch, watch(each.store, each.name));
		return () => {
			this.#watches.delete(watch);
			for (const { ends } of this.#all) {
				ends.get(watch)?.();
				ends.delete(watch);
			}
		};
	}

	/** Takes new contexts. The last service stays, although its context was removed. */
	change({ removed, changed, added }: ContextChanges): void {
		for (const each of added) this.#add(each);
		for (const { name, open } of changed) {
			const each = this.#named(name);
			if (each) void this.#reopen(each, open);
		}
		for (const name of removed) this.#remove(name);
		this.#startHidden();
		this.#updateRows();
	}

	/** Number of requests of all services without a response. */
	pendingWrites(): number {
		return this.#all.reduce((sum, { store }) => sum + store.get().pendingWrites, 0);
	}

	/** Shows the service of a context, with its state as it was left. Unknown names change nothing. */
	show(name: string): void {
		const next = this.#named(name);
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
		this.#subscribers.notify(before.store.get(), this.store.get());
	}

	#named(name: string): Opened | undefined {
		return this.#all.find((each) => each.name === name);
	}

	#add(context: ContextStore): Opened {
		const opened = {
			...context,
			session: undefined,
			noticed: undefined,
			starting: undefined,
			ends: new Map(),
		};
		this.#all.push(opened);
		for (const watch of this.#watches) opened.ends.set(watch, watch(context.store, context.name));
		return opened;
	}

	#subscribe(name: string): () => void {
		const each = this.#named(name);
		return each ? each.store.subscribe((after, before) => this.#onChange(each, after, before)) : () => {};
	}

	/** Opens the sessions of new services, one after the other. */
	#startHidden(): void {
		for (const [index, each] of this.#all.entries()) {
			if (each.session || each.starting) continue;
			each.starting = setTimeout(() => this.#sessionOf(each), index * STAGGER_MS);
		}
	}

	/** Opens the session of a service again. The old one ends first, so that its last messages change nothing later. */
	async #reopen(each: Opened, open: ContextStore['open']): Promise<void> {
		each.open = open;
		const { session } = each;
		if (!session) return;
		await session.close();
		if (each.session !== session || !this.#all.includes(each)) return;
		each.session = undefined;
		this.#sessionOf(each);
	}

	#remove(name: string): void {
		const each = this.#named(name);
		const next = this.#all.find((other) => other !== each);
		if (!each || !next) return;
		if (each === this.#shown) {
			const { pane } = each.store.get();
			this.show(next.name);
			if (pane === 'services') next.store.dispatch({ type: 'pane', pane });
			const news = { level: 'info', text: contextSessionsText.removed(name, next.name) } as const;
			next.store.dispatch({ type: 'mention', news, at: Date.now() });
		}
		this.#all.splice(this.#all.indexOf(each), 1);
		for (const end of each.ends.values()) end();
		clearTimeout(each.starting);
		void each.session?.close();
	}

	/** Returns the session of a service, opened at the first call. */
	#sessionOf(each: Opened): Session {
		clearTimeout(each.starting);
		each.session ??= each.open(each === this.#shown, each.store);
		return each.session;
	}

	#onChange(each: Opened, after: State, before: State): void {
		if (each === this.#shown) this.#subscribers.notify(before, after);
		else this.#reportFailure(each);
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
		if (areSame(rows, list)) return;
		this.store.dispatch({ type: 'contexts', what: { type: 'rows', rows } });
	}

	async #close(): Promise<void> {
		clearInterval(this.#ticking);
		for (const { starting, ends } of this.#all) {
			clearTimeout(starting);
			for (const end of ends.values()) end();
		}
		await Promise.all(this.#all.splice(0).map(({ session }) => session?.close()));
	}
}

function noticeOf({ journal }: State): number | undefined {
	return journal.notice?.id;
}

function sharedOf({ view, colors, settings, recent }: State): SharedSettings {
	return { view, colors, settings, recent };
}
