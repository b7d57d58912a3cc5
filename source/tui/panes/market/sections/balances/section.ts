import type { DeclaredAsset } from '../../../../../protocol/resources/market.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { isAbsent } from '../../absence.ts';
import { marketLegends } from '../../legend.ts';
import { ownSection } from '../../own-section.ts';
import { assetsQuery } from '../../queries.ts';
import { assetColumns, assetKind } from './columns.ts';
import { balances } from './slice.ts';

export const assetRows = liveRows<OwnRow<DeclaredAsset>>(
	balances,
	assetKind,
	({ market }) => market.assets.list,
);

export const balancesText = {
	none: [
		'This service trades no assets.',
		'Declare market.assets in its settings. docs/market.md explains it.',
	],
	absent: ['This service does not report balances.', 'Only seedtop has them.'],
} as const;

/** The assets that our own service trades, with their balances. */
export const balancesSection = ownSection<OwnRow<DeclaredAsset>>({
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
	commands: [],
	queries: [assetsQuery],
});
