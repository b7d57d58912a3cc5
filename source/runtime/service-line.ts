import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { followEvents } from '../client/events.ts';
import { baseQueries, hiddenQueries } from '../state/core/queries.ts';
import { staleAfter } from '../state/core/reactions.ts';
import type { Store } from '../state/core/store.ts';
import type { News } from '../state/events/journal.ts';
import type { QueryName } from '../state/surfaces/query.ts';
import type { OwnSources } from './own-samples.ts';
import { Poller, type QueriesOf } from './poller.ts';
import { TickEvents } from './tick-events.ts';

/** Connection to a service at one address: polls and events. */
interface ServiceLine {
	readonly client: Client;
	readonly refresh: (names: readonly QueryName[]) => void;
	/** Repeats all queries now. */
	readonly refreshAll: () => void;
	/** Sets whether the service is on the screen. A hidden one is polled rarely, without its events. */
	readonly setShown: (isShown: boolean) => void;
	readonly close: () => Promise<void>;
}

/** Polls and follows a service for a store, until it is closed. `isShown`: whether it is on the screen at first. */
export function openServiceLine(
	options: ClientOptions,
	store: Store,
	own: OwnSources,
	queriesOf: QueriesOf = baseQueries,
	isShown = true,
): ServiceLine {
	const { requestLog, streamLog } = own;
	const client = createClient({
		...options,
		requestLog,
		onDeviation: (endpoint, deviations) => {
			store.dispatch({ type: 'schema-mismatches', endpoint, deviations, at: Date.now() });
			options.onDeviation?.(endpoint, deviations);
		},
	});
	let shown = isShown;
	const poller = new Poller(client, store, (state) => (shown ? queriesOf(state) : hiddenQueries(state)), own);
	const events = new TickEvents((event, at) => store.dispatch({ type: 'event', event, at }));
	const follow = (signal: AbortSignal) =>
		followEvents(client, {
			signal,
			report: (report) => {
				switch (report.kind) {
					case 'open':
						streamLog.opened(Date.now());
						store.dispatch({ type: 'stream', open: true });
						// The service may have restarted as another release.
						client.forgetAbsent();
						// Changes during the interruption are read now.
						poller.refresh(['downloads', 'core']);
						return;
					case 'event':
						streamLog.event(Date.now());
						events.add(report.event, Date.now());
						// Before this event, generation A has few endpoints.
						if (report.event.type === 'tribler_started') client.forgetAbsent();
						poller.refresh(staleAfter(report.event));
						return;
					case 'lost':
						streamLog.lost(report.error, report.retryIn, Date.now());
						// A killed service is noticed now, not after the pause that a slow one gets.
						if (store.get().connection.streaming) poller.check(['downloads']);
						store.dispatch({ type: 'stream', open: false });
						return;
					case 'fault': {
						streamLog.malformed();
						const news: News = { level: 'warning', text: `Malformed event: ${report.fault}`, quiet: true };
						store.dispatch({ type: 'news', news, at: Date.now() });
						return;
					}
				}
				report satisfies never;
			},
		});
	let abort = new AbortController();
	let following = shown ? follow(abort.signal) : Promise.resolve();
	return {
		client,
		refresh: (names) => poller.refresh(names),
		refreshAll: () => poller.refreshAll(),
		setShown: (isShown) => {
			if (shown === isShown) return;
			shown = isShown;
			if (shown) {
				abort = new AbortController();
				const { signal } = abort;
				following = following.then(() => follow(signal));
				poller.adjust();
				poller.refresh(['downloads', 'core']);
			} else {
				abort.abort();
				store.dispatch({ type: 'stream', open: false });
				poller.adjust();
			}
		},
		close: async () => {
			poller.stop();
			events.close();
			abort.abort();
			await following;
			await client.close();
		},
	};
}
