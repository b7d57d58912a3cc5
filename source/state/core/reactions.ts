import { count } from '../../columns/figures.ts';
import { asset } from '../../columns/market.ts';
import type { EventPayload, EventType, ServiceEvent } from '../../protocol/events/events.ts';
import type { Tick } from '../../protocol/resources/market.ts';
import { failedNews, finishedNews, takeEventCompletion } from '../batch/completion-events.ts';
import { takeDiscovered, takeRemoved } from '../channels/channel-events.ts';
import { channelQueries, feedQueries, playlistQueries, torrentQueries } from '../channels/channel-queries.ts';
import { takeChannelEvent } from '../channels/channels.ts';
import { type FoundItem, foundChannel, foundTorrent, takeFound } from '../channels/search.ts';
import { withCoreState } from '../connection/connection.ts';
import { storeReportedHealth } from '../details/update.ts';
import { takeHealthProgress, takeHealthTotals } from '../dialogs/health-dialog.ts';
import { takeStatus } from '../downloads/downloads.ts';
import { isFollowUp, statusNews } from '../events/follow-up.ts';
import { type News, record, recordSpontaneous } from '../events/journal.ts';
import type { JournalEntry } from '../events/journal-entry.ts';
import { inputNews, paymentNews, removedNews, tickNews, transactionNews } from '../events/market-news.ts';
import { type TickEvent, takeTickEvent } from '../market/market.ts';
import { marketQueries } from '../market/market-queries.ts';
import type { QueryName } from '../surfaces/query.ts';
import type { State } from './state.ts';

interface Reaction<Name extends EventType> {
	/** Queries that the event makes stale. */
	readonly stale: readonly QueryName[];
	/** Returns the news of the event. */
	readonly news: (payload: EventPayload<Name>, state: State) => News | undefined;
	/** Whether it may repeat an entry about the same download: the report of a request or of another event. */
	readonly repeats?: (entry: JournalEntry) => boolean;
	/** Updates the state at once, without waiting for the next poll. */
	readonly apply?: (state: State, payload: EventPayload<Name>, at: number) => State;
}

/** Returns a reaction that only records the event; `quiet` shows no notice. */
function logEvent<Name extends EventType>(
	level: News['level'],
	text: (payload: EventPayload<Name>) => string,
	quiet = true,
): Reaction<Name> {
	return { stale: [], news: (payload) => ({ level, text: text(payload), quiet }) };
}

function priceOf({ assets: { first, second } }: Tick): string {
	return `${asset(first)} for ${asset(second)}`;
}

/** Returns a text with a prefix; '' if the service omits the text. */
function quoted(before: string, text: string | undefined): string {
	return text ? before + text : '';
}

/** Applies an event to the books while the market is visible. Otherwise they are requested when it opens. */
function withTickEvent(state: State, event: TickEvent, at: number): State {
	return state.pane === 'market' ? { ...state, market: takeTickEvent(state.market, event, at) } : state;
}

function withFound(state: State, query: string | undefined, found: FoundItem | undefined, at: number): State {
	if (!found) return state;
	return {
		...state,
		channels: { ...state.channels, search: takeFound(state.channels.search, query, found, at) },
	};
}

