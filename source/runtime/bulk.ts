import type { Client } from '../client/client.ts';
import { type Outcome, workOf } from '../state/batch/batch.ts';
import type { WorkMessage } from '../state/batch/message.ts';
import type { Bulk, BulkOrder } from '../state/batch/request.ts';
import { type Failure, isUnreachable } from '../state/connection/connection.ts';
import type { Store } from '../state/core/store.ts';
import type { News } from '../state/events/journal.ts';
import { Bounded } from './bounded.ts';

/** Orders under way at once when many are given, of all works together. */
export const atOnce = 4;

/** Milliseconds between two reports of a work: the screen shows no more, and keys need not wait for it. */
const reportEvery = 100;

/** Sends one order; says why when it failed. */
export type Give = (order: Pick<BulkOrder<Client>, 'send' | 'goneIsDone'>) => Promise<Failure | undefined>;

/** Gives many orders, a few at a time, and reports to the store what becomes of them. */
export class Bulks {
	readonly #store: Store;
	readonly #give: Give;
	readonly #signal: AbortSignal;
	readonly #places = new Bounded(atOnce);
	#nextId = 1;

	constructor(store: Store, give: Give, signal: AbortSignal) {
		this.#store = store;
		this.#give = give;
		this.#signal = signal;
	}

	/** Resolves when the last order that is sent has ended, and everything is told. */
	async run({ orders, doing, did, done, step }: Bulk<Client>): Promise<void> {
		const id = this.#nextId++;
		const changes = orders.flatMap(({ infohash, change }) =>
			infohash === undefined || !change ? [] : [{ infohash, change }],
		);
		this.#tell({ type: 'began', id, doing, total: orders.length, changes, step, at: Date.now() });

		const faults: Failure[] = [];
		let outcomes: Outcome[] = [];
		let sent = 0;
		const report = () => {
			if (outcomes.length === 0) return;
			const told = outcomes;
			outcomes = [];
			this.#tell({ type: 'progress', id, outcomes: told, at: Date.now() });
		};
		const sendNext = async (): Promise<boolean> => {
			const order = orders[sent];
			if (!order || this.#isOver(id)) return false;
			sent++;
			const fault = await this.#give(order);
			// Whoever quits meanwhile does not want to know.
			if (this.#signal.aborted) return false;
			if (fault) faults.push(fault);
			outcomes.push({
				name: order.name ?? order.doing ?? doing,
				doing: order.doing ?? doing,
				infohash: order.infohash,
				change: order.change,
				told: order.told,
				fault: fault && { text: fault.message, hint: fault.hint, unreachable: isUnreachable(fault) },
			});
			return true;
		};
		const work = async () => {
			// One on its own waits for no other work: as many of them are under way as the user presses keys.
			if (orders.length === 1) await sendNext();
			else while (await this.#places.run(sendNext));
		};

		const reporting = setInterval(report, reportEvery);
		await Promise.all(Array.from({ length: Math.min(atOnce, orders.length) }, work));
		clearInterval(reporting);
		if (this.#signal.aborted) return;
		report();
		const summary = summaryOf({ doing, did, done, all: orders.length, sent, faults });
		const last = faults.at(-1);
		const news = summary && last ? { ...summary, unreachable: isUnreachable(last) } : summary;
		this.#tell({ type: 'ended', id, news, at: Date.now() });
	}

	#isOver(id: number): boolean {
		return this.#signal.aborted || workOf(this.#store.get().work, id)?.cancelled !== false;
	}

	#tell(what: WorkMessage): void {
		this.#store.dispatch({ type: 'work', what });
	}
}

interface Summary {
	readonly doing: string;
	readonly did: string | undefined;
	readonly done: Bulk<Client>['done'];
	readonly all: number;
	readonly sent: number;
	readonly faults: readonly Failure[];
}

/**
 * What is said in the end: all worked, or how many did, how many did not and why the last of these; one alone has said
 * it itself.
 */
function summaryOf({ doing, did, done, all, sent, faults }: Summary): News | undefined {
	const failed = faults.length;
	const last = `the last: ${faults.at(-1)?.message}`;
	const worked = `${did}: ${sent - failed} of ${all} downloads`;
	if (sent < all) {
		const failures = failed === 0 ? '' : `, ${failed} failed, ${last}`;
		return did === undefined
			? { level: 'warning', doing, text: `cancelled after ${sent} of ${all}${failures}` }
			: { level: 'warning', text: `${worked}, the rest is cancelled${failures}` };
	}
	if (failed === 0) return typeof done === 'function' ? done() : done;
	if (all === 1) return undefined;
	if (failed === all) return { level: 'error', doing, text: `all ${all} failed, ${last}` };
	return did === undefined
		? { level: 'error', doing, text: `${failed} of ${all} failed, ${last}` }
		: { level: 'error', text: `${worked}, ${failed} failed, ${last}` };
}
