import { type Fields, isFields } from '../../basics/fields.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { MalformedError } from '../http/errors.ts';
import type { OpenedResponse } from '../http/requests.ts';
import { parseAnswer, refuseError } from '../http/response.ts';
import { type ItemReader, listPlaceholder, type ReadItem } from './item-reader.ts';

interface ItemsOptions {
	/** Name of the list in the response. */
	readonly list: string;
	readonly reader: ItemReader;
	/** Takes an item, or the number of items that equal earlier ones. A returned promise delays the next one. */
	readonly take: (item: ReadItem | number) => void | Promise<void>;
	readonly slice?: TimeSlice;
}

/**
 * Reads the items of a long list in short time slices, while the response arrives. Returns the response with an empty list,
 * or as it is if the list was not found in its bytes, or not as the only one: `isApart` is false then. Throws the errors of
 * the client's methods, and those of `take`; a SyntaxError of it becomes a MalformedError.
 */
export async function readItems(
	{ what, body }: OpenedResponse,
	{ list, reader, take, slice = new TimeSlice() }: ItemsOptions,
): Promise<{ readonly rest: unknown; readonly isApart: boolean }> {
	try {
		for await (const chunk of body) {
			slice.begin();
			for (const item of reader.items(chunk)) {
				const taking = take(item);
				if (taking) await taking;
				if (slice.over) await slice.next();
			}
			slice.end();
		}
		if (reader.found && !reader.complete) throw new SyntaxError('The list has no end.');
	} catch (error) {
		throw error instanceof SyntaxError ? new MalformedError(what, 'the response is not JSON', error) : error;
	}
	const rest = parseAnswer(what, reader.rest);
	refuseError(what, rest);
	// A name can occur twice, and the last one wins.
	const isApart = reader.complete && isFields(rest) && rest[list] === listPlaceholder;
	return { rest: isApart ? { ...(rest as Fields), [list]: [] } : rest, isApart };
}
