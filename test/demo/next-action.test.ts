import { expect, test } from 'vitest';
import { demoPairs } from '../../source/demo/market/assets.ts';
import { firstOffers, nextAction, type Offer, type OpenOrder } from '../../source/demo/market/next-action.ts';
import { Chance } from '../service/kill/chance.ts';

const MAX_ORDERS_OF_A_SIDE = 5;

function orderOf({ isAsk, first, second }: Offer, number: number): OpenOrder {
	const pair = demoPairs.find((each) => each.first === first.asset && each.second === second.asset);
	if (!pair) throw new Error('An offer of no pair.');
	return { number, isAsk, pair, first: first.units, second: second.units, traded: 0n };
}

/** Whether a buyer pays at least the price of a seller. */
function isMatch(a: OpenOrder, b: OpenOrder): boolean {
	const [ask, bid] = a.isAsk ? [a, b] : [b, a];
	return ask.isAsk !== bid.isAsk && ask.pair === bid.pair && bid.second * ask.first >= ask.second * bid.first;
}

test('the trader keeps a bounded book on both sides of each pair, and takes parts of all orders of others', () => {
	const chance = new Chance(7);
	let own: OpenOrder[] = [];
	const others = firstOffers().map((offer, index) => orderOf(offer, index + 1));
	for (let step = 0; step < 1_000; step++) {
		const view = { step, own, others, mayTake: step < 900, below: (limit: number) => chance.below(limit) };
		const action = nextAction(view);
		if (action.kind === 'cancel') {
			expect(own.some(({ number }) => number === action.order)).toBe(true);
			own = own.filter(({ number }) => number !== action.order);
			continue;
		}
		const order = orderOf(action.offer, step + 1);
		expect(order.first > 0n && order.second > 0n).toBe(true);
		if (action.kind === 'place') {
			own.push(order);
			const side = own.filter(({ pair, isAsk }) => pair === order.pair && isAsk === order.isAsk);
			expect(side.length).toBeLessThanOrEqual(MAX_ORDERS_OF_A_SIDE);
			continue;
		}
		expect(step).toBeLessThan(900);
		const matched = others.filter(
			(other) => isMatch(order, other) && order.first <= other.first - other.traded,
		);
		expect(matched.length).toBeGreaterThan(0);
		const [other] = matched;
		if (other) others[others.indexOf(other)] = { ...other, traded: other.traded + order.first };
	}
	expect(own.length).toBeGreaterThanOrEqual(2 * demoPairs.length * (MAX_ORDERS_OF_A_SIDE - 1));
	expect(others.map(({ first, traded }) => traded > first / 2n)).toEqual(others.map(() => true));
});

test('the trader takes no order at a price far from the usual one', () => {
	const chance = new Chance(3);
	const [pair] = demoPairs;
	const first = 1_000n;
	const usual = (first * pair.price.second) / pair.price.first;
	const others: OpenOrder[] = [
		{ number: 1, isAsk: true, pair, first, second: usual * 2n, traded: 0n },
		{ number: 2, isAsk: false, pair, first, second: usual / 2n, traded: 0n },
	];
	for (let step = 0; step < 300; step++) {
		const below = (limit: number) => chance.below(limit);
		expect(nextAction({ step, own: [], others, mayTake: true, below }).kind).toBe('place');
	}
});
