import { sanitize } from '../format/sanitize.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Column, Piece, Tone } from './column.ts';
import { isComplete } from './download-facts.ts';
import { reasonOf, restTone, stateDisplays, stateOf, stateRank } from './download-state.ts';
import { sortable, sumOf, unknown } from './figures.ts';

/** Columns of downloads about their state, and the parts of others that depend on it. */

/** Width from which the state is a sign and a word. */
const WORD_CELLS = 8;

/** Returns the tone of a bar: its activity, or none. */
export function barTone(download: Download): Tone {
	const { tone } = stateDisplays[stateOf(download)];
	return restTone(download) === 'idle' ? 'idle' : tone;
}

/** Returns the reason in place of the rates. */
export function reason(download: Download): Piece | undefined {
	const text = reasonOf(download);
	return text === '' ? undefined : { text, tone: stateDisplays[stateOf(download)].tone };
}

/** The state in one cell. */
export const stateColumn: Column<Download> = {
	id: 'state',
	title: 'STATE',
	heading: '',
	about: 'state as a sign',
	width: 1,
	align: 'left',
	dropOrder: 1,
	value: (download, width) => {
		const state = stateOf(download);
		const { sign } = stateDisplays[state];
		return width < WORD_CELLS ? sign : `${sign} ${state}`;
	},
	spoken: spokenState,
	tone: barTone,
	sortKey: stateRank,
};

/** Returns the words of the service, or the reason why a download is stalled. */
function spokenState(download: Download): string {
	if (stateOf(download) !== 'stalled')
		return sanitize(download.status, 40).toLowerCase().replaceAll('_', ' ');
	const why = reasonOf(download);
	return why === '' ? 'stalled' : `stalled, ${why}`;
}

/** The status as the service names it. */
export const statusColumn: Column<Download> = {
	id: 'status',
	title: 'STATUS',
	about: 'status as the service names it',
	isStatus: true,
	width: 12,
	wideWidth: 17,
	align: 'left',
	dropOrder: 10,
	value: ({ status }) => sanitize(status, 40),
	tone: barTone,
	sortKey: ({ status }) => status,
};

/** The rate of the last minute as a line. The list draws it. */
export const minuteColumn: Column<Download> = {
	id: 'minute',
	title: 'MINUTE',
	about: 'rate in the last minute',
	width: 10,
	align: 'right',
	dropOrder: 6,
	isLive: true,
	value: () => unknown,
	spoken: () => '',
	tone: (download) => (isComplete(download) ? 'up' : 'down'),
	sortKey: ({ speed_down, speed_up }) => sortable(sumOf(speed_down, speed_up)),
	greatestFirst: true,
};
