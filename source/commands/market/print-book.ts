import { setTimeout as delay } from 'node:timers/promises';
import type { StreamReport } from '../../client/events.ts';
import { type BookRow, bookColumns } from '../../columns/market-book.ts';
import { moment } from '../../columns/moments.ts';
import { describeFailure, exitCodeOf, exitCodes } from '../declaration/failure.ts';
import { safeJson } from '../output/json.ts';
import {
	hasHeader,
	printJson,
	printJsonLine,
	printLine,
	printTable,
	type TableInput,
	warn,
} from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { WatchedService } from '../watching/watched-service.ts';
import { assertDeclared, assertDifferent, readAssets, shortName } from './declared-assets.ts';
import { bookRows } from './order-books.ts';

interface WantedBook extends TableInput {
	readonly first: string;
	readonly second: string;
	/** Number of price levels of each side. */
	readonly depth: number;
}

/** Minimum interval between two requests of the book, ms. Events may be much faster. */
const MIN_INTERVAL_MS = 500;
/** Interval of requests without an event, ms. Services in the field do not report every change. */
const IDLE_INTERVAL_MS = 10_000;

export const followText = {
	lost: (failure: string, answered: string) => `${failure} The last book is from ${answered}. Trying again…`,
	answers: 'The service answers again.',
	moved: (url: string) => `The service was found again at ${url}.`,
} as const;

export const bookText = {
	empty: (first: string, second: string) => `There are no open orders of ${first}/${second}.`,
	reverse: (first: string, second: string) => `There are orders of ${first}/${second}.`,
} as const;

/** Prints the book once, as a table or as JSON. Throws if a request fails. */
export async function printBook(call: Call, wanted: WantedBook): Promise<void> {
	const { rows, note } = await readBook(call, wanted);
	if (wanted.json) printJson(documentOf(wanted, rows));
	else await printRows(wanted, rows);
	if (note !== undefined) warn(note);
}

/**
 * Prints the book after each change until `signal` aborts. Events only trigger requests, so none can be missed. A
 * service that does not answer may return, at another address too.
 */
