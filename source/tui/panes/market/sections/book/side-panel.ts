import { clock } from '../../../../../columns/moments.ts';
import { fit } from '../../../../../format/cells.ts';
import { type ExactPrice, multiplyAmounts, subtractAmounts } from '../../../../../protocol/exact-amount.ts';
import { compareBookPrices } from '../../../../../state/market/book-tick.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { drawTimeGraph, graphResolution } from '../../../../components/time-graph.ts';
import { amountText, priceText, stepsOf, tradeDecimals } from '../../price-text.ts';
import { marketText } from '../../texts.ts';
import type { ShownTrade } from './trades.ts';
import { directionOf, tradeToken } from './view.ts';

type Line = readonly Segment[];

/** Minimum and maximum lines of the chart, and minimum lines of the panel for one. */
const MIN_CHART_LINES = 5;
const MAX_CHART_LINES = 12;
const MIN_LINES_FOR_CHART = 12;
/** Levels of the chart between the lowest and the highest price. */
const LEVELS = 1_000;
/** The lowest price is drawn at this level, so that it is visible. */
const LOWEST_LEVEL = 120;

export interface PanelProps {
	/** The newest first. */
	readonly trades: readonly ShownTrade[];
	readonly decimals: number;
	readonly width: number;
	readonly height: number;
}

/** Returns the lines beside the book: a chart of the prices and the last trades, the newest first. */
export function panelLines({ trades, decimals: ofBook, width, height }: PanelProps): readonly Line[] {
	if (trades.length === 0) {
		return [[{ text: 'Recent trades', token: 'heading' }], [{ text: marketText.noTrades, token: 'faint' }]];
	}
	// All prices have the same number of decimals, so that they are aligned.
	const decimals = trades
		.slice(0, Math.max(1, height))
		.reduce((most, { price }) => Math.max(most, tradeDecimals(price, ofBook)), ofBook);
	const chart =
		height >= MIN_LINES_FOR_CHART ? chartLines(trades, decimals, width, Math.floor(height / 3)) : [];
	const rest = Math.max(0, height - chart.length - 1);
	return [
		...chart,
		[{ text: fit('Recent trades', width), token: 'heading' }],
		...trades.slice(0, rest).map((trade) => tradeLine(trade, decimals, width)),
	];
}

function tradeLine(trade: ShownTrade, decimals: number, width: number): Line {
	const price = fit(priceText(trade.price, decimals), 12, 'right');
	const room = Math.max(1, width - 8 - 1 - 12 - 2 - 1 - 3);
	return [
		{ text: `${clock(trade.at / 1_000)} `, token: 'faint' },
		{ text: `${price} ${fit(directionOf(trade), 1)} `, token: tradeToken(trade) },
		{ text: fit(amountText(trade.quantity, room), room, 'right') },
		{ text: trade.isOwn ? ' ◆' : '  ', token: 'busy' },
	];
}

/** Returns a graph of the last prices, the newest at the right. Its scale ends at the lowest and the highest one. */
function chartLines(
	trades: readonly ShownTrade[],
	decimals: number,
	width: number,
	room: number,
): readonly Line[] {
	const height = Math.min(MAX_CHART_LINES, Math.max(MIN_CHART_LINES, room));
	const [first] = trades;
	if (!first) return [];
	const scale = 13;
	const columns = Math.max(1, (width - scale) * graphResolution.dots.across);
	const shown = trades.slice(0, columns).toReversed();
	const prices = shown.map(({ price }) => price);
	const low = prices.reduce((least, price) => (compareBookPrices(price, least) < 0 ? price : least));
	const high = prices.reduce((most, price) => (compareBookPrices(price, most) > 0 ? price : most));
	const levels = prices.map((price) => LOWEST_LEVEL + positionBetween(low, high, price));
	/** Columns of each trade: few trades fill the chart too. */
	const each = Math.max(1, Math.floor(columns / levels.length));
	const drawn = levels.flatMap((level) => Array<number>(each).fill(level));
	const padded = [...Array<number>(columns - drawn.length).fill(Number.NaN), ...drawn];
	const lines = drawTimeGraph(padded, LEVELS + LOWEST_LEVEL, height, 'dots');
	const count = `${shown.length} trade${shown.length === 1 ? '' : 's'}`;
	return [
		[
			{ text: 'Price ', token: 'heading' },
			{ text: count, token: 'faint' },
		],
		...lines.map((line, index): Line => {
			const label = index === 0 ? high : index === height - 1 ? low : undefined;
			const text = label ? priceText(label, decimals) : '';
			return [
				{ text: `${fit(text, scale - 1, 'right')} `, token: 'faint' },
				{ text: line, token: 'graph' },
			];
		}),
		[],
	];
}

/** Returns where a price is between two others, 0 to `LEVELS`. */
function positionBetween(low: ExactPrice, high: ExactPrice, price: ExactPrice): number {
	/** Difference to the lowest price, times all other first amounts. */
	const above = (one: ExactPrice, other: ExactPrice) => {
		const over = multiplyAmounts(one.second, low.first);
		const under = multiplyAmounts(low.second, one.first);
		return multiplyAmounts(subtractAmounts(over, under), other.first);
	};
	const range = above(high, price);
	return range.digits === 0n ? LEVELS / 2 : stepsOf(above(price, high), range, LEVELS);
}
