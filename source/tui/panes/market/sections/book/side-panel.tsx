import { Box } from 'ink';
import { clock } from '../../../../../columns/moments.ts';
import { fit } from '../../../../../format/cells.ts';
import { type ExactPrice, multiplyAmounts, subtractAmounts } from '../../../../../protocol/exact-amount.ts';
import { compareBookPrices } from '../../../../../state/market/book-tick.ts';
import { composeLine, type Segment } from '../../../../components/compose-line.ts';
import { drawGraph, graphResolution } from '../../../../components/graph.ts';
import { contentOf } from '../../../../components/layout.ts';
import { memoize } from '../../../../components/memoize.ts';
import { Panel } from '../../../../components/panel.tsx';
import { frameRows } from '../../../../components/panel-edge.ts';
import type { PanelProps, PaneSide } from '../../../../surfaces/pane.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { Theme } from '../../../../theme/theme.ts';
import { amountText, priceText, stepsOf, tradeDecimals } from '../../price-text.ts';
import { marketText } from '../../texts.ts';
import { bookRows } from './rows.ts';
import { type ShownTrade, tradesOf } from './trades.ts';
import { decimalsIn, directionOf, tradeToken } from './view.ts';

type Line = readonly Segment[];

/** Minimum and maximum lines of the chart, and minimum lines of both panels for one. */
const MIN_CHART_LINES = 5;
const MAX_CHART_LINES = 12;
const MIN_LINES_FOR_CHART = 16;
/** Levels of the chart between the lowest and the highest price. */
const LEVELS = 1_000;
/** The lowest price is drawn at this level, so that it is visible. */
const LOWEST_LEVEL = 120;

/** The panels beside the book: a chart of the prices, and the last trades. */
function TradesPanels({ state, theme, area }: PanelProps) {
	const rows = bookRows(state);
	const trades = tradesOf(state, rows.pair?.key ?? '');
	const hasChart = trades.length > 0 && area.height >= MIN_LINES_FOR_CHART;
	const lines = Math.min(MAX_CHART_LINES, Math.max(MIN_CHART_LINES, Math.floor(area.height / 3)));
	const chart = { ...area, height: hasChart ? lines + frameRows(area.frame) : 0 };
	const list = { ...area, height: area.height - chart.height };
	const inside = { chart: contentOf(chart), list: contentOf(list) };
	const drawn = panelTexts({
		theme,
		trades,
		ofBook: decimalsIn(rows),
		width: inside.list.width,
		chartRows: inside.chart.height,
		tradeRows: inside.list.height,
	});
	const title = (text: string) => ({ left: [{ text, token: 'heading' } as const] });
	return (
		<Box width={area.width} height={area.height} flexDirection="column">
			{hasChart && (
				<Panel theme={theme} {...chart} top={title(sideText.price)}>
					<Canvas {...inside.chart} lines={drawn.chart} />
				</Panel>
			)}
			<Panel
				theme={theme}
				{...list}
				top={title(sideText.trades)}
				bottom={trades.length === 0 ? {} : { right: [{ text: String(trades.length), token: 'heading' }] }}
			>
				<Canvas {...inside.list} lines={drawn.trades} />
			</Panel>
		</Box>
	);
}

export const sideText = { price: 'Price', trades: 'Trades' } as const;

/** Beside the book. */
export const tradesSide: PaneSide = { minColumns: 120, columns: 40, component: TradesPanels };

interface TextsGiven {
	readonly theme: Theme;
	/** The newest first. */
	readonly trades: readonly ShownTrade[];
	/** Decimals of the prices of the book. */
	readonly ofBook: number;
	readonly width: number;
	readonly chartRows: number;
	readonly tradeRows: number;
}

/** Returns the drawn lines of both panels. Most keys change no trade. */
const panelTexts = memoize(({ theme, trades, ofBook, width, chartRows, tradeRows }: TextsGiven) => {
	const draw = (lines: readonly Line[]) => lines.map((line) => composeLine(theme, width, line));
	if (trades.length === 0)
		return { chart: [], trades: draw([[{ text: marketText.noTrades, token: 'faint' }]]) };
	// All prices have the same number of decimals, so that they are aligned.
	const decimals = trades
		.slice(0, Math.max(1, chartRows + tradeRows))
		.reduce((most, { price }) => Math.max(most, tradeDecimals(price, ofBook)), ofBook);
	return {
		chart: draw(chartRows > 0 ? chartLines(trades, decimals, width, chartRows) : []),
		trades: draw(trades.slice(0, tradeRows).map((trade) => tradeLine(trade, decimals, width))),
	};
});

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
	height: number,
): readonly Line[] {
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
	const lines = drawGraph(drawn, LEVELS + LOWEST_LEVEL, { cells: width - scale, height });
	return lines.map((line, index): Line => {
		const label = index === 0 ? high : index === height - 1 ? low : undefined;
		const text = label ? priceText(label, decimals) : '';
		return [
			{ text: `${fit(text, scale - 1, 'right')} `, token: 'faint' },
			{ text: line, token: 'graph' },
		];
	});
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
