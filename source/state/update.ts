import { answered, failed } from './connection.ts';
import { followCursor } from './details/details.ts';
import { moveInTab, updateDetails } from './details/update.ts';
import { takeDeviations } from './deviations.ts';
import { closeFilter, editTop, replaceTop } from './dialog-update.ts';
import { downloadKind, takeDownloads } from './downloads.ts';
import { expire, record, scrollJournal } from './journal.ts';
import { editLine, insertText } from './line-edit.ts';
import { filterList, moveRows, sortList } from './list/list.ts';
import { markOf } from './list/marks.ts';
import type { Message } from './message.ts';
import { react } from './reactions.ts';
import type { State } from './state.ts';

type Move = Extract<Message, { type: 'move' }>;

/** The state after a message. Pure: the same state and message always give the same. */
export function update(state: State, message: Message): State {
	return followCursor(after(state, message));
}

function after(state: State, message: Message): State {
	switch (message.type) {
		case 'downloads':
			return {
				...state,
				connection: answered(state.connection, message.at),
				downloads: takeDownloads(state.downloads, message.answer, message.at),
			};
		case 'core':
			return {
				...state,
				connection: { ...answered(state.connection, message.at), core: message.answer },
			};
		case 'need-failed':
			// A service without GET /state (7.12 and later) is as good as one that has started.
			if (message.need === 'core' && message.failure.kind === 'absent') {
				const core = { state: 'STARTED', last_exception: null, readable_state: '' };
				return { ...state, connection: { ...state.connection, core } };
			}
			return { ...state, connection: failed(state.connection, message.failure) };
		case 'address':
			return { ...state, connection: { ...state.connection, url: message.url, failure: undefined } };
		case 'deviations':
			return {
				...state,
				deviations: takeDeviations(state.deviations, message.endpoint, message.deviations, message.at),
			};
		case 'stream':
			return { ...state, connection: { ...state.connection, streaming: message.open } };
		case 'event':
			return react(state, message.event, message.at);
		case 'write-began':
			return { ...state, pendingWrites: state.pendingWrites + message.count };
		case 'write-ended': {
			const journal = message.news ? record(state.journal, message.news, message.at) : state.journal;
			return { ...state, pendingWrites: state.pendingWrites - 1, journal };
		}
		case 'pane':
			return state.pane === message.pane ? state : { ...state, pane: message.pane };
		case 'move':
			return move(state, message);
		case 'sort':
			return { ...state, downloads: sortList(downloadKind, state.downloads, message.sort) };
		case 'mark':
			return { ...state, downloads: markOf(downloadKind, state.downloads, message.which) };
		case 'clear-filter':
			return { ...state, downloads: filterList(downloadKind, state.downloads, '') };
		case 'restore-filter':
			return closeFilter(state);
		case 'details':
			return { ...state, details: updateDetails(state.details, message.what) };
		case 'open':
			return { ...state, dialogs: [...state.dialogs, message.dialog] };
		case 'close':
			return { ...state, dialogs: state.dialogs.slice(0, -1) };
		case 'type-text':
			return editTop(state, (line) => insertText(line, message.text));
		case 'edit-line':
			return editTop(state, (line) => editLine(line, message.move));
		case 'tick':
			return { ...state, now: message.now, journal: expire(state.journal, message.now) };
		case 'news':
			return { ...state, journal: record(state.journal, message.news, message.at) };
	}
}

/** Moves what the keys are on: the top dialog if it scrolls, else the list of the pane. Nothing scrolls past its end. */
function move(state: State, { rows, page = 1, lines = Number.POSITIVE_INFINITY }: Move): State {
	const top = state.dialogs.at(-1);
	switch (top?.kind) {
		case 'help':
			return replaceTop(state, { ...top, scroll: within(top.scroll + rows, lines - page) });
		case 'palette':
			return replaceTop(state, { ...top, chosen: within(top.chosen + rows, lines - 1) });
	}
	switch (state.pane) {
		case 'downloads':
			if (state.details.focused) return { ...state, details: moveInTab(state, rows, page) };
			return { ...state, downloads: moveRows(downloadKind, state.downloads, rows) };
		case 'events':
			// Events have no line of titles above them: one more is shown.
			return { ...state, journal: scrollJournal(state.journal, rows, page + 1) };
		default:
			return state;
	}
}

function within(place: number, last: number): number {
	return Math.max(0, Math.min(last, place));
}
