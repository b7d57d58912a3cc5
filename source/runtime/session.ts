import type { Client, ClientOptions } from '../client/client.ts';
import type { News } from '../state/journal.ts';
import type { Bulk, Order } from '../state/order.ts';
import type { Store } from '../state/store.ts';
import { Attempts } from './attempts.ts';
import { detectOptions } from './detection.ts';
import { failureOf } from './failure.ts';
import { openServiceLine } from './service-line.ts';

/** All that the cockpit does outside itself: polls, follows events, gives orders, and counts time. */
export interface Session {
	/** Gives an order to the service. What becomes of it is news, never an exception. */
	readonly write: (order: Order<Client>) => void;
	/** Gives many orders, a few at a time. */
	readonly writeAll: (bulk: Bulk<Client>) => void;
	readonly refresh: () => void;
	readonly close: () => Promise<void>;
}

export interface SessionOptions extends ClientOptions {
	/** Find out which base path and generation the service really has, while it is asked already. */
	readonly detect?: boolean | undefined;
}

/** Orders under way at once when many are given. */
const atOnce = 4;

/** How many of many orders failed and why the last of them did; each is in the journal. */
function failuresOf(doing: string, faults: readonly News[], all: number): News {
	const why = faults.at(-1)?.text ?? '';
	const many = faults.length === all ? `all ${all}` : `${faults.length} of ${all}`;
	return { level: 'error', doing, text: `${many} failed, the last: ${why}` };
}

/** Opens a session with a service for a store. Nothing is waited for: what comes, comes as messages. */
export function openSession(options: SessionOptions, store: Store): Session {
	const abort = new AbortController();
	let line = openServiceLine(options, store);
	let leaving = Promise.resolve();
	const ticking = setInterval(() => store.dispatch({ type: 'tick', now: Date.now() }), 1_000);
	/** Orders wait for the attempt under way to find out what the service is: in the wrong form they might do else. */
	const attempts = new Attempts();
	const detected = options.detect ? detect() : Promise.resolve();
	void detected.then(() => attempts.succeeded());

	async function detect(): Promise<void> {
		const found = await detectOptions(options, abort.signal, (error) => attempts.failed(error));
		if (abort.signal.aborted) return;
		if (found.url === line.client.url && (found.generation ?? 'B') === (options.generation ?? 'B')) return;
		leaving = line.close();
		store.dispatch({ type: 'address', url: found.url });
		line = openServiceLine(found, store);
	}

	async function give({ send, doing }: Omit<Order<Client>, 'done' | 'stale'>): Promise<News | undefined> {
		try {
			await attempts.outcome;
			// Whoever quits meanwhile does not want it sent somehow.
			abort.signal.throwIfAborted();
			await send(line.client);
			return undefined;
		} catch (error) {
			return { level: 'error', doing, text: failureOf(error).message };
		}
	}

	async function writeOne(order: Order<Client>): Promise<void> {
		store.dispatch({ type: 'write-began', count: 1 });
		const fault = await give(order);
		store.dispatch({ type: 'write-ended', news: fault ?? order.done, at: Date.now() });
		line.refresh(order.stale);
	}

	async function writeMany({ orders, doing, done, stale }: Bulk<Client>): Promise<void> {
		const waiting = [...orders];
		const isOne = orders.length === 1;
		store.dispatch({ type: 'write-began', count: orders.length });
		const faults: News[] = [];
		const work = async () => {
			for (let order = waiting.shift(); order && !abort.signal.aborted; order = waiting.shift()) {
				const fault = await give(order);
				if (fault) faults.push(fault);
				// Of many the last notice says how many failed: one that flickers past for each says nothing.
				const news = fault && { ...fault, quiet: !isOne };
				store.dispatch({ type: 'write-ended', news, at: Date.now() });
			}
		};
		await Promise.all(Array.from({ length: atOnce }, work));
		if (abort.signal.aborted) return;
		const news = faults.length === 0 ? done : isOne ? undefined : failuresOf(doing, faults, orders.length);
		if (news) store.dispatch({ type: 'news', news, at: Date.now() });
		line.refresh(stale);
	}

	return {
		write: (order) => void writeOne(order),
		writeAll: (bulk) => void writeMany(bulk),
		refresh: () => line.refresh(['downloads', 'core']),
		close: async () => {
			clearInterval(ticking);
			abort.abort();
			await Promise.all([detected, leaving, line.close()]);
		},
	};
}
