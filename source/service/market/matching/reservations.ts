import type { Fill, Hold } from '../../../basics/market/hold.ts';

/** A trade under negotiation. Both orders hold its quantity until it is settled or released. */
export interface Reservation extends Fill {
	readonly id: number;
	/** Keys of the orders. */
	readonly ask: string;
	readonly bid: string;
	readonly askHold: Hold;
	readonly bidHold: Hold;
	/** Key of the order whose trader proposed the trade. */
	readonly proposer: string;
	/** Whether the other trader agreed. A proposal without an answer may be withdrawn. */
	readonly isAgreed: boolean;
}

/** Reservations by id and by order. */
export class Reservations {
	readonly #byId = new Map<number, Reservation>();
	readonly #byOrder = new Map<string, Set<number>>();
	/** Keys of the ask and the bid of each reservation. */
	readonly #pairs = new Set<string>();
	#lastId = 0;

	all(): readonly Reservation[] {
		return [...this.#byId.values()];
	}

	get(id: number): Reservation | undefined {
		return this.#byId.get(id);
	}

	/** Reservations of the order with this key, oldest first. */
	of(order: string): readonly Reservation[] {
		return [...(this.#byOrder.get(order) ?? [])].flatMap((id) => this.#byId.get(id) ?? []);
	}

	hasAny(order: string): boolean {
		return this.#byOrder.has(order);
	}

	/** Whether two orders, in any sequence, have a reservation for each other. */
	hasPair(a: string, b: string): boolean {
		return this.#pairs.size > 0 && (this.#pairs.has(`${a} ${b}`) || this.#pairs.has(`${b} ${a}`));
	}

	/** Ids are not used again, also after `put` restored earlier reservations. */
	nextId(): number {
		return this.#lastId + 1;
	}

	/** Adds or replaces a reservation. */
	put(reservation: Reservation): void {
		const { id, ask, bid } = reservation;
		this.#byId.set(id, reservation);
		this.#pairs.add(`${ask} ${bid}`);
		this.#lastId = Math.max(this.#lastId, id);
		for (const key of [ask, bid]) {
			const ids = this.#byOrder.get(key);
			if (ids) ids.add(id);
			else this.#byOrder.set(key, new Set([id]));
		}
	}

	delete({ id, ask, bid }: Reservation): void {
		this.#byId.delete(id);
		this.#pairs.delete(`${ask} ${bid}`);
		for (const key of [ask, bid]) {
			const ids = this.#byOrder.get(key);
			ids?.delete(id);
			if (ids?.size === 0) this.#byOrder.delete(key);
		}
	}
}
