import type {
	Amount,
	ShownBalance,
	ShownOrder,
	ShownPayment,
	ShownTick,
	ShownTransaction,
	TradedAsset,
	Trader,
} from '../../programs/trader.ts';

/** The market of one service, as it reports it. */
export interface Books {
	readonly orders: readonly ShownOrder[];
	readonly transactions: readonly ShownTransaction[];
	readonly balances: ReadonlyMap<string, ShownBalance>;
	readonly ticks: readonly ShownTick[];
}

export async function readBooks(trader: Trader): Promise<Books> {
	const [orders, transactions, balances, { asks, bids }] = await Promise.all([
		trader.orders(),
		trader.transactions(),
		trader.balances(),
		trader.ticks(),
	]);
	return { orders, transactions, balances, ticks: [...asks, ...bids] };
}

/** Returns all contradictions between two services that trade with each other only. Empty once they are at rest. */
export function contradictions(a: Books, b: Books, start: ReadonlyMap<string, bigint>): string[] {
	return [
		...sumFaults(a, b, start),
		...[a, b].flatMap((books, index) =>
			[...balanceFaults(books, start), ...orderFaults(books)].map(
				(fault) => `service ${index + 1}: ${fault}`,
			),
		),
		...partnerFaults(a, b, 'service 2'),
		...partnerFaults(b, a, 'service 1'),
		...crossedOrders(a, b),
		...tickFaults(a, b),
		...tickFaults(b, a),
	];
}

/** No amount appears or is lost. */
function sumFaults(a: Books, b: Books, start: ReadonlyMap<string, bigint>): string[] {
	return [...start].flatMap(([asset, units]) => {
		const sum = balanceOf(a, asset) + balanceOf(b, asset);
		return sum === 2n * units ? [] : [`the sum of ${asset} is ${sum}, not ${2n * units}`];
	});
}

/** A balance is that of the settings and all transactions. */
function balanceFaults(books: Books, start: ReadonlyMap<string, bigint>): string[] {
	const expected = new Map(start);
	const add = ({ asset, units }: Amount, sign: bigint) =>
		expected.set(asset, (expected.get(asset) ?? 0n) + sign * units);
	for (const { order, transferred } of books.transactions) {
		const sign = books.orders.find(({ number }) => number === order)?.isAsk ? 1n : -1n;
		add(transferred.first, -sign);
		add(transferred.second, sign);
	}
	return [...expected].flatMap(([asset, units]) => {
		const balance = balanceOf(books, asset);
		return balance === units ? [] : [`the balance of ${asset} is ${balance}, its transactions give ${units}`];
	});
}

/** The status of an order agrees with its transactions, and none is unfinished. */
function orderFaults({ orders, transactions }: Books): string[] {
	return [
		...transactions
			.filter(({ status, isComplete }) => status !== 'completed' || !isComplete)
			.map(({ number, status }) => `transaction ${number} is ${status}`),
		...orders.flatMap(({ number, first, traded, reserved, status }) => {
			const sum = transactions
				.filter(({ order }) => order === number)
				.reduce((total, { transferred }) => total + transferred.first.units, 0n);
			return [
				...(sum === traded ? [] : [`order ${number} traded ${traded}, its transactions ${sum}`]),
				...(reserved === 0n ? [] : [`order ${number} has ${reserved} reserved`]),
				...((status === 'completed') === (traded === first.units)
					? []
					: [`order ${number} is ${status} with ${traded} of ${first.units}`]),
			];
		}),
	];
}

/** Each transaction of `a` exists in `b`, with the same amounts. */
function partnerFaults(a: Books, b: Books, partner: string): string[] {
	const known = new Set(b.transactions.map((each) => transactionKey(swapped(each))));
	return a.transactions
		.filter((each) => !known.has(transactionKey(each)))
		.map((each) => `${partner} does not have transaction ${transactionKey(each)}`);
}

function swapped(transaction: ShownTransaction): ShownTransaction {
	const { order, partnerOrder, trader, partner } = transaction;
	return { ...transaction, order: partnerOrder, partnerOrder: order, trader: partner, partner: trader };
}

