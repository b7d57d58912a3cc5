/** The assets of the demo. They have no value: each service of the demo has them by its settings. */
interface DemoAsset {
	readonly name: string;
	/** Number of decimals. */
	readonly precision: number;
	/** Balance at the start, and credit for each partner. Decimal numbers. */
	readonly balance: string;
	readonly credit: string;
}

export const demoAssets = [
	{ name: 'MB', precision: 0, balance: '50000', credit: '500' },
	{ name: 'COIN', precision: 8, balance: '6.25', credit: '0.05' },
	{ name: 'POINT', precision: 2, balance: '2500', credit: '25' },
] as const satisfies readonly DemoAsset[];

export type DemoAssetName = (typeof demoAssets)[number]['name'];

/** A pair of assets with its usual price: `price.second` units for `price.first` units. */
export interface DemoPair {
	readonly first: DemoAssetName;
	readonly second: DemoAssetName;
	readonly price: { readonly first: bigint; readonly second: bigint };
	/** Usual size of an order, units of the first asset. */
	readonly size: bigint;
}

/** 1 MB costs 0.000125 COIN or 0.05 POINT. */
export const demoPairs: readonly [DemoPair, ...DemoPair[]] = [
	{ first: 'MB', second: 'COIN', price: { first: 1n, second: 12_500n }, size: 800n },
	{ first: 'MB', second: 'POINT', price: { first: 1n, second: 5n }, size: 600n },
];

/** Returns the number of decimals of an asset; undefined if the demo does not have it. */
export function precisionOf(name: string): number | undefined {
	return demoAssets.find((asset) => asset.name === name)?.precision;
}

/** Returns the settings of a service of the demo. It connects to no other service by itself. */
export function marketSettings(peers: readonly string[]): object {
	return { overlay: { enabled: true, peers, discovery: false }, market: { assets: demoAssets } };
}
