import { fit } from '../../format/cells.ts';
import { sanitise } from '../../format/sanitise.ts';
import { composeLine } from '../components/compose-line.ts';
import { style, type Theme } from '../theme/theme.ts';

/** What the screen shows until the cockpit is there: whose it is and what is going on, where it will be said then. */
export function firstLines(
	address: string | undefined,
	theme: Theme,
	columns: number,
	rows: number,
): readonly string[] {
	const where = address === undefined ? '' : ` ${shownAddress(address)}`;
	const doing =
		address === undefined ? 'Looking for a service…' : `Asking ${sanitise(address, 200)} for its downloads…`;
	const above = Math.max(1, Math.floor((rows - 1) / 2));
	return [
		composeLine(theme, columns, [
			{ text: 'seedtop', token: 'title' },
			{ text: `${where} ` },
			{ text: '○ connecting', token: 'busy' },
		]),
		...Array<string>(above - 1).fill(''),
		style(theme, 'heading', fit(doing, columns, 'centre')),
	];
}

/** An address as the header has room for it. */
export function shownAddress(address: string): string {
	return sanitise(address.replace(/^https?:\/\//, ''), 60);
}
