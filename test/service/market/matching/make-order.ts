import { createOrder, type Order, type Terms } from '../../../../source/basics/market/order.ts';

/** Time of all orders of `makeAsk` and `makeBid`, plus their number in ms. */
export const START_MS = 1_795_000_000_000;

type Options = Partial<Terms> & { readonly traded?: bigint; readonly isVerified?: boolean };

let last = 0;

function makeOrder(isAsk: boolean, first: bigint, second: bigint, options: Options): Order {
	const number = options.number ?? ++last;
	const { traded, isVerified, ...terms } = options;
	return createOrder(
		{
			trader: isAsk ? 'a' : 'b',
			number,
			isAsk,
			assets: { first: 'BTC', second: 'MB' },
			first,
			second,
			timestampMs: START_MS + number,
			timeoutS: 3600,
			...terms,
		},
		{ ...(traded === undefined ? {} : { traded }), ...(isVerified === undefined ? {} : { isVerified }) },
	);
}

/** Returns an ask of trader 'a': `first` units for `second`. Newer than all before. */
export const makeAsk = (first: bigint, second: bigint, options: Options = {}): Order =>
	makeOrder(true, first, second, options);

/** Returns a bid of trader 'b': `second` units for `first`. Newer than all before. */
export const makeBid = (first: bigint, second: bigint, options: Options = {}): Order =>
	makeOrder(false, first, second, options);
