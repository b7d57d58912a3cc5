import type { Ledger } from '../ledger/ledger.ts';
import type { MatchingEngine } from '../matching/matching-engine.ts';
import type { EffectsCollector } from './effects.ts';
import type { TradedAsset, TradingOptions } from './trading-options.ts';
import type { WalletTasks } from './wallet-tasks.ts';

export type BlockKind = 'conflict' | 'debt';

/** Data that the parts of the trading core share. */
export interface TradingContext
	extends Pick<Required<TradingOptions>, 'trader' | 'ids' | 'historyMs' | 'isUsed' | 'sourceOf'> {
	readonly assets: Assets;
	readonly engine: MatchingEngine;
	readonly ledger: Ledger;
	readonly effects: EffectsCollector;
	readonly tasks: WalletTasks;
	/** Time of the current input, Unix time, ms. */
	nowMs: number;
	/** Matches an order at the end of an input, `nowMs` or later. */
	matchAt(key: string, atMs: number): void;
	/** Whether this service makes no trades with a trader. */
	isBlocked(trader: string): boolean;
	/** Whether it also ignores the messages of a trader. A debtor may still pay. */
	isIgnored(trader: string): boolean;
	/** Ends everything with a trader, and ignores it: a debtor until it pays. */
	block(trader: string, kind: BlockKind): void;
	unblock(trader: string): void;
}

/** The assets of the settings. */
export class Assets {
	readonly #assets: ReadonlyMap<string, TradedAsset>;

	constructor(assets: readonly TradedAsset[]) {
		this.#assets = new Map(assets.map((asset) => [asset.name, asset]));
	}

	all(): readonly TradedAsset[] {
		return [...this.#assets.values()];
	}

	get(name: string): TradedAsset | undefined {
		return this.#assets.get(name);
	}

	/** Whether an asset is declared with this number of decimals. */
	has({ asset, precision }: { readonly asset: string; readonly precision: number }): boolean {
		return this.#assets.get(asset)?.precision === precision;
	}

	readonly precisionOf = (name: string): number => this.#assets.get(name)?.precision ?? 0;
}
