import type { Failure } from '../connection/connection.ts';
import { failOwnRows, noOwnRows, type OwnRows, takeOwnRows } from '../market/own-rows.ts';

/** A list of one subject, e.g. the playlists of a channel. */
export interface RequestedRows<Item> extends OwnRows<Item> {
	/** Id of the subject; '' for none. */
	readonly of: string;
}

export const nothingRequested: RequestedRows<never> = { ...noOwnRows, of: '' };

/** Returns the list of a subject; an empty one before its first answer. */
export function rowsOf<Item>(rows: RequestedRows<Item>, of: string): RequestedRows<Item> {
	return rows.of === of ? rows : { ...nothingRequested, of };
}

/** Takes an answer about a subject. */
export function takeRequested<Item>(
	before: RequestedRows<Item>,
	of: string,
	items: readonly Item[],
	identify: (item: Item) => string,
	at: number,
): RequestedRows<Item> {
	return { ...takeOwnRows(rowsOf(before, of), items, identify, at), of };
}

/** Records that the request about a subject failed. Its last list stays. */
export function failRequested<Item>(
	before: RequestedRows<Item>,
	of: string,
	failure: Failure,
): RequestedRows<Item> {
	return { ...failOwnRows(rowsOf(before, of), failure), of };
}
