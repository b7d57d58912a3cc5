import { Box } from 'ink';
import type { State } from '../../../../../state/core/state.ts';
import { booksSampled } from '../../../../../state/market/market.ts';
import { ComposedLines } from '../../../../components/composed-lines.tsx';
import { inGutter } from '../../../../components/gutter.tsx';
import { missingRows, staleSegments, textOfLines } from '../../../../sections/sampled-text.ts';
import type { Section } from '../../../../sections/section.ts';
import type { PaneProps } from '../../../../surfaces/pane.ts';
import { tableList } from '../../../../surfaces/row-table.ts';
import { clampPosition, type SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { useMemory } from '../../../../terminal/expand.ts';
import { emptyText, noDataText } from '../../absence.ts';
import { marketLegends } from '../../legend.ts';
import { spreadOf } from '../../price-text.ts';
import { emptyMarketQuery, ordersQuery, tickQueries, transactionsQuery } from '../../queries.ts';
import { marketText } from '../../texts.ts';
import { pairName } from '../pairs/columns.ts';
import { type BookRow, bookColumns } from './columns.ts';
import { bookCommands } from './commands.ts';
import { bookLayout } from './layout.ts';
import { type BookRows, bookRows, entryKey } from './rows.ts';
import { tradesSide } from './side-panel.tsx';
import { book } from './slice.ts';
import { bookTarget, bookView, cacheFor, decimalsIn, type RowCache, spokenRow } from './view.ts';

function BookSection({ state, theme, width, height, gutter }: PaneProps) {
	const stale = staleSegments(booksSampled(state.market), state.now);
	const rows = bookRows(state);
	const room = Math.max(0, height - stale.length);
	const memory = useMemory<{ cache?: RowCache }>(() => ({}));
	memory.cache = cacheFor(memory.cache, { theme, width: width + gutter, indent: gutter });
	const { market, now } = state;
	const isStale = stale.length > 0;
	const view = bookView({ rows, market, now, cache: memory.cache, height: room, isStale });
	return (
		<Box width={width} height={height} flexDirection="column">
			{stale.length > 0 && <ComposedLines {...{ theme, width, lines: stale }} />}
			{inGutter(
				gutter,
				<Canvas
					width={width + gutter}
					height={room}
					lines={view.lines.map(({ text }) => text)}
					targetAt={(_, line) => bookTarget(view, line)}
				/>,
			)}
		</Box>
	);
}

/** Returns the rows of the book for keys and speech. They are made on demand. */
function tableOf(state: State) {
	const rows = bookRows(state);
	return {
		noun: 'price',
		columns: bookColumns,
		rows: {
			length: rows.length,
			at: (row: number) => spokenRow(state, rows, row),
		},
		cursor: rows.cursor,
		keyOf: (row: BookRow) => entryKey(row),
	};
}

function withCursor(state: State, rows: BookRows, row: number): State {
	const entry = rows.at(clampPosition(row, rows.length - 1));
	return entry ? book.change(state, { cursor: entryKey(entry) }) : state;
}

function message(state: State): SurfaceText | undefined {
	const { market } = state;
	const none = noDataText('the market', booksSampled(market));
	if (none) return none;
	if (market.pairs.length === 0) return emptyText(state);
	if (!bookRows(state).pair) return { id: 'no pair', lines: [marketText.noPair, marketText.noPairHint] };
	return undefined;
}

/** Returns the best prices in words. */
function summary(state: State): readonly string[] {
	const rows = bookRows(state);
	const { pair } = rows;
	if (!pair) return [];
	const spread = spreadOf(pair.ask.best, pair.bid.best, decimalsIn(rows));
	const prices = spread ? `spread ${spread.spread}, ${spread.percent}; mid ${spread.mid}` : 'no spread';
	return [`${pairName(pair)}: ${prices}.`];
}

/** The order book of a pair: asks above, bids below, and the last trades beside it. */
export const bookSection = {
	id: 'market-book',
	title: 'Book',
	hotkey: 'b',
	legend: marketLegends.book,
	commands: bookCommands,
	component: BookSection,
	side: tradesSide,
	message,
	missing: ({ market }) => missingRows('price', booksSampled(market)),
	text: (state) => {
		const sampled = booksSampled(state.market);
		const stale = textOfLines(staleSegments(sampled, state.now));
		return {
			id: `${bookRows(state).pair?.key} ${sampled.failure?.kind ?? ''}`,
			lines: [...stale, ...summary(state)],
		};
	},
	list: tableList<BookRow>({
		table: tableOf,
		move: (state, by) => {
			const rows = bookRows(state);
			return withCursor(state, rows, rows.cursor + by);
		},
		goTo: (state, key) => book.change(state, { cursor: key }),
	}),
	page: (state, _, height) => {
		const { asks, bids } = bookLayout(bookRows(state), height);
		return { page: Math.max(1, asks.count + bids.count) };
	},
	queries: [...tickQueries, ordersQuery(true), transactionsQuery(true), emptyMarketQuery()],
} as const satisfies Section;
