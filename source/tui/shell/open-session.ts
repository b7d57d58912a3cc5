import { ContextSessions, type ContextStore, type WatchStore } from '../../runtime/context-sessions.ts';
import { openSession, type Session, type SessionOptions } from '../../runtime/session.ts';
import { keepSettings } from '../../runtime/settings-keeper.ts';
import { keepView, type ViewFile } from '../../runtime/view-keeper.ts';
import { noContexts } from '../../state/contexts/contexts.ts';
import type { KeyBindings } from '../../state/core/keys.ts';
import type { State } from '../../state/core/state.ts';
import { initialState } from '../../state/core/state.ts';
import { createStore, type Store } from '../../state/core/store.ts';
import type { News } from '../../state/events/journal.ts';
import { type CockpitSettingsSlice, initialCockpitSettings } from '../../state/settings/cockpit-settings.ts';
import { withKeys } from '../keys/effective-keys.ts';
import type { ReadKeys } from '../keys/read-keys.ts';
import { outputCounts } from '../terminal/output-counts.ts';
import { commands, showKey } from './commands/keymap.ts';
import { followContexts } from './follow-contexts.ts';
import { openKeys } from './open-keys.ts';
import { queriesOf } from './queries.ts';
import { type CockpitLog, logState } from './state-log.ts';
import { update } from './update.ts';
import { WorkDriver } from './work-driver.ts';

export const demoText = {
	notice: (details: string, market: string, palette: string) =>
		`Demo with real transfers. Press ${details} for details, ${market} for the market, ${palette} for all commands. Quitting removes its data.`,
} as const;

/** Returns the first notice of the demo. It teaches three keys. */
export function demoNotice(bindings: KeyBindings): string {
	const found = withKeys(commands, bindings);
	const key = (id: string) => showKey(found.find((command) => command.id === id)?.keys[0] ?? '');
	return demoText.notice(key('details'), key('pane-market'), key('palette'));
}

export type { ViewFile };
export { openKeys };

/** A service with a name. */
export interface NamedService extends SessionOptions {
	/** Name of its context. */
	readonly name: string;
	/** Source of its address, as text. */
	readonly source: string;
}

/** Differences to the contexts of the last reading. */
export interface ChangedServices {
	/** Names. */
	readonly removed: readonly string[];
	/** Those with another address or key. */
	readonly changed: readonly NamedService[];
	readonly added: readonly NamedService[];
	/** Contexts without their key, and an unusable file, as sentences. */
	readonly faults: readonly string[];
}

/** The service that the cockpit opens. */
export interface CockpitService extends SessionOptions {
	/** Source of its address, as text. */
	readonly source: string;
	/** Its name among several services. */
	readonly name?: string | undefined;
	/** Other services of the user. Without any, the cockpit shows no names. */
	readonly others?: readonly NamedService[] | undefined;
	/** Reads the contexts again. Called while a list of them is open. */
	readonly rereadContexts?: (() => Promise<ChangedServices>) | undefined;
	/** Faults to report at the start, as sentences. */
	readonly faults?: readonly string[] | undefined;
	/** Notice at the start. */
	readonly notice?: string | undefined;
	/** Whether it is the service of the demo. The first notice then teaches keys. */
	readonly isDemo?: boolean | undefined;
	/** The log of the cockpit. */
	readonly log?: CockpitLog | undefined;
	/** The settings of the cockpit. */
	readonly settings?: Omit<CockpitSettingsSlice, 'saved' | 'fault'> | undefined;
}

/** The state of a cockpit, and the session that feeds it. */
export interface OpenSession {
	/** The state of the shown service. */
	readonly store: Store;
	readonly session: Omit<Session, 'setShown' | 'close'>;
	/** Ends the session, and saves what is not saved yet. */
	readonly close: () => Promise<void>;
	/** Watches the stores of all services, also of later ones. Without several services, the name is ''. */
	readonly watchStores: (watch: WatchStore) => () => void;
	/** Shows another service. */
	readonly showContext: (name: string) => void;
	/** Returns the number of requests of all services without a response. */
	readonly pendingWrites: () => number;
}

/**
 * Opens a session with a service, and a state with the initial notices. Other services have states and sessions of
 * their own. `watch` is called before the first notice. `view`: storage of the view settings. `keys`: effective keys,
 * and faults of the user's file.
 */
