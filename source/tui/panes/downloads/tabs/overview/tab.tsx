import { downloadFacts } from '../../../../../columns/download-facts.ts';
import { fit, shorten } from '../../../../../format/cells.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { composeLine } from '../../../../components/compose-line.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { TabProps } from '../tab.ts';

const nameWidth = 12;

/** Everything the service says of a download, a fact a line. */
function OverviewTab({ state, download, theme, width, height }: TabProps) {
	const from = state.details.overviewScroll;
	const lines = downloadFacts(download)
		.slice(from, from + height)
		.map(([name, value]) =>
			composeLine(theme, width, [
				{ text: `${fit(name, nameWidth)} `, token: 'faint' },
				{
					text: shorten(oneLine(value, width * 8), width - nameWidth - 1),
					token: name === 'error' ? 'bad' : 'normal',
				},
			]),
		);
	return <Canvas width={width} height={height} lines={lines} />;
}

export const overviewTab = {
	id: 'overview',
	title: 'Overview',
	hotkey: 'i',
	commands: [],
	component: OverviewTab,
} as const;
