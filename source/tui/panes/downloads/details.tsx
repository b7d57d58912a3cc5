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
	if (border === 'top') {
		const title = ` ${fit(sanitise(download?.name ?? 'No download', width * 4), Math.min(40, width - 6)).trimEnd()} `;
		const rule = style(theme, 'border', '─'.repeat(Math.max(0, width - widthOf(title) - 2)));
		const heading = style(theme, 'border', '──') + style(theme, 'heading', title) + rule;
		return <Canvas width={width} height={height + 1} lines={[heading, ...lines]} />;
	}
	const edge = ` ${style(theme, 'border', '│')} `;
	const shown = Array.from({ length: height }, (_, row) => edge + (lines[row] ?? ''));
	return <Canvas width={width + 3} height={height} lines={shown} />;
}
