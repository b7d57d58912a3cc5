import { Box } from 'ink';
import { fit, width as widthOf } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { current } from '../../../state/downloads.ts';
import type { State } from '../../../state/state.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { Canvas } from '../../terminal/canvas.tsx';
import { style, type Theme } from '../../theme/theme.ts';
import { tabs } from './tabs/registry.ts';

export interface DetailsProps {
	readonly state: State;
	readonly theme: Theme;
	/** Of the tab and the line of tabs above it, without the border. */
	readonly width: number;
	readonly height: number;
	/** On which side the list is; 'none' when the details have its place. */
	readonly border: 'left' | 'top' | 'none';
}

/** The tab that shows, below the line that names all tabs. */
export function Details({ state, theme, width, height, border }: DetailsProps) {
	const download = current(state.downloads);
	const { component: Tab } = tabs[state.details.tab];
	const { focused } = state.details;
	const bar = composeLine(theme, width, tabSegments(state), nameSegments(state, width));
	const edge = ` ${style(theme, focused ? 'title' : 'border', '│')} `;
	return (
		<Box width={border === 'left' ? width + 3 : width} height={height}>
			{border === 'left' && (
				<Canvas width={3} height={height} lines={Array.from({ length: height }, () => edge)} />
			)}
			<Box width={width} height={height} flexDirection="column">
				<Canvas width={width} height={1} lines={[bar]} />
				{download && (
					<Tab
						state={state}
						download={download}
						theme={theme}
						width={width}
						height={height - 1}
						focused={focused}
					/>
				)}
			</Box>
		</Box>
	);
}

function tabSegments({ details }: State): Segment[] {
	return Object.values(tabs).flatMap(({ id, title, hotkey }): Segment[] => [
		{ text: hotkey, token: 'key' },
		{ text: ` ${title}  `, token: id === details.tab ? 'title' : 'faint' },
	]);
}

/** Which download it is about, where the list does not show it beside. */
function nameSegments({ downloads }: State, columns: number): Segment[] {
	const name = sanitise(current(downloads)?.name ?? '', columns * 4);
	const room = Math.max(0, Math.min(widthOf(name), Math.floor(columns / 3)));
	return [{ text: fit(name, room), token: 'heading' }];
}
