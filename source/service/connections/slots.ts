/** How useful a connection is. A lower rank is less useful; of the same rank, the earlier time. */
export interface Usefulness {
	readonly rank: number;
	/** Time since when it is no more useful than its rank, `performance.now()`. */
	readonly sinceMs: number;
}

/** A connection that takes one of a bounded number of slots. */
export interface Slot {
	/** Network whose share it takes; undefined if it takes none. */
	readonly network: string | undefined;
	/** Returns its usefulness now; undefined if it must not end for a newcomer. */
	usefulness(): Usefulness | undefined;
	/** Ends the connection, and removes it from the slots at once. */
	giveUp(): void;
}

interface SlotLimits {
	/** Maximum number of connections. */
	readonly size: number;
	/** Maximum number of connections of one network. */
	readonly share: number;
}

/**
 * Returns whether a new connection of a network gets a slot. If the share of the network is taken, its least useful
 * connection ends for the new one. If all slots are taken, the least useful of all does. The new one gets no slot if
 * none of these may end.
 */
export function makeRoom(
	taken: Iterable<Slot>,
	network: string | undefined,
	{ size, share }: SlotLimits,
): boolean {
	const all = [...taken];
	const same = network === undefined ? [] : all.filter((slot) => slot.network === network);
	if (same.length < share && all.length < size) return true;
	const worst = leastUseful(same.length < share ? all : same);
	worst?.giveUp();
	return worst !== undefined;
}

function leastUseful(slots: readonly Slot[]): Slot | undefined {
	let worst: { readonly slot: Slot; readonly is: Usefulness } | undefined;
	for (const slot of slots) {
		const is = slot.usefulness();
		if (
			is &&
			(!worst || is.rank < worst.is.rank || (is.rank === worst.is.rank && is.sinceMs < worst.is.sinceMs))
		)
			worst = { slot, is };
	}
	return worst?.slot;
}
