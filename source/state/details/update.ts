import { downloadFacts } from '../../columns/download-facts.ts';
import { current } from '../downloads.ts';
import type { State } from '../state.ts';
import type { DetailsSlice } from './details.ts';
import type { DetailsMessage } from './message.ts';

/** The details after one of their messages. */
export function updateDetails(details: DetailsSlice, message: DetailsMessage): DetailsSlice {
	switch (message.type) {
		case 'show': {
			const { shown, focused } = message;
			return { ...details, shown, focused: shown === 'full' || (shown === 'split' && focused) };
		}
		case 'focus':
			return {
				...details,
				focused: details.shown === 'full' || (details.shown === 'split' && message.focused),
			};
		case 'tab':
			return details.tab === message.tab ? details : { ...details, tab: message.tab };
	}
}

/** Moves in the tab that shows, as the keys of all panes do. `page`: how many lines show. */
export function moveInTab(state: State, rows: number, page: number): DetailsSlice {
	const { details } = state;
	switch (details.tab) {
		case 'overview': {
			const download = current(state.downloads);
			const lines = download ? downloadFacts(download).length : 0;
			const overviewScroll = Math.max(0, Math.min(lines - page, details.overviewScroll + rows));
			return { ...details, overviewScroll };
		}
	}
}