function transactionKey({ trader, order, partner, partnerOrder, transferred }: ShownTransaction): string {
	const { first, second } = transferred;
	const amounts = [`${first.units} ${first.asset}`, `${second.units} ${second.asset}`];
	return [`${trader}/${order}`, `${partner}/${partnerOrder}`, ...amounts].join(' ');
}

/** Open orders of both services that match would have been traded. */
function crossedOrders(a: Books, b: Books): string[] {
	const open = ({ orders }: Books) => orders.filter(({ status }) => status === 'open');
	return open(a).flatMap((one) =>
		open(b)
			.filter((other) => isMatch(one, other))
			.map((other) => `orders ${one.number} and ${other.number} match, and are both open`),
	);
}

function isMatch(one: ShownOrder, other: ShownOrder): boolean {
	const [ask, bid] = one.isAsk ? [one, other] : [other, one];
	return ask.isAsk !== bid.isAsk && bid.second.units * ask.first.units >= ask.second.units * bid.first.units;
}

/** The open orders of `a` are in the books of `b`, and no others of it. */
function tickFaults(a: Books, b: Books): string[] {
	const [trader] = a.orders.map((order) => order.trader);
	const key = ({ number, traded }: ShownTick) => `${number} with ${traded} traded`;
	const open = new Set(a.orders.filter(({ status }) => status === 'open').map(key));
	const shown = new Set(b.ticks.filter((tick) => tick.trader === trader).map(key));
	return [
		...[...open].filter((each) => !shown.has(each)).map((each) => `no tick of order ${each}`),
		...[...shown].filter((each) => !open.has(each)).map((each) => `a tick of order ${each}`),
	];
}

function balanceOf({ balances }: Books, asset: string): bigint {
	return balances.get(asset)?.balance ?? 0n;
}

/** Both services list the same payments of a transaction, which add up to it. */
export function paymentFaults(
	transaction: ShownTransaction,
	own: readonly ShownPayment[],
	partner: readonly ShownPayment[],
): string[] {
	const keys = (payments: readonly ShownPayment[]) =>
		payments
			.map(({ id, from, to, quantity }) => `${id} ${from} ${to} ${quantity.units} ${quantity.asset}`)
			.sort()
			.join('\n');
	const sum = ({ asset }: Amount) =>
		own
			.filter(({ quantity }) => quantity.asset === asset)
			.reduce((total, { quantity }) => total + quantity.units, 0n);
	const { first, second } = transaction.transferred;
	return [
		...(keys(own) === keys(partner) ? [] : [`the payments of transaction ${transaction.number} differ`]),
		...(new Set(own.map(({ id }) => id)).size === own.length ? [] : ['a payment is listed twice']),
		...[first, second].flatMap((amount) =>
			sum(amount) === amount.units ? [] : [`payments of ${sum(amount)} ${amount.asset}, not ${amount.units}`],
		),
	];
}

/** Returns the balances of the settings, units. */
export function startBalances(assets: readonly TradedAsset[]): ReadonlyMap<string, bigint> {
	return new Map(
		assets.map(({ name, precision, balance }) => [name, BigInt(balance) * 10n ** BigInt(precision)]),
	);
}

/** Transactions in the description of a service. */
const DESCRIBED_TRANSACTIONS = 10;

/** Returns the open orders of a service and its last transactions, for an error. */
export function describeBooks({ orders, transactions }: Books): string {
	const open = orders
		.filter(({ status, reserved }) => status === 'open' || reserved > 0n)
		.map(({ number, isAsk, first, second, traded, reserved }) => {
			const terms = `${first.units} ${first.asset} for ${second.units} ${second.asset}`;
			return `${isAsk ? 'ask' : 'bid'} ${number} of ${terms}: ${traded} traded, ${reserved} reserved`;
		});
	const last = transactions
		.slice(-DESCRIBED_TRANSACTIONS)
		.map(({ number, order, partnerOrder, first, transferred, status }) => {
			const amount = `${transferred.first.units} of ${first.units} ${first.asset}`;
			return `transaction ${number} of orders ${order} and ${partnerOrder}: ${status}, ${amount}`;
		});
	return [...open, ...last].join('\n');
}
