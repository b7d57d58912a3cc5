import { liveRows } from '../../../../sections/live-rows.ts';
import { isAbsent } from '../../absence.ts';
import { marketLegends } from '../../legend.ts';
import { ownSection } from '../../own-section.ts';
import { assetsQuery } from '../../queries.ts';
import { type AssetRow, balancesData } from '../../rows.ts';
import { assetColumns, assetKind } from './columns.ts';

export const assetRows = liveRows<AssetRow>(balancesData, assetKind, ({ market }) => market.assets.list);

export const balancesText = {
	none: [
		'This service trades no assets.',
		'Declare market.assets in its settings. docs/market.md explains it.',
	],
	absent: ['This service does not report balances.', 'Only seedtop has them.'],
} as const;

/** The assets that our own service trades, with their balances. */
export const balancesSection = ownSection<AssetRow>({
	id: 'market-balances',
	title: 'Balances',
	hotkey: 'l',
	legend: marketLegends.balances,
	noun: 'balance',
	kind: assetKind,
	columns: assetColumns,
	isFitted: true,
	rows: assetRows,
	data: ({ market }) => market.assets,
	none: balancesText.none,
	absent: (state) => (isAbsent(state) ? undefined : balancesText.absent),
	queries: [assetsQuery],
});
