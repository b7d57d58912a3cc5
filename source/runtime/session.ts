import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { followEvents } from '../client/events.ts';
import type { News } from '../state/journal.ts';
import type { Order } from '../state/order.ts';
import { staleAfter } from '../state/reactions.ts';
import type { Store } from '../state/store.ts';
import { failureOf } from './failure.ts';
import { Poller } from './poller.ts';

/** All that the cockpit does outside itself: polls, follows events, gives orders, and counts time. */
export interface Session {
	/** Gives an order to the service. What becomes of it is news, never an exception. */
	readonly write: (order: Order<Client>) => void;
	readonly refresh: () => void;
	readonly close: () => Promise<void>;
}

export type SessionOptions = ClientOptions;

/** Opens a session with a service for a store. Nothing is waited for: what comes, comes as messages. */
export function openSession(options: SessionOptions, store: Store): Session {
	const abort = new AbortController();
	const client = createClient({
		...options,
		onDeviation: (endpoint, deviations) => {
			store.dispatch({ type: 'deviations', endpoint, deviations, at: Date.now() });
			options.onDeviation?.(endpoint, deviations);
		},
	});
	const poller = new Poller(client, store);
	const ticking = setInterval(() => store.dispatch({ type: 'tick', now: Date.now() }), 1_000);
	const following = followEvents(client, {
		signal: abort.signal,
		report: (report) => {
			switch (report.kind) {
				case 'open':
					store.dispatch({ type: 'stream', open: true });
					// It may be another release by now.
					client.forgetAbsent();
					// Whatever happened while the stream was away is read now.
					poller.refresh(['downloads', 'core']);
					return;
				case 'event':
					store.dispatch({ type: 'event', event: report.event, at: Date.now() });
					// Generation A has few endpoints before that.
					if (report.event.type === 'tribler_started') client.forgetAbsent();
					poller.refresh(staleAfter(report.event));
					return;
				case 'lost':
					store.dispatch({ type: 'stream', open: false });
					return;
				case 'fault': {
					const news: News = { level: 'warning', text: `Odd event: ${report.fault}`, quiet: true };
					store.dispatch({ type: 'news', news, at: Date.now() });
				}
			}
		},
	});

	return {
		write: ({ send, doing, done, stale }) => {
			store.dispatch({ type: 'write-began' });
			const ended = (news: News | undefined) => {
				store.dispatch({ type: 'write-ended', news, at: Date.now() });
				poller.refresh(stale);
			};
			send(client).then(
				() => ended(done),
				(error: unknown) => ended({ level: 'error', doing, text: failureOf(error).message }),
			);
		},
		refresh: () => poller.refresh(['downloads', 'core']),
		close: async () => {
			clearInterval(ticking);
			poller.stop();
			abort.abort();
			await following;
			await client.close();
		},
	};
}
