import { answered, failed } from './connection.ts';
import { takeDeviations } from './deviations.ts';
import type { Dialog } from './dialogs.ts';
import { moveCursor, takeDownloads } from './downloads.ts';
import { expire, record, scrollJournal } from './journal.ts';
import { editLine, insertText, type LineEdit } from './line-edit.ts';
import type { Message } from './message.ts';
import { react } from './reactions.ts';
import type { State } from './state.ts';

type Move = Extract<Message, { type: 'move' }>;

/** The state after a message. Pure: the same state and message always give the same. */
export function update(state: State, message: Message): State {
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
			return { ...state, pendingWrites: state.pendingWrites + 1 };
		case 'write-ended': {
			const journal = message.news ? record(state.journal, message.news, message.at) : state.journal;
			return { ...state, pendingWrites: state.pendingWrites - 1, journal };
		}
		case 'pane':
			return state.pane === message.pane ? state : { ...state, pane: message.pane };
		case 'move':
			return move(state, message);
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
	if (top?.kind === 'help') {
		const scroll = Math.max(0, Math.min(lines - page, top.scroll + rows));
		return replaceTop(state, { ...top, scroll });
	}
	switch (state.pane) {
		case 'downloads':
			return { ...state, downloads: moveCursor(state.downloads, rows) };
		case 'events':
			// Events have no line of titles above them: one more is shown.
			return { ...state, journal: scrollJournal(state.journal, rows, page + 1) };
		default:
			return state;
	}
}

function editTop(state: State, edit: (line: LineEdit) => LineEdit): State {
	const top = state.dialogs.at(-1);
	return top?.kind === 'add' ? replaceTop(state, { ...top, line: edit(top.line) }) : state;
}

function replaceTop(state: State, dialog: Dialog): State {
	return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}
