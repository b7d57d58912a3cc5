import { Refusal, type ShownOrder, type Trader } from '../../programs/trader.ts';
import type { Chance } from '../kill/chance.ts';

interface Placed {
	readonly isAsk: boolean;
	/** Units of the first asset. They identify the order. */
	readonly units: bigint;
}

/** The requests to a service and the known answers. */
export interface Load {
	readonly acknowledged: Placed[];
	/** Requests without an answer: the order exists or not. */
	readonly unanswered: Placed[];
	/** Numbers of orders whose cancellation was acknowledged. */
	readonly cancelled: Set<number>;
	placed: number;
}

export function newLoad(): Load {
	return { acknowledged: [], unanswered: [], cancelled: new Set(), placed: 0 };
}

/** Places orders at prices that often match, and cancels some. Ends early when the service does not answer. */
export async function placeOrders(trader: Trader, load: Load, chance: Chance, count: number): Promise<void> {
	for (let order = 0; order < count; order++) {
		if (chance.below(5) === 0 && !(await cancelOne(trader, load, chance))) return;
		const isAsk = chance.below(2) === 0;
		load.placed++;
		// The last four digits are unique within a test.
		const whole = 1 + chance.below(100);
		const placed = { isAsk, units: BigInt(whole) * 10_000n + BigInt(load.placed) };
		const first = `${decimal(placed.units, 4)} MB`;
		const price = 1_000 + chance.below(40) - (isAsk ? 22 : 18);
		const second = `${decimal(placed.units * BigInt(price), 10)} BTC`;
		const isAnswered = await answered(() => (isAsk ? trader.ask(first, second) : trader.bid(first, second)));
		(isAnswered ? load.acknowledged : load.unanswered).push(placed);
		if (!isAnswered) return;
	}
}

async function cancelOne(trader: Trader, load: Load, chance: Chance): Promise<boolean> {
	return answered(async () => {
		const open = (await trader.orders()).filter(({ status }) => status === 'open');
		const order = open[chance.below(open.length)];
		if (!order) return;
		try {
			await trader.cancel(order.number);
			load.cancelled.add(order.number);
		} catch (error) {
			// It was completed meanwhile.
			if (!(error instanceof Refusal && error.status === 400)) throw error;
		}
	});
}

/** Whether the service answered. A refusal is a fault. */
async function answered(request: () => Promise<void>): Promise<boolean> {
	try {
		await request();
		return true;
	} catch (error) {
		if (error instanceof Refusal) throw error;
		return false; // The service was killed.
	}
}

/** Returns units as a decimal number, cut off at eight decimals. */
function decimal(units: bigint, precision: number): string {
	const text = units.toString().padStart(precision + 1, '0');
	const point = text.length - precision;
	return `${text.slice(0, point)}.${text.slice(point).slice(0, 8)}`;
}

/** Returns each acknowledged request that has no effect, and each order without a request. */
export function requestFaults(load: Load, orders: readonly ShownOrder[]): string[] {
	const key = ({ isAsk, units }: Placed) => `${isAsk ? 'ask' : 'bid'} of ${units}`;
	const listed = orders.map(({ isAsk, first }) => key({ isAsk, units: first.units }));
	const possible = new Set([...load.acknowledged, ...load.unanswered].map(key));
	return [
		...load.acknowledged
			.map(key)
			.filter((each) => !listed.includes(each))
			.map((each) => `${each} is lost`),
		...listed.filter((each) => !possible.has(each)).map((each) => `${each} was never placed`),
		...(new Set(listed).size === listed.length ? [] : ['an order is duplicated']),
		// A trade that was agreed before may complete the order.
		...orders
			.filter(({ number }) => load.cancelled.has(number))
			.filter(({ status }) => status !== 'cancelled' && status !== 'completed')
			.map(({ number, status }) => `order ${number} is ${status} after its cancellation`),
	];
}
