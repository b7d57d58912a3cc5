import type { DeclaredAsset, Order, Transaction } from '../../../protocol/resources/market.ts';
import type { State } from '../../../state/core/state.ts';
import { currentRow } from '../../../state/list/list.ts';
import { pairKey } from '../../../state/market/book-tick.ts';
import type { RequiredInput } from '../../../state/market/input-dialog.ts';
import type { OrderPrefill } from '../../../state/market/order-form.ts';
import { priceOf } from '../../../state/market/order-values.ts';
import { ownOrderOf } from '../../../state/market/own-side.ts';
import type { SectionId } from '../../../state/surfaces/sections.ts';
import { assetRows } from './sections/balances/section.ts';
import { bookRows, currentEntry } from './sections/book/rows.ts';
import { orderRows } from './sections/orders/section.ts';
import { pairRows } from './sections/pairs/section.ts';
import { transactionRows } from './sections/transactions/section.ts';

/** Returns the visible section of the market. */
export function marketSection({ sections }: Pick<State, 'sections'>): SectionId {
	return sections.shown.market ?? 'market-pairs';
}

/** Returns the own order under the cursor: in the list of orders, or in the book. */
export function orderAtCursor(state: State): Order | undefined {
	if (marketSection(state) === 'market-orders') return currentRow(orderRows.of(state))?.item;
	if (marketSection(state) !== 'market-book') return undefined;
	const entry = currentEntry(state);
	if (!entry) return undefined;
	const ticks = entry.tick ? [entry.tick] : entry.level.ticks;
	const own = ticks.flatMap(({ tick }) => ownOrderOf(tick, state.market.orders.list) ?? []);
	return own[0];
}

/** Returns the transaction under the cursor. */
export function transactionAtCursor(state: State): Transaction | undefined {
	if (marketSection(state) !== 'market-transactions') return undefined;
	return currentRow(transactionRows.of(state))?.item;
}

/** Returns the key of the pair of the row under the cursor, if the row belongs to one. */
export function pairAtCursor(state: State): string | undefined {
	const assets = orderAtCursor(state)?.assets ?? transactionAtCursor(state)?.assets;
	return assets && pairKey(assets.first.type ?? '', assets.second.type ?? '');
}

/** Returns the values that a new order starts with: the pair and the price under the cursor. */
export function prefillAtCursor(state: State, isAsk: boolean): OrderPrefill {
	const section = marketSection(state);
	if (section === 'market-book') return prefillOfLevel(state, isAsk);
	if (section === 'market-pairs') {
		const pair = currentRow(pairRows.of(state));
		return { isAsk, firstAsset: pair?.first, secondAsset: pair?.second };
	}
	const assets = orderAtCursor(state)?.assets ?? transactionAtCursor(state)?.assets;
	return { isAsk, firstAsset: assets?.first.type, secondAsset: assets?.second.type };
}

function prefillOfLevel(state: State, isAsk: boolean): OrderPrefill {
	const { pair } = bookRows(state);
	const named = { isAsk, firstAsset: pair?.first, secondAsset: pair?.second };
	const entry = currentEntry(state);
	const price = entry?.tick?.price ?? entry?.level.price;
	if (!price) return named;
	const { text, isExact } = priceOf(price.first, price.second);
	// A price with endless decimals is given by both amounts.
	return isExact
		? { ...named, price: text }
		: { ...named, quantity: price.first.text, payment: price.second.text };
}

/** Returns the input that a wallet waits for: that of the row under the cursor, else the first one. */
export function requiredInput(state: State): RequiredInput | undefined {
	const row = marketSection(state) === 'market-balances' ? currentRow(assetRows.of(state))?.item : undefined;
	const assets = [...(row ? [row] : []), ...state.market.assets.list.map(({ item }) => item)];
	return assets.flatMap((asset) => inputOf(asset) ?? [])[0];
}

function inputOf({ name, input_required: input }: DeclaredAsset): RequiredInput | undefined {
	return input ? { asset: name, kind: input.kind ?? '', question: input.question ?? '' } : undefined;
}
