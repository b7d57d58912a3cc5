import { downloadFacts } from '../../../columns/download-facts.ts';
import { fit, shorten, width as widthOf } from '../../../format/cells.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { composeLine } from '../../components/compose-line.ts';
import { Canvas } from '../../terminal/canvas.tsx';
import { style, type Theme } from '../../theme/theme.ts';

export interface DetailsProps {
	readonly download: Download | undefined;
	readonly theme: Theme;
	/** Of the facts, without the border. */
	readonly width: number;
	readonly height: number;
	/** On which side the list is. */
	readonly border: 'left' | 'top';
}

const nameWidth = 12;

/** What the service says of the download under the cursor, a fact a line. */
export function Details({ download, theme, width, height, border }: DetailsProps) {
	const facts = download ? downloadFacts(download) : [];
	const lines = facts.map(([name, value]) =>
		composeLine(theme, width, [
			{ text: `${fit(name, nameWidth)} `, token: 'faint' },
			{
				text: shorten(oneLine(value, width * 8), width - nameWidth - 1),
				token: name === 'error' ? 'bad' : 'normal',
			},
		]),
	);
	const hidden = lines.length - height;
	if (border === 'top') {
		const more = hidden > 0 ? ` ${hidden} more${width < 60 ? '' : ' in a higher window'} ` : '';
		const room = Math.min(40, width - widthOf(more) - 8);
		const title = ` ${fit(sanitise(download?.name ?? 'No download', width * 4), room).trimEnd()} `;
		const rule = '─'.repeat(Math.max(0, width - widthOf(title) - widthOf(more) - 4));
		const heading =
			style(theme, 'border', '──') +
			style(theme, 'heading', title) +
			style(theme, 'border', rule) +
			style(theme, 'faint', more) +
			style(theme, 'border', '──');
		return <Canvas width={width} height={height + 1} lines={[heading, ...lines]} />;
	}
	const edge = ` ${style(theme, 'border', '│')} `;
	// Beside the list there is no title: the last line counts what has no room.
	if (hidden > 0)
		lines[height - 1] = style(theme, 'faint', fit(`${hidden + 1} more in a higher window`, width));
	const shown = Array.from({ length: height }, (_, row) => edge + (lines[row] ?? ''));
	return <Canvas width={width + 3} height={height} lines={shown} />;
}
