import type { BookRows } from './rows.ts';

/** Visible rows of the book. */
interface BookLayout {
	/** Index of the first visible ask and number of them. */
	readonly asks: Window;
	/** Index of the first visible bid, among the bids. */
	readonly bids: Window;
}

interface Window {
	readonly first: number;
	readonly count: number;
}

/** Lines of a book that are no rows: the summary, the titles, and the line between asks and bids. */
const FRAME_LINES = 3;
/** Minimum lines of a book with a line about the row under the cursor. */
const MIN_LINES_FOR_DETAIL = 10;

/** Returns the number of lines about the row under the cursor. */
export function detailLines(height: number): number {
	return height < MIN_LINES_FOR_DETAIL ? 0 : 1;
}

/**
 * Returns the visible rows in `height` lines: the best prices in the middle. A side that has few rows leaves lines to
 * the other one. Rows move only as far as the cursor requires.
 */
export function bookLayout({ asks, bids, cursor }: BookRows, height: number): BookLayout {
	const room = Math.max(0, height - FRAME_LINES - detailLines(height));
	const half = Math.ceil(room / 2);
	const askCount = Math.min(asks.length, Math.max(half, room - bids.length));
	const bidCount = Math.min(bids.length, room - askCount);
	const bestAsks = asks.length - askCount;
	const bidCursor = cursor - asks.length;
	return {
		asks: { first: cursor >= 0 ? Math.min(bestAsks, cursor) : bestAsks, count: askCount },
		bids: { first: Math.max(0, Math.min(bidCursor - bidCount + 1, bids.length - bidCount)), count: bidCount },
	};
}
