import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { ExactAmount } from '../../../../../protocol/exact-amount.ts';
import type { DeclaredAsset } from '../../../../../protocol/resources/market.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { isAbsent } from '../../absence.ts';
import { marketLegends } from '../../legend.ts';
import { ownSection } from '../../own-section.ts';
import { amountKey, amountText } from '../../price-text.ts';
import { assetsQuery } from '../../queries.ts';
import { type AssetRow, balancesData } from '../../rows.ts';

const AMOUNT_CELLS = 16;

function amountColumn(
	id: string,
	title: string,
	dropOrder: number,
	of: (item: DeclaredAsset) => ExactAmount | null | undefined,
): Column<AssetRow> {
	return {
		...numberColumn<AssetRow>(id, title, AMOUNT_CELLS, dropOrder, ({ item }) =>
			amountText(of(item) ?? undefined, AMOUNT_CELLS),
		),
		sortKey: ({ item }) => amountKey(of(item) ?? undefined),
		greatestFirst: true,
		tone: flashTone,
	};
}

/** Returns the input that the wallet waits for; '' for none. Sanitized. */
function inputText({ input_required: input }: DeclaredAsset): string {
	if (!input) return '';
	return sanitize(input.question || input.kind || 'input', 60);
}

const assetColumns: readonly Column<AssetRow>[] = [
	{
		...textColumn<AssetRow>('asset', 'ASSET', 12, 0, ({ item }) => item.name),
		sortKey: ({ item }) => item.name,
	},
	amountColumn('balance', 'BALANCE', 0, ({ balance }) => balance),
	amountColumn('available', 'AVAILABLE', 1, ({ available }) => available),
	{ ...amountColumn('credit', 'CREDIT', 3, ({ credit }) => credit), width: 10 },
	{
		...textColumn<AssetRow>('wallet', 'WALLET', 7, 2, ({ item }) => textOrDash(item.wallet)),
		sortKey: ({ item }) => item.wallet ?? '',
	},
	{
		...growingColumn<AssetRow>('input', 'WAITS FOR', 13, ({ item }) => inputText(item)),
		isStatus: true,
		tone: () => 'warning',
	},
];

const assetKind = keyedKind<AssetRow>(assetColumns, ({ item }) => `${item.name} ${item.wallet ?? ''}`);

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