export async function followBook(call: Call, wanted: WantedBook, signal: AbortSignal): Promise<undefined> {
	const changes = new Changes();
	const ended = new AbortController();
	const stop = AbortSignal.any([signal, ended.signal]);
	const watched = new WatchedService(call, stop);
	const contact = new Contact();
	const limits = { ...call.limits, signal };
	let events = await followEvents(watched, call, changes, stop);
	let shown = '';
	try {
		while (!signal.aborted) {
			try {
				const { client } = watched;
				shown = await printChange({ ...call, client, limits }, wanted, shown, contact);
			} catch (error) {
				if (signal.aborted || shown === '') throw error;
				if (await watched.refind()) {
					contact.moved(watched.client.url);
					await events.end();
					events = await followEvents(watched, call, changes, stop);
				} else if (exitCodeOf(error) !== exitCodes.unreachable) throw error;
				else contact.lost(error);
			}
			await delay(MIN_INTERVAL_MS, undefined, { signal: stop });
			await changes.next(IDLE_INTERVAL_MS - MIN_INTERVAL_MS, stop);
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		ended.abort();
		await events.end();
		await watched.close();
	}
}

/** Notes changes until `end`, or until `signal` aborts. A lost connection is one: the service may be gone. */
async function followEvents(watched: WatchedService, call: Call, changes: Changes, signal: AbortSignal) {
	const { followEvents: follow } = await import('../../client/events.ts');
	const moved = new AbortController();
	const following = follow(watched.client, {
		signal: AbortSignal.any([signal, moved.signal]),
		timeout: call.limits.timeout,
		report: (news) => {
			if (isChange(news)) changes.note();
		},
	});
	return {
		end: async () => {
			moved.abort();
			await following;
		},
	};
}

/** Reports once that the service does not answer, and once that it answers again. */
class Contact {
	#answeredAt: number | undefined;
	#isLost = false;

	answered(): void {
		if (this.#isLost) warn(followText.answers);
		this.#isLost = false;
		this.#answeredAt = Date.now() / 1000;
	}

	/** The service is at another address. Whether it answers there is not known yet. */
	moved(url: string): void {
		warn(followText.moved(url));
		this.#isLost = false;
	}

	lost(error: unknown): void {
		if (!this.#isLost) warn(followText.lost(describeFailure(error), moment(this.#answeredAt)));
		this.#isLost = true;
	}
}

/** Prints the book if it differs from `shown`, and returns it as JSON. */
async function printChange(call: Call, wanted: WantedBook, shown: string, contact: Contact): Promise<string> {
	const { rows, note } = await readBook(call, wanted);
	contact.answered();
	const document = documentOf(wanted, rows);
	const text = safeJson(document);
	if (text === shown) return shown;
	const at = Date.now() / 1000;
	if (wanted.json) printJsonLine({ at, ...document });
	else {
		if (shown !== '') printLine('');
		if (hasHeader(wanted.header)) printLine(moment(at));
		await printRows(wanted, rows);
	}
	if (note !== undefined) warn(note);
	return text;
}

/** Whether the book may have changed: after an event of the market, and when a connection opens or ends. */
function isChange(news: StreamReport): boolean {
	if (news.kind === 'open' || news.kind === 'lost') return true;
	return news.kind === 'event' && news.event.type.startsWith('market_');
}

/** Rows of a book, and a note for the user if there are none. */
interface Reading {
	readonly rows: readonly BookRow[];
	readonly note?: string;
}

/** Reads the book with the own orders. Fails if an asset is neither in a book nor declared, if that is known. */
async function readBook(call: Call, { first, second, depth }: WantedBook): Promise<Reading> {
	assertDifferent(first, second);
	const { client, limits } = call;
	const [{ asks }, { bids }, { orders }] = await Promise.all([
		client.listAsks({}, limits),
		client.listBids({}, limits),
		client.listOrders({}, limits),
	]);
	const rows = bookRows({ asks, bids }, first, second, depth, orders);
	if (rows.length > 0) return { rows };
	const groups = [...asks, ...bids];
	const traded = new Set(groups.flatMap(({ asset1, asset2 }) => [asset1, asset2]));
	const unknown = [first, second].filter((asset) => !traded.has(asset));
	const assets = unknown.length > 0 ? await readAssets(call) : undefined;
	for (const asset of unknown) assertDeclared(asset, assets);
	const empty = bookText.empty(shortName(first), shortName(second));
	const isReversed = groups.some(({ asset1, asset2 }) => asset1 === second && asset2 === first);
	return {
		rows,
		note: isReversed ? `${empty} ${bookText.reverse(shortName(second), shortName(first))}` : empty,
	};
}

/** A warning reports an empty book, so a terminal gets no second notice. */
async function printRows({ header }: WantedBook, rows: readonly BookRow[]): Promise<void> {
	if (rows.length > 0 || !process.stdout.isTTY) await printTable(bookColumns, rows, { header, empty: '' });
}

/** Returns the book for --json, the best price first. Prices are the amounts of both assets of an order. */
function documentOf({ first, second }: WantedBook, rows: readonly BookRow[]): object {
	const side = (wanted: BookRow['side']) =>
		rows
			.filter((row) => row.side === wanted)
			.map((row) => ({
				price: { first: row.first, second: row.second },
				quantity: row.quantity,
				cumulative: row.cumulative,
				reserved: row.reserved,
				orders: row.orders,
			}));
	return { asset1: first, asset2: second, asks: side('ask').reverse(), bids: side('bid') };
}

/** Remembers that something changed until the next wait. */
class Changes {
	#isChanged = false;
	#wake: (() => void) | undefined;

	note(): void {
		this.#isChanged = true;
		this.#wake?.();
	}

	/** Waits for a change, at most `milliseconds`. Rejects if `signal` aborts. */
	async next(milliseconds: number, signal: AbortSignal): Promise<void> {
		if (!this.#isChanged) {
			const noted = new AbortController();
			this.#wake = () => noted.abort();
			await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, noted.signal]) }).catch(
				() => {},
			);
			this.#wake = undefined;
			signal.throwIfAborted();
		}
		this.#isChanged = false;
	}
}
