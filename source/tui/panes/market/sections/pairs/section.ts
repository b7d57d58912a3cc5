import { currentRow } from '../../../../../state/list/list.ts';
import { booksSampled } from '../../../../../state/market/market.ts';
import { withFlashes } from '../../../../sections/flash.ts';
import { listSection } from '../../../../sections/list-section.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { sampledParts } from '../../../../sections/sampled-text.ts';
import { onSubject } from '../../../../surfaces/command.ts';
import { emptyText, noDataText } from '../../absence.ts';
import { marketLegends } from '../../legend.ts';
import { MIN_SHARE } from '../../own-section.ts';
import { emptyMarketQuery, tickQueries } from '../../queries.ts';
import { pairsData } from '../../rows.ts';
import { book } from '../book/slice.ts';
import { pairColumns, pairKind } from './columns.ts';

export const pairRows = liveRows(pairsData, pairKind, ({ market }) => market.pairs);

/** The pairs of assets with their best prices. */
export const pairsSection = listSection({
	id: 'market-pairs',
	title: 'Pairs',
	hotkey: 'p',
	legend: marketLegends.pairs,
	noun: 'pair',
	kind: pairKind,
	columns: pairColumns,
	rows: pairRows,
	commands: [
		{
			id: 'market-open-book',
			group: 'move',
			scope: 'market-pairs',
			keys: ['enter'],
			title: 'Show the order book of the pair',
			hint: 'book',
			...onSubject(
				(state) => currentRow(pairRows.of(state)) ?? 'No pair to show.',
				(pair, { state, dispatch }) => {
					dispatch(book.message(state, { pair: pair.key, cursor: undefined }));
					dispatch({ type: 'section', pane: 'market', section: 'market-book' });
				},
			),
		},
	],
	message: (state) =>
		noDataText('the market', booksSampled(state.market)) ??
		(state.market.pairs.length > 0 ? undefined : emptyText(state)),
	more: (state) => ({ share: MIN_SHARE, rows: withFlashes(pairRows.of(state).view, state.now) }),
	...sampledParts('pair', ({ market }) => booksSampled(market)),
	queries: [...tickQueries, emptyMarketQuery()],
});
