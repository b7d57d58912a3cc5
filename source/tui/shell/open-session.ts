import { openSession, type Session, type SessionOptions } from '../../runtime/session.ts';
import { keepView, type ViewFile } from '../../runtime/view-keeper.ts';
import { initialState } from '../../state/core/state.ts';
import { createStore, type Store } from '../../state/core/store.ts';
import type { News } from '../../state/events/journal.ts';
import { openKeys } from '../keys/open-keys.ts';
import type { ReadKeys } from '../keys/read-keys.ts';
import { queriesOf } from '../surfaces/queries.ts';
import { update } from '../surfaces/update.ts';
import { WorkDriver } from '../surfaces/work-driver.ts';
import { outputCounts } from '../terminal/output-counts.ts';
import { demoNotice } from './demo-notice.ts';
import { type CockpitLog, logState } from './state-log.ts';

export type { ViewFile };
export { openKeys };

/** The service that the cockpit opens. */
export interface CockpitService extends SessionOptions {
	/** Source of its address, as text. */
	readonly source: string;
	/** Notice at the start. */
	readonly notice?: string | undefined;
	/** Whether it is the service of the demo. The first notice then teaches keys. */
	readonly isDemo?: boolean | undefined;
	/** The log of the cockpit. */
	readonly log?: CockpitLog | undefined;
	/** The command line of the player for files. */
	readonly player?: string | undefined;
}

/** The state of a cockpit, and the session that feeds it. */
export interface OpenSession {
	readonly store: Store;
	readonly session: Session;
}

/**
 * Opens a session with a service, and a state with the initial notices. `watch` is called before the first notice.
 * `view`: storage of the view settings. `keys`: effective keys, and faults of the user's file.
 */
export function createSession<Watcher>(
	service: CockpitService,
	settingsFaults: readonly string[],
	watch: (store: Store) => Watcher,
	view?: ViewFile | undefined,
	keys: ReadKeys = openKeys(undefined),
): OpenSession & { readonly watcher: Watcher } {
	const begun = initialState(service.url, service.source, Date.now());
	const hasKey = (service.apiKey ?? '') !== '';
	const connection = { ...begun.connection, hasKey };
	const store = createStore(
		{ ...begun, connection, keys: keys.bindings, player: service.player ?? '' },
		update,
	);
	const watcher = watch(store);
	const endLog = service.log ? logState(store, service.log) : () => {};
	const endKeeping = view ? keepView(view, store) : async () => {};
	const tell = (news: News) => store.dispatch({ type: 'news', news, at: Date.now() });
	if (service.notice !== undefined) tell({ level: 'info', text: service.notice });
	if (service.isDemo) tell({ level: 'info', text: demoNotice(keys.bindings), stays: true });
	for (const text of [...settingsFaults, ...keys.faults]) tell({ level: 'warning', text });
	const session = openSession({ ...service, output: outputCounts }, store, queriesOf);
	const work = new WorkDriver(store);
	const close = async () => {
		work.close();
		endLog();
		await Promise.all([session.close(), endKeeping()]);
	};
	return { store, watcher, session: { ...session, close } };
}
