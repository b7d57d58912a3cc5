import { placesInField } from './adding/add-dialog.ts';
import { current } from './downloads.ts';
import { lineCount } from './files/files.ts';
import { filesInHand } from './files/place.ts';
import type { State } from './state.ts';

/**
 * How many places there are for what the keys move: rows of a list, or lines that a text can begin at. `page` and
 * `lines` as in the message that moves. What lies beneath a dialog without a list is moved by it.
 */
export function placesToGo(state: State, page: number, lines: number | undefined): number {
	const top = state.dialogs.at(-1);
	switch (top?.kind) {
		case 'help':
		case 'entry':
		case 'remove':
		case 'confirm':
			return begins(lines ?? 0, page);
		case 'palette':
		case 'sort':
		case 'columns':
		case 'filters':
			return lines ?? 0;
		case 'failures':
			return state.work.failures.length;
		case 'add':
			return placesInField(state, top);
		case 'browse':
			return top.view.length;
		case 'add-files':
			return lineCount(filesInHand(state));
	}
	if (top?.kind === 'files-filter') return lineCount(filesInHand(state));
	if (state.pane === 'events') return state.journal.view.length;
	return state.details.focused ? placesInTab(state, page, lines) : state.downloads.view.length;
}

function placesInTab(state: State, page: number, lines: number | undefined): number {
	const { details, downloads } = state;
	switch (details.tab) {
		case 'overview':
			return begins(lines ?? 1, page);
		case 'peers':
			return details.peers.view.length;
		case 'trackers':
			return current(downloads)?.trackers?.length ?? 0;
		case 'files':
			return lineCount(details.files);
		case 'health':
			return details.health.answer?.trackers.length ?? 0;
		case 'pieces':
			return 1;
	}
}

function begins(lines: number, page: number): number {
	return Math.max(1, lines - page + 1);
}
