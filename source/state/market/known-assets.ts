import type { ExactAmount } from '../../protocol/exact-amount.ts';

/** An asset that the service declares. */
interface DeclaredAsset {
	readonly name: string;
	/** Number of decimals; undefined if the service does not report it. */
	readonly precision?: number | undefined;
	/** Balance that no order needs; undefined if it is unknown. */
	readonly available?: ExactAmount | undefined;
	/** Whole balance; undefined if it is unknown. */
	readonly balance?: ExactAmount | undefined;
}

/** The assets that the form offers. */
export interface KnownAssets {
	/** Undefined if the service does not report them: then any name may be valid. */
	readonly declared: readonly DeclaredAsset[] | undefined;
	/** Names of the order book. */
	readonly listed: readonly string[];
}

/** Returns the names of the assets that an order can have: the declared ones, else those of the book. Untrusted. */
export function assetNames({ declared, listed }: KnownAssets): readonly string[] {
	return declared ? declared.map(({ name }) => name) : [...new Set(listed)];
}

/** Returns the number of decimals of an asset; undefined if it is unknown. */
export function precisionOf({ declared = [] }: KnownAssets, asset: string): number | undefined {
	return declared.find(({ name }) => name === asset)?.precision;
}
