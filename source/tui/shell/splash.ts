import { fit } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';
import { composeLine } from '../components/compose-line.ts';
import { style, type Theme } from '../theme/theme.ts';

/** Returns the lines on the screen until the cockpit is loaded: address and activity, at their later places. */
export function splashLines(
	address: string | undefined,
	theme: Theme,
	columns: number,
	rows: number,
): readonly string[] {
	const where = address === undefined ? '' : ` ${shortAddress(address)}`;
	const doing =
		address === undefined
			? 'Looking for a service…'
			: `Loading the downloads from ${sanitize(address, 200)}…`;
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

/** Returns an address shortened for the header. */
export function shortAddress(address: string): string {
	return sanitize(address.replace(/^https?:\/\//, ''), 60);
}
