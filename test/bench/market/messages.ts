/** Orders of the benchmark to its market service: events at a rate, a burst, or rest. */
export type MarketCommand =
	| { readonly kind: 'live' }
	| { readonly kind: 'burst'; readonly events: number }
	| { readonly kind: 'rest' };

/** A price level, as it must be displayed. */
export interface ShownLevel {
	readonly cents: number;
	readonly quantity: number;
}

/** The best levels of both sides, the best first. */
export interface BookReport {
	readonly kind: 'book';
	readonly asks: readonly ShownLevel[];
	readonly bids: readonly ShownLevel[];
}

export type MarketReport = { readonly kind: 'listening'; readonly url: string } | BookReport;

/** Returns the displayed levels of the book that differ from those of the service; 'rows' if there are too few. */
export function differences(text: string, { asks, bids }: BookReport): readonly string[] {
	const shown = [...text.matchAll(/^ *(\d+\.\d\d) +(\d+) +\d+ /gm)].map(
		([, price, quantity]) => `${price} ${quantity}`,
	);
	const all = [...asks.toReversed(), ...bids].map(
		({ cents, quantity }) => `${(cents / 100).toFixed(2)} ${quantity}`,
	);
	const start = all.indexOf(shown[0] ?? '');
	const expected = start < 0 ? [] : all.slice(start, start + shown.length);
	const wrong = shown.filter((level, index) => level !== expected[index]);
	return shown.length < MIN_ROWS ? ['rows', ...wrong] : wrong;
}

const MIN_ROWS = 10;
