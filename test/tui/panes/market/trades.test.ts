import { expect, test } from 'vitest';
import { initialState } from '../../../../source/state/core/state.ts';
import { bookPrice, pairKey } from '../../../../source/state/market/book-tick.ts';
import { tradesOf } from '../../../../source/tui/panes/market/sections/book/trades.ts';
import { exact } from '../../../fixtures/exact.ts';

const pair = pairKey('MB', 'BTC');
const trade = (at: number, second: string, of = pair) => ({
	pair: of,
	price: bookPrice(exact('10'), exact(second)),
	quantity: exact('10'),
	at,
	half: undefined,
	isOwn: false,
});

test('the direction of a trade compares its price with the last other price of the pair', () => {
	const { market, ...state } = initialState('http://127.0.0.1:1', 'a test', 0);
	const other = trade(25, '9', pairKey('MB', 'EUR'));
	const trades = [trade(10, '2'), trade(20, '3'), other, trade(30, '3'), trade(40, '2.5'), trade(35, '4')];
	const shown = tradesOf({ ...state, market: { ...market, trades } }, pair);
	expect(shown.map(({ at, direction }) => [at, direction])).toEqual([
		[40, 'down'],
		[35, 'up'],
		[30, 'up'],
		[20, 'up'],
		[10, undefined],
	]);
});
