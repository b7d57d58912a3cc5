import { expect, test } from 'vitest';
import { demoPairs } from '../../source/demo/market/assets.ts';
import {
	crosses,
	FIRST_STEPS,
	nextAction,
	type Offer,
	type OpenOrder,
	termsOf,
} from '../../source/demo/market/next-action.ts';
import { UserOrders } from '../../source/demo/market/user-orders.ts';
import { Chance } from '../service/kill/chance.ts';

const MAX_ORDERS_OF_A_SIDE = 5;
const BOTH = { asks: true, bids: true };

function orderOf(offer: Offer, number: number, ageS = 0): OpenOrder {
	return { ...termsOf(offer), number, traded: 0n, ageS };
}

test('the trader keeps a bounded book that never crosses, and trades with the user on both sides for long', () => {
	const chance = new Chance(7);
	let number = 0;
	let own: OpenOrder[] = [];
	let users: (OpenOrder & { status: string })[] = [];
	const userOrders = new UserOrders();
	const addUser = ({ offer, stored }: ReturnType<UserOrders['first']>[number]) => {
		const order = { ...orderOf(offer, ++number), status: 'open' };
		expect(own.some((other) => crosses(order, other))).toBe(false);
		users.push(order);
		stored(number);
	};
	for (const each of userOrders.first()) addUser(each);
	const taken = { asks: 0, bids: 0, last: 0 };
	let balance = 0n;
	let stepsWithAnEmptySide = 0;
	for (let step = 0; step < 3_000; step++) {
		const others = users.filter(({ status }) => status === 'open');
		const action = nextAction({ step, own, others, takes: BOTH, below: (limit) => chance.below(limit) });
		expect(action.cancel.every((each) => own.some((order) => order.number === each))).toBe(true);
		own = own.filter((order) => !action.cancel.includes(order.number));
		const order = orderOf(action.place, ++number);
		expect(order.first > 0n && order.second > 0n).toBe(true);
		expect(own.some((other) => crosses(order, other))).toBe(false);
		const matched = others.filter((other) => crosses(order, other));
		if (action.isTake) {
			const [other] = matched.filter(({ first, traded }) => order.first <= first - traded);
			if (!other) throw new Error('It takes no order.');
			const traded = other.traded + order.first;
			const status = traded === other.first ? 'completed' : 'open';
			users = users.map((each) => (each === other ? { ...each, traded, status } : each));
			balance += other.isAsk ? order.first : -order.first;
			taken[other.isAsk ? 'asks' : 'bids']++;
			taken.last = step;
		} else {
			expect(matched).toEqual([]);
			own.push(order);
			const side = own.filter(({ pair, isAsk }) => pair === order.pair && isAsk === order.isAsk);
			expect(side.length).toBeLessThanOrEqual(MAX_ORDERS_OF_A_SIDE);
		}
		const next = userOrders.replacement(
			users,
			users.filter(({ status }) => status === 'open'),
		);
		if (next) addUser(next);
		const sides = new Set(own.map(({ pair, isAsk }) => `${pair.second} ${isAsk}`));
		stepsWithAnEmptySide = step < FIRST_STEPS || sides.size === 4 ? 0 : stepsWithAnEmptySide + 1;
		expect(stepsWithAnEmptySide).toBeLessThanOrEqual(2);
	}
	expect(taken.asks).toBeGreaterThan(100);
	expect(taken.bids).toBeGreaterThan(100);
	expect(taken.last).toBeGreaterThan(2_900);
	expect(balance < 10_000n && balance > -10_000n).toBe(true);
	expect(users.length).toBeLessThanOrEqual(400);
});

test('the trader takes no order at a price far from the usual one, and none of an excluded side', () => {
	const chance = new Chance(3);
	const [pair] = demoPairs;
	const first = 1_000n;
	const usual = (first * pair.price.second) / pair.price.first;
	const order = { number: 1, pair, first, traded: 0n, ageS: 0 };
	const far: OpenOrder[] = [
		{ ...order, isAsk: true, second: usual * 2n },
		{ ...order, isAsk: false, second: usual / 2n },
	];
	const near: OpenOrder[] = [{ ...order, isAsk: true, second: usual }];
	for (let step = 0; step < 300; step++) {
		const below = (limit: number) => chance.below(limit);
		expect(nextAction({ step, own: [], others: far, takes: BOTH, below }).isTake).toBe(false);
		const takes = { asks: false, bids: true };
		expect(nextAction({ step, own: [], others: near, takes, below }).isTake).toBe(false);
	}
});

test('the trader cancels an order that matches one of others for some time without a trade', () => {
	const [pair] = demoPairs;
	const first = 1_000n;
	const order = { pair, first, second: first * pair.price.second, traded: 0n };
	const view = (ageS: number) =>
		nextAction({
			step: 0,
			own: [{ ...order, number: 1, isAsk: true, ageS }],
			others: [{ ...order, number: 2, isAsk: false, ageS: 60 }],
			takes: BOTH,
			// The first order is an ask, which does not match the own one.
			below: () => 0,
		});
	expect(view(5).cancel).toEqual([]);
	expect(view(60).cancel).toEqual([1]);
});

test('an order that the user cancelled is not replaced, and a completed one is', () => {
	const userOrders = new UserOrders();
	const orders = userOrders.first().map(({ offer, stored }, index) => {
		stored(index);
		return orderOf(offer, index);
	});
	const [first] = orders;
	if (!first) throw new Error('There are no orders.');
	const all = orders.map(({ number }) => ({ number, status: 'open' }));
	expect(userOrders.replacement(all, orders)).toBeUndefined();
	expect(userOrders.replacement([{ number: 1, status: 'cancelled' }], [])).toBeUndefined();
	expect(userOrders.replacement([{ number: 1, status: 'completed' }], [])).toBeUndefined();
	const next = userOrders.replacement([{ number: 0, status: 'completed' }], []);
	expect(next?.offer.isAsk).toBe(first.isAsk);
	const crossed = { ...first, isAsk: !first.isAsk };
	expect(userOrders.replacement([{ number: 0, status: 'completed' }], [crossed])).toBeUndefined();
	next?.stored(9);
	expect(userOrders.replacement([{ number: 0, status: 'completed' }], [])).toBeUndefined();
});
