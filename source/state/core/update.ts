import { dropUnusedData, updateAdding } from '../adding/update.ts';
import { recordClearedSelection } from '../batch/undo.ts';
import { updateBatches } from '../batch/update.ts';
import { updateChannels } from '../channels/message.ts';
import { withAnswer, withDialect } from '../connection/connection.ts';
import { updateProfiler } from '../connection/profiler.ts';
import { addSchemaMismatches } from '../connection/schema-mismatches.ts';
import { newerLimits } from '../connection/shared-limits.ts';
import { type ContextsMessage, takeServices } from '../contexts/contexts.ts';

import { followCursor, forgetAbsent } from '../details/details.ts';
import { expireHealthCheck, updateDetails } from '../details/update.ts';
import { updateMemoryDump } from '../dialogs/memory-dump-dialog.ts';
import { changeDialogs } from '../dialogs/open-dialogs.ts';
import { takeProfile } from '../dialogs/profile-dialog.ts';
import {
	awaitDownload,
	current,
	type DownloadsSlice,
	downloadKind,
	takeFirstDownloads,
} from '../downloads/downloads.ts';
import { goToDownload } from '../downloads/go-to-download.ts';
import { takeSample } from '../downloads/rate-history.ts';
import { closeFilter } from '../downloads/typed-filter.ts';
import { endWithKey, endWithPlace, expireNotice, mention, record } from '../events/journal.ts';
import { updateJournal } from '../events/journal-view.ts';
import { filterList, sortList } from '../list/list.ts';
import { updateCockpitSettings } from '../settings/cockpit-settings.ts';
import { updateServiceSettings } from '../settings/service-settings.ts';
import { updateSections } from '../surfaces/sections.ts';
import { updateColors } from '../view/theme.ts';
import { updateView } from '../view/update.ts';
import type { Message, SurfaceMessage } from './message.ts';
import { baseQueryOf } from './queries.ts';
import { takeAnswer } from './query-declaration.ts';
import { react } from './reactions.ts';
import { moveCursor, updateDownloadSelection } from './selection-update.ts';
import type { State } from './state.ts';

/** Interval after which a filter by age is applied again. */
const REFILTER_INTERVAL_MS = 10_000;

/** Applies the filter again after some time, if it contains ages. Times are Unix ms. */
function refilter(slice: DownloadsSlice, before: number, now: number): DownloadsSlice {
	if (
		!slice.query.timed ||
		Math.floor(before / REFILTER_INTERVAL_MS) === Math.floor(now / REFILTER_INTERVAL_MS)
	)
		return slice;
	return filterList(downloadKind, slice, slice.filter, now);
}

/**
 * Returns the state after a message that does not depend on the focus. `tui/shell/update.ts` handles the others.
 * Pure: equal input gives equal output, and neither is modified. Module-level caches below `state` are memos, which
 * change only the cost of a result.
 */
export function updateState(state: State, message: Exclude<Message, SurfaceMessage>): State {
	const next = settle(after(state, message));
	const isNotNew = next.journal.notice !== undefined && next.journal.notice === state.journal.notice;
	return isNotNew && isElsewhere(state, next) ? { ...next, journal: endWithPlace(next.journal) } : next;
}

/** Whether another pane, section or tab is shown. */
function isElsewhere(before: State, { pane, sections, details }: State): boolean {
	return (
		pane !== before.pane || sections.shown !== before.sections.shown || details.tab !== before.details.tab
	);
}

/** Restores invariants between slices. Details follow the cursor, and unused data for adding is dropped. */
export function settle(state: State): State {
	const details = followCursor(state.details, current(state.downloads)?.infohash);
	return dropUnusedData(details === state.details ? state : { ...state, details });
}