export function createSession<Watcher>(
	service: CockpitService,
	settingsFaults: readonly string[],
	watch: (store: Store) => Watcher,
	view?: ViewFile | undefined,
	keys: ReadKeys = openKeys(undefined),
): OpenSession & { readonly watcher: Watcher } {
	const settings = { ...initialCockpitSettings, ...service.settings };
	const common = { keys: keys.bindings, settings: { ...settings, saved: settings.chosen } };
	const { others = [], name = '' } = service;
	const log = service.log ?? (() => {});
	if (others.length === 0) {
		const store = createStore({ ...stateOf(service), ...common }, update);
		const started = begin(store, [logState(store, log)], service, settingsFaults, watch, view, keys);
		const session = openSession({ ...service, output: outputCounts }, store, queriesOf);
		return {
			...started,
			store,
			session,
			close: () => started.close(session),
			watchStores: (watch) => watch(store, ''),
			showContext: () => {},
			pendingWrites: () => store.get().pendingWrites,
		};
	}
	const contextOf = (each: Omit<NamedService, 'name'>, current: string): ContextStore => {
		const contexts = { ...noContexts, current };
		const store = createStore({ ...stateOf(each), ...common, contexts }, update);
		return {
			name: current,
			store,
			open: (isShown) => openSession({ ...each, output: outputCounts, isShown }, store, queriesOf),
		};
	};
	const all = [contextOf(service, name), ...others.map((each) => contextOf(each, each.name))] as const;
	const sessions = new ContextSessions(all);
	const endLogs = sessions.watchStores((store, of) =>
		logState(store, (level, text) => log(level, `${of}: ${text}`)),
	);
	const { store, session } = sessions;
	const endFollowing = followContexts(store, service.rereadContexts, ({ removed, changed, added }) =>
		sessions.change({
			removed,
			changed: changed.map((each) => ({ name: each.name, open: openerOf(each) })),
			added: added.map((each) => contextOf(each, each.name)),
		}),
	);
	const started = begin(store, [endLogs, endFollowing], service, settingsFaults, watch, view, keys);
	return {
		...started,
		store,
		session,
		close: () => started.close(session),
		watchStores: (watch) => sessions.watchStores(watch),
		showContext: (shown) => sessions.show(shown),
		pendingWrites: () => sessions.pendingWrites(),
	};
}

/** Returns the function that opens a session with the new address or key of a service, in its store. */
function openerOf({ name: _, ...options }: NamedService): ContextStore['open'] {
	const { url, source, apiKey } = options;
	return (isShown, store) => {
		store.dispatch({ type: 'address', url, source, hasKey: (apiKey ?? '') !== '' });
		return openSession({ ...options, output: outputCounts, isShown }, store, queriesOf);
	};
}

/** Returns the first state of a service. */
function stateOf({ url, source, apiKey }: Omit<NamedService, 'name'>): State {
	const begun = initialState(url, source, Date.now());
	return { ...begun, connection: { ...begun.connection, hasKey: (apiKey ?? '') !== '' } };
}

/** Watches a store, keeps its view settings and shows the initial notices. */
function begin<Watcher>(
	store: Store,
	endLogs: readonly (() => void)[],
	service: CockpitService,
	settingsFaults: readonly string[],
	watch: (store: Store) => Watcher,
	view: ViewFile | undefined,
	keys: ReadKeys,
) {
	const watcher = watch(store);
	const endKeeping = view ? keepView(view, store) : async () => {};
	const endSaving = keepSettings(store);
	const tell = (news: News) => store.dispatch({ type: 'news', news, at: Date.now() });
	if (service.notice !== undefined) tell({ level: 'info', text: service.notice });
	if (service.isDemo) tell({ level: 'info', text: demoNotice(keys.bindings), stays: true });
	for (const text of [...settingsFaults, ...keys.faults, ...(service.faults ?? [])])
		tell({ level: 'warning', text });
	const work = new WorkDriver(store);
	return {
		watcher,
		close: async (session: Pick<Session, 'close'>) => {
			work.close();
			for (const end of endLogs) end();
			await Promise.all([session.close(), endKeeping(), endSaving()]);
		},
	};
}