/** Reactions by event type. A new event of the protocol does not compile without one. */
const reactions: { readonly [Name in EventType]: Reaction<Name> } = {
	events_start: {
		stale: ['downloads', 'core'],
		news: () => undefined,
		apply: (state, { version = '' }) => ({ ...state, connection: { ...state.connection, version } }),
	},
	tribler_started: {
		stale: ['downloads', 'core'],
		news: () => ({ level: 'info', text: 'The service has started.', quiet: true }),
		apply: (state) => ({ ...state, connection: withCoreState(state.connection, 'STARTED') }),
	},
	search_result_channel: {
		...logEvent('info', ({ query }) => `A search${quoted(' for ', query)} found a channel.`),
		apply: (state, { query, result }, at) => withFound(state, query, foundChannel(result), at),
	},
	search_result_torrent: {
		...logEvent('info', ({ query }) => `A search${quoted(' for ', query)} found a torrent.`),
		apply: (state, { query, result }, at) => withFound(state, query, foundTorrent(result), at),
	},
	upgrader_started: {
		...logEvent('info', () => 'The service is being upgraded.', false),
		stale: ['core'],
		apply: (state) => ({ ...state, connection: withCoreState(state.connection, 'UPGRADING') }),
	},
	upgrader_tick: {
		...logEvent('info', ({ text }) => `Upgrade${quoted(': ', text)}`),
		apply: (state, { text }) => ({
			...state,
			connection: withCoreState(state.connection, 'UPGRADING', text),
		}),
	},
	upgrader_finished: {
		...logEvent('info', () => 'The upgrade has finished.', false),
		stale: ['core'],
		apply: (state) => ({ ...state, connection: withCoreState(state.connection, 'STARTING') }),
	},
	watch_folder_corrupt_torrent: logEvent(
		'warning',
		({ name }) => `A torrent file in the watch folder is corrupt${quoted(': ', name)}`,
		false,
	),
	new_version_available: logEvent(
		'info',
		({ version }) =>
			version
				? `Version ${version} of the service is available.`
				: 'A new version of the service is available.',
		false,
	),
	channel_discovered: {
		...logEvent('info', ({ name }) => `A channel was discovered${quoted(': ', name)}`),
		stale: channelQueries,
		apply: (state, channel, at) => ({ ...state, channels: takeChannelEvent(state.channels, channel, at) }),
	},
	torrent_discovered: {
		...logEvent('info', ({ name }) => `A torrent was discovered${quoted(': ', name)}`),
		apply: (state, torrent, at) => ({ ...state, channels: takeDiscovered(state.channels, torrent, at) }),
	},
	torrent_removed_from_channel: {
		...logEvent('info', ({ infohash }) => `A torrent left a channel${quoted(': ', infohash)}`),
		stale: playlistQueries,
		apply: (state, torrent, at) => ({ ...state, channels: takeRemoved(state.channels, torrent, at) }),
	},
	torrent_health_updated: {
		stale: [],
		news: ({ infohash, num_seeders, num_leechers }, state) => ({
			level: 'info',
			text: `Health: ${count(num_seeders)} seeds, ${count(num_leechers)} peers: ${nameOf(state, infohash)}`,
			infohash,
			quiet: true,
		}),
		apply: (state, payload, at) => ({
			...takeHealthTotals(state, payload, at),
			details: storeReportedHealth(state.details, payload),
		}),
	},
	torrent_health_progress: { stale: [], news: () => undefined, apply: takeHealthProgress },
	feed_checked: { stale: [...feedQueries, ...torrentQueries], news: () => undefined },
	market_ask: {
		stale: [],
		news: (ask, { market, journal }) => tickNews('ask', ask, market, journal),
		apply: (state, tick, at) => withTickEvent(state, { type: 'put', side: 'asks', tick }, at),
	},
	market_bid: {
		stale: [],
		news: (bid, { market, journal }) => tickNews('bid', bid, market, journal),
		apply: (state, tick, at) => withTickEvent(state, { type: 'put', side: 'bids', tick }, at),
	},
	market_ask_timeout: {
		...logEvent('info', (ask) => `An ask expired: ${priceOf(ask)}`),
		stale: marketQueries,
		apply: (state, order, at) => withTickEvent(state, { type: 'removed', side: 'asks', order }, at),
	},
	market_bid_timeout: {
		...logEvent('info', (bid) => `A bid expired: ${priceOf(bid)}`),
		stale: marketQueries,
		apply: (state, order, at) => withTickEvent(state, { type: 'removed', side: 'bids', order }, at),
	},
	market_transaction_complete: {
		stale: marketQueries,
		news: (payload, { market, journal }) => transactionNews(payload, market, journal),
	},
	market_payment_received: {
		stale: marketQueries,
		news: (payment) => paymentNews(payment, 'received'),
	},
	market_payment_sent: {
		stale: marketQueries,
		news: (payment) => paymentNews(payment, 'sent'),
	},
	market_tick_removed: {
		stale: marketQueries,
		news: (order, { market }) => removedNews(order, market),
		apply: (state, order, at) => withTickEvent(state, { type: 'removed', side: undefined, order }, at),
	},
	market_iom_input_required: { stale: ['market-balances:assets'], news: inputNews },
	torrent_finished: {
		stale: ['downloads'],
		news: ({ infohash, name }, state) => finishedNews(infohash, name || nameOf(state, infohash)),
	},
	torrent_error: {
		stale: ['downloads'],
		news: ({ infohash, error = '' }, state) => failedNews(infohash, nameOf(state, infohash), error),
	},
	torrent_status_changed: {
		stale: ['downloads'],
		repeats: () => true,
		news: ({ infohash, status }, { downloads }) => statusNews(downloads.list, infohash, status),
		apply: (state, { infohash, status }) => ({
			...state,
			downloads: takeStatus(state.downloads, infohash, status),
		}),
	},
	torrent_seeding_ended: {
		stale: ['downloads'],
		news: ({ infohash, name, reason = '' }, state) => ({
			level: 'success',
			text: `${name || nameOf(state, infohash)}: ${reason}`,
			infohash,
		}),
	},
	torrent_removed: {
		stale: ['downloads'],
		// Before it, the service reports that the download was stopped.
		repeats: ({ share }) => share !== 'report',
		news: ({ infohash, name, data_removed }) => ({
			level: 'info',
			text: `Removed${data_removed ? ' with its data' : ''}: ${name || infohash}`,
			infohash,
			quiet: true,
		}),
	},
	tribler_exception: {
		stale: ['core'],
		news: ({ text }) => ({ level: 'error', text: `The service reports an exception: ${text}` }),
	},
	tribler_shutdown_state: {
		stale: [],
		news: ({ state: text }) => ({ level: 'warning', text: `The service is shutting down: ${text}` }),
	},
};

/** Returns the queries that an event makes stale. */
export function staleAfter(event: ServiceEvent): readonly QueryName[] {
	return event.type === 'unknown' ? [] : reactions[event.type].stale;
}

/** Applies an event to the state. */
export function react(state: State, event: ServiceEvent, at: number): State {
	if (event.type === 'unknown') {
		const news: News = { level: 'info', text: `Event ${event.name}`, quiet: true };
		return { ...state, journal: record(state.journal, news, at) };
	}
	// The record above ties each event's name to its payload. The compiler cannot see that through a variable.
	const reaction = reactions[event.type] as Reaction<EventType>;
	const news = reaction.news(event.payload as never, state);
	const applied = reaction.apply ? reaction.apply(state, event.payload as never, at) : state;
	if (!news || (reaction.repeats && isFollowUp(state, news.infohash, at, reaction.repeats))) return applied;
	const journal = news.completion
		? takeEventCompletion(applied.journal, applied.downloads, news, at)
		: recordSpontaneous(applied.journal, news, at);
	return { ...applied, journal };
}

function nameOf(state: State, infohash: string): string {
	return state.downloads.list.find((download) => download.infohash === infohash)?.name ?? infohash;
}
