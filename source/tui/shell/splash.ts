import { fit } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';
import { shortAddress } from '../../format/short-address.ts';
import { composeLine, type Segment } from '../components/compose-line.ts';
import { headerHeight } from '../components/layout.ts';
import { edgeLine, edgeSegments } from '../components/panel-edge.ts';
import { style, type Theme } from '../theme/theme.ts';

/** Returns the lines on the screen until the cockpit is loaded: address and activity, at their later places. */
export function splashLines(
	address: string | undefined,
	theme: Theme,
	columns: number,
	rows: number,
): readonly string[] {
	const doing =
		address === undefined
			? 'Looking for a service…'
			: `Loading the downloads from ${sanitize(address, 200)}…`;
	const header = headerOf(address, theme, columns, rows);
	const above = Math.max(header.length, Math.floor((rows - 1) / 2));
	return [
		...header,
		...Array<string>(above - header.length).fill(''),
		style(theme, 'heading', fit(doing, columns, 'center')),
	];
}

/** Returns a line, or a panel as high as the later header. */
function headerOf(
	address: string | undefined,
	theme: Theme,
	columns: number,
	rows: number,
): readonly string[] {
	const source: readonly Segment[] = [
		{ text: 'seedtop ', token: 'title' },
		{ text: '○', token: 'busy' },
		{ text: address === undefined ? '' : ` ${shortAddress(address)}` },
		{ text: ' connecting', token: 'busy' },
	];
	const height = headerHeight(rows);
	if (height === 1) return [composeLine(theme, columns, source)];
	const edge = (side: 'top' | 'bottom', left: readonly Segment[]) =>
		edgeLine(theme, edgeSegments({ width: columns, side, frame: 'box', token: 'border', left }));
	const border: Segment = { text: '│', token: 'border' };
	const inside = composeLine(theme, columns, [border], [border]);
	return [edge('top', source), ...Array<string>(height - 2).fill(inside), edge('bottom', [])];
}
