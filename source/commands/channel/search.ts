import { type FoundRow, foundColumns } from '../../columns/channel.ts';
import { decode } from '../../protocol/decode.ts';
import type { ServiceEvent } from '../../protocol/events/events.ts';
import { FoundChannel, FoundTorrent } from '../../protocol/resources/search-result.ts';
import { CommandFailure, exitCodes } from '../declaration/failure.ts';
import { printJson, printTable, type TableInput } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';

interface Search {
	readonly query: string;
	readonly isUnfiltered: boolean;
	/** Maximum time for results. */
	readonly limitMs: number;
	/** The search ends after this time without a new result. */
	readonly idleMs: number;
}

/** Maximum number of results. */
const MAX_RESULTS = 1_000;

const searchText = {
	none: 'Nothing was found.',
	closed: 'The service closed the stream of events.',
} as const;

/**
 * Searches, and returns the results in the sequence of their events. The search starts once the stream of events is
 * open, so that no result is missed.
 */
export async function searchResults(call: Call, search: Search, signal: AbortSignal): Promise<FoundRow[]> {
	const { readEvents } = await import('../../client/events.ts');
	const rows = new Map<string, FoundRow>();
	const done = new AbortController();
	let idle: NodeJS.Timeout | undefined;
	let failure: unknown;
	const restart = () => {
		clearTimeout(idle);
		idle = setTimeout(() => done.abort(), search.idleMs);
	};
	const onOpen = () => {
		const query = { q: search.query, ...(search.isUnfiltered ? { disable_filter: true } : {}) };
		call.client.search({ query }, call.limits).then(restart, (error: unknown) => {
			failure = error;
			done.abort();
		});
	};
	const ended = AbortSignal.any([signal, done.signal, AbortSignal.timeout(search.limitMs)]);
	try {
		for await (const event of readEvents(call.client, ended, () => {}, onOpen)) {
			const row = rowOf(event, search.query);
			if (!row) continue;
			rows.set(keyOf(row), row);
			if (rows.size >= MAX_RESULTS) done.abort();
			restart();
		}
	} catch (error) {
		if (!ended.aborted) throw error;
	} finally {
		clearTimeout(idle);
		done.abort();
	}
	if (failure !== undefined) throw failure;
	if (!ended.aborted) throw new CommandFailure(searchText.closed, exitCodes.unreachable);
	return [...rows.values()];
}

/** Returns the result of an event; undefined if it belongs to another search. */
function rowOf(event: ServiceEvent, query: string): FoundRow | undefined {
	if (event.type !== 'search_result_channel' && event.type !== 'search_result_torrent') return undefined;
	const { query: answered = query, result } = event.payload;
	if (normal(answered) !== normal(query)) return undefined;
	if (event.type === 'search_result_channel') {
		const { value: found } = decode(FoundChannel, result);
		return found.dispersy_cid === '' ? undefined : { kind: 'channel', found };
	}
	const { value: found } = decode(FoundTorrent, result);
	return found.infohash === '' ? undefined : { kind: 'torrent', found };
}

function normal(query: string): string {
	return query.trim().toLowerCase().split(/\s+/).join(' ');
}

function keyOf(row: FoundRow): string {
	return row.kind === 'channel'
		? `channel ${row.found.dispersy_cid}`
		: `torrent ${row.found.infohash} ${row.found.dispersy_cid ?? ''}`;
}

/** Prints results: as a table, or as JSON with null for unknown fields. */
export async function printResults(
	query: string,
	rows: readonly FoundRow[],
	{ json, header }: TableInput,
): Promise<void> {
	if (!json) {
		await printTable(foundColumns, rows, { header, empty: searchText.none });
		return;
	}
	const { withNulls } = await import('../output/with-nulls.ts');
	printJson({
		query,
		channels: rows.flatMap((row) => (row.kind === 'channel' ? [withNulls(FoundChannel, row.found)] : [])),
		torrents: rows.flatMap((row) => (row.kind === 'torrent' ? [withNulls(FoundTorrent, row.found)] : [])),
	});
}