function after(state: State, message: Exclude<Message, SurfaceMessage>): State {
	switch (message.type) {
		case 'answer': {
			const query = baseQueryOf(message.query);
			return query ? takeAnswer(state, query, message) : state;
		}
		case 'query-failed': {
			const query = baseQueryOf(message.query);
			return query?.fail(state, message.failure, message.request ?? {}) ?? state;
		}
		case 'first-downloads':
			return {
				...state,
				connection: withAnswer(state.connection, message.at),
				downloads: takeFirstDownloads(state.downloads, message.downloads),
			};
		case 'limits':
			return { ...state, limits: newerLimits(state.limits, message.limits) };
		case 'address': {
			const { url, source = state.connection.source, hasKey = state.connection.hasKey } = message;
			const connection = { ...state.connection, url, source, hasKey, failure: undefined };
			return { ...state, connection, limits: undefined };
		}
		case 'detected':
			return { ...state, connection: withDialect(state.connection, message.dialect, message.extensions) };
		case 'channels':
			return { ...state, channels: updateChannels(state.channels, message.what) };
		case 'contexts':
			return updateContexts(state, message.what);
		case 'profiler':
			return updateProfiler(state, message.what);
		case 'memory-dump':
			return updateMemoryDump(state, message.what);
		case 'profile':
			return takeProfile(state, message.path, message.content);
		case 'free-space':
			return {
				...state,
				connection: { ...state.connection, freeSpace: message.bytes, diskSize: message.total },
			};
		case 'schema-mismatches':
			return {
				...state,
				schemaMismatches: addSchemaMismatches(
					state.schemaMismatches,
					message.endpoint,
					message.deviations,
					message.at,
				),
			};
		case 'stream':
			return {
				...state,
				connection: { ...state.connection, streaming: message.open },
				details: message.open ? forgetAbsent(state.details) : state.details,
			};
		case 'event':
			return react(state, message.event, message.at);
		case 'write-began':
			return { ...state, pendingWrites: state.pendingWrites + message.count };
		case 'write-ended': {
			const journal = message.news ? record(state.journal, message.news, message.at) : state.journal;
			return { ...state, pendingWrites: state.pendingWrites - 1, journal };
		}
		case 'batch':
			return updateBatches(state, message.what);
		case 'pane-slice':
			return { ...state, panes: { ...state.panes, [message.pane]: message.slice } };
		case 'section':
		case 'section-slice':
			return { ...state, sections: updateSections(state.sections, message) };
		case 'pane':
			return state.pane === message.pane ? state : { ...state, pane: message.pane };
		case 'sort':
			return { ...state, downloads: sortList(downloadKind, state.downloads, message.sort) };
		case 'select': {
			const undo =
				message.which === 'none' ? recordClearedSelection(state.undo, state.downloads) : state.undo;
			return { ...state, undo, downloads: updateDownloadSelection(state.downloads, message) };
		}
		case 'select-keys':
		case 'range':
		case 'extend-range':
			return { ...state, downloads: updateDownloadSelection(state.downloads, message) };
		case 'go-to':
			return goToDownload(state, message.infohash, message.at);
		case 'await-download':
			return { ...state, downloads: awaitDownload(state.downloads, message.infohash, message.at) };
		case 'clear-filter':
			return { ...state, downloads: filterList(downloadKind, state.downloads, '') };
		case 'journal':
			return { ...state, journal: updateJournal(state.journal, message.what) };
		case 'ran':
			return {
				...state,
				recent: [message.id, ...state.recent.filter((id) => id !== message.id)].slice(0, 5),
			};
		case 'view':
			return updateView(state, message.what);
		case 'colors':
			return updateColors(state, message.what);
		case 'settings':
			return { ...state, settings: updateCockpitSettings(state.settings, message.what) };
		case 'service-settings':
			return { ...state, serviceSettings: updateServiceSettings(state.serviceSettings, message.what) };
		case 'restore-filter':
			return closeFilter(state);
		case 'adding':
			return updateAdding(state, message.what);
		case 'details':
			return { ...state, details: updateDetails(state.details, message.what) };
		case 'other-download':
			return { ...state, downloads: moveCursor(state.downloads, message.rows) };
		case 'open':
			return { ...state, dialogs: [...state.dialogs, message.dialog] };
		case 'close':
			return { ...state, dialogs: state.dialogs.slice(0, -1) };
		case 'replace-dialog':
			return changeDialogs(state, message.dialog.kind, () => message.dialog);
		case 'close-dialog':
			return { ...state, dialogs: state.dialogs.filter(({ kind }) => kind !== message.kind) };
		case 'tick':
			return {
				...state,
				now: message.now,
				writesAtTick: state.pendingWrites,
				slowWrites: Math.min(state.writesAtTick, state.pendingWrites),
				details: expireHealthCheck(state.details, message.now),
				downloads: refilter(state.downloads, state.now, message.now),
				journal: expireNotice(state.journal, message.now),
				history: takeSample(
					state.history,
					state.downloads,
					state.connection.failure === undefined,
					message.now,
				),
			};
		case 'news':
			return { ...state, journal: record(state.journal, message.news, message.at) };
		case 'mention':
			return { ...state, journal: mention(state.journal, message.news, message.at) };
		case 'key-accepted':
			return { ...state, journal: endWithKey(state.journal) };
	}
}

function updateContexts(state: State, message: ContextsMessage): State {
	switch (message.type) {
		case 'rows':
			return { ...state, contexts: takeServices(state.contexts, message.rows) };
		case 'shown':
			return { ...state, ...message.shared };
		case 'hidden':
			// The overview belongs to all services, so a return shows the downloads.
			return { ...state, dialogs: [], pane: state.pane === 'services' ? 'downloads' : state.pane };
	}
}
