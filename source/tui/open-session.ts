import { openSession, type Session, type SessionOptions } from '../runtime/session.ts';
import type { News } from '../state/journal.ts';
import { initialState } from '../state/state.ts';
import { createStore, type Store } from '../state/store.ts';

/** A service that the cockpit is opened on. */
export interface CockpitService extends SessionOptions {
	/** Where its address was found, in words. */
	readonly source: string;
	/** What to tell the user at the start. */
	readonly notice?: string | undefined;
}

/** The state of a cockpit, and what feeds it. */
export interface OpenSession {
	readonly store: Store;
	readonly session: Session;
}

/**
 * Opens a session with a service, and a state that begins with what there is to tell. What `watch` makes of the
 * state is there before anything is told.
 */
export function openOn<Watcher>(
	service: CockpitService,
	settingsFault: string | undefined,
	watch: (store: Store) => Watcher,
): OpenSession & { readonly watcher: Watcher } {
	const store = createStore(initialState(service.url, service.source, Date.now()));
	const watcher = watch(store);
	const tell = (news: News) => store.dispatch({ type: 'news', news, at: Date.now() });
	if (service.notice !== undefined) tell({ level: 'info', text: service.notice });
	if (settingsFault !== undefined) tell({ level: 'warning', text: settingsFault });
	return { store, watcher, session: openSession(service, store) };
}
