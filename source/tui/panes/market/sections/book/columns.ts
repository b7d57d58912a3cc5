import type { Column, Tone } from '../../../../../columns/column.ts';
import { numberColumn } from '../../../../../columns/declare.ts';
import type { PlacedColumn } from '../../../../../columns/layout.ts';
import { truncate } from '../../../../../format/cells.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { ExactAmount } from '../../../../../protocol/exact-amount.ts';
import { countdown, expiryOf } from '../../expiry.ts';
import { amountText, priceText, stepsOf } from '../../price-text.ts';
import type { BookEntry } from './rows.ts';

/** A row with the values that its surroundings determine. */
export interface BookRow extends BookEntry {
	/** Quantity of this level and all better ones. */
	readonly total: ExactAmount;
	/** Total of a full bar. */
	readonly full: ExactAmount;
	readonly decimals: number;
	readonly isOwn: boolean;
	readonly isFlashing: boolean;
	/** Unix ms. */
	readonly now: number;
}

const AMOUNT_CELLS = 12;
/** Cells of a price with the sign of a rounded one. */
const PRICE_CELLS = 13;
const MAX_TRADER_LENGTH = 200;

/** Returns the earliest expiry of a level, or that of the tick, Unix ms. */
function nextExpiry({ level, tick }: BookRow): number | undefined {
	const ticks = tick ? [tick] : level.ticks;
	return ticks.reduce<number | undefined>((next, each) => {
		const expiry = expiryOf(each.tick);
		return expiry === undefined || (next !== undefined && next <= expiry) ? next : expiry;
	}, undefined);
}

const sideTone = ({ isAsk, tick }: BookRow): Tone => (tick ? 'faint' : isAsk ? 'bad' : 'good');
export const ownText = 'own order';

/** Returns the cells of the total and of the level alone, of a bar. */
function depthSteps({ level, total, full }: BookRow, width: number): readonly [whole: number, own: number] {
	return [stepsOf(total, full, width), stepsOf(level.quantity, full, width)];
}

/** Returns the depth of a row as a bar: the quantity of the level, then that of better ones. */
function depthBar(row: BookRow, width: number): string {
	if (row.tick) return '';
	const [whole, own] = depthSteps(row, width);
	const shown = Math.max(1, own);
	return '█'.repeat(Math.min(shown, width)) + '▒'.repeat(Math.max(0, whole - shown));
}

/** Returns the trader of a tick and the number of its order. */
function traderText({ tick }: BookRow, width: number): string {
	if (!tick) return '';
	const { trader_id, order_number } = tick.tick;
	const number = ` #${order_number}`;
	return truncate(sanitize(trader_id, MAX_TRADER_LENGTH), Math.max(4, width - number.length)) + number;
}

const DEPTH = 'depth';

export const bookColumns: readonly Column<BookRow>[] = [
	{
		...numberColumn<BookRow>('price', 'PRICE', PRICE_CELLS, 0, ({ level, tick, decimals }) =>
			tick ? '└' : priceText(level.price, decimals),
		),
		spoken: ({ level, tick, decimals, isAsk }) =>
			tick ? '' : `${isAsk ? 'ask' : 'bid'} at ${priceText(level.price, decimals)}`,
		tone: sideTone,
	},
	{
		...numberColumn<BookRow>('quantity', 'QUANTITY', AMOUNT_CELLS, 0, ({ level, tick }) =>
			amountText(tick ? tick.rest : level.quantity, AMOUNT_CELLS),
		),
		tone: ({ isFlashing, tick }) => (tick ? 'faint' : isFlashing ? 'warning' : 'normal'),
	},
	{
		...numberColumn<BookRow>('total', 'TOTAL', AMOUNT_CELLS, 2, ({ tick, total }) =>
			tick ? '' : amountText(total, AMOUNT_CELLS),
		),
		tone: () => 'faint',
	},
	{
		id: 'own',
		title: 'OWN',
		width: 3,
		align: 'left',
		dropOrder: 1,
		value: ({ isOwn }) => (isOwn ? ' ◆' : ''),
		spoken: ({ isOwn }) => (isOwn ? ownText : ''),
		tone: () => 'busy',
	},
	{
		...numberColumn<BookRow>('orders', 'N', 3, 4, ({ level, tick }) =>
			tick ? '' : String(level.ticks.length),
		),
		spoken: ({ level, tick }) =>
			tick ? '' : `${level.ticks.length} order${level.ticks.length === 1 ? '' : 's'}`,
		tone: () => 'faint',
	},
	{
		...numberColumn<BookRow>('expires', 'EXPIRES', 7, 5, (row) => countdown(nextExpiry(row), row.now)),
		tone: () => 'faint',
	},
	{
		id: DEPTH,
		title: 'DEPTH',
		width: 6,
		grows: true,
		align: 'left',
		dropOrder: 3,
		value: (row, width) => (row.tick ? traderText(row, width) : depthBar(row, width)),
		spoken: (row) => traderText(row, 100),
		tone: sideTone,
	},
];

/** Returns the parts of a row that change while its level and its total stay the same. */
export function rowChanges(row: BookRow, placed: readonly PlacedColumn<BookRow>[]): string {
	const { decimals, isOwn, isFlashing, now } = row;
	const depth = placed.find(({ column }) => column.id === DEPTH)?.width ?? 0;
	return `${decimals} ${isOwn} ${isFlashing} ${countdown(nextExpiry(row), now)} ${depthSteps(row, depth)}`;
}
