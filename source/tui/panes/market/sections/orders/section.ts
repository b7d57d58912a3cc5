import { type Facts, factLines } from '../../../../../columns/facts.ts';
import { asset } from '../../../../../columns/market.ts';
import { moment } from '../../../../../columns/moments.ts';
import { isOpenOrder, type Order } from '../../../../../protocol/resources/market.ts';
import { type Settled, settledOf } from '../../../../../state/market/own-side.ts';
import { memoize } from '../../../../components/memoize.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { marketLegends } from '../../legend.ts';
import { ownSection } from '../../own-section.ts';
import { ordersQuery, transactionsQuery } from '../../queries.ts';
import { type OrderRow, ordersData } from '../../rows.ts';
import { marketText } from '../../texts.ts';
import { orderColumns, orderKind } from './columns.ts';

export const orderRows = liveRows<OrderRow>(ordersData, orderKind, ({ market }) => market.orders.list);

const ordersText = {
	none: ['You have no orders.', marketText.firstOrder],
} as const;

/** Returns rows with the time for their countdowns. Only orders that can trade have one. */
const timed = memoize(({ rows, now }: { readonly rows: readonly OrderRow[]; readonly now: number }) =>
	rows.map((row) => (isOpenOrder(row.item) ? { ...row, now } : row)),
);

/** Returns all digits of an order, which its cells may not have. */
function orderFacts(
	{ is_ask, assets: { first, second }, traded, reserved_quantity, timestamp }: Order,
	settled: Settled | undefined,
): Facts {
	const { type } = first;
	const [sold, paid] = [
		asset({ ...first, amount: settled?.first }),
		asset({ ...second, amount: settled?.second }),
	];
	const label = is_ask === undefined ? 'moved' : is_ask ? 'sold' : 'bought';
	const text = (amount: Order['traded']) => asset({ amount, type });
	return [
		[is_ask === false ? 'requests' : 'offers', `${asset(first)} for ${asset(second)}`],
		['traded', `${text(traded)}, reserved ${text(reserved_quantity)}`],
		...(settled ? [[label, `${sold} for ${paid}`] as const] : []),
		['placed', moment(timestamp)],
	];
}

/** The user's orders. */
export const ordersSection = ownSection<OrderRow>({
	id: 'market-orders',
	title: 'Orders',
	hotkey: 'm',
	legend: marketLegends.orders,
	noun: 'order',
	kind: orderKind,
	columns: orderColumns,
	rows: orderRows,
	data: ({ market }) => market.orders,
	none: ordersText.none,
	timed: (rows, now) => timed({ rows, now }),
	below: ({ item }, { market }) => factLines(orderFacts(item, settledOf(item, market.transactions.list))),
	queries: [ordersQuery(), transactionsQuery(true)],
});
