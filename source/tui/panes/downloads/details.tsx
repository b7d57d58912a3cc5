import { Box } from 'ink';
import { nameOrInfohash } from '../../../format/download-name.ts';
import type { State } from '../../../state/core/state.ts';
import { current } from '../../../state/downloads/downloads.ts';
import { SurfaceBody } from '../../surfaces/surface-body.tsx';
import { Canvas, Region } from '../../terminal/canvas.tsx';
import { style, type Theme } from '../../theme/theme.ts';
import { tabBar, tabBarTarget } from './tab-bar.ts';
import { tabs } from './tabs/registry.ts';
import type { Tab } from './tabs/tab.ts';

export interface DetailsProps {
	readonly state: State;
	readonly theme: Theme;
	/** Size of the tab and the line of tabs, without the border. */
	readonly width: number;
	readonly height: number;
	/** The side of the list; 'none' when the details replace it. */
	readonly border: 'left' | 'top' | 'none';
}

/** The current tab, below the line of tabs. */
export function Details({ state, theme, width, height, border }: DetailsProps) {
	const download = current(state.downloads);
	const { focused, tab } = state.details;
	const surface: Tab = tabs[tab];
	const { position, list } = surface;
	const place = download && { state, download, width, height: height - 1 };
	const barProps = {
		theme,
		width,
		tab,
		focused,
		ruled: border === 'top',
		alone: border === 'none',
		name: download ? nameOrInfohash(download) : '',
		position: (place && (position?.(place) ?? list?.place?.(state))) ?? '',
	};
	const edge = ` ${style(theme, focused ? 'title' : 'border', focused ? '┃' : '│')} `;
	return (
		<Region
			width={border === 'left' ? width + 3 : width}
			height={height}
			targetAt={() => ({ kind: 'place', part: 'details' })}
		>
			{border === 'left' && (
				<Canvas width={3} height={height} lines={Array.from({ length: height }, () => edge)} />
			)}
			<Box width={width} height={height} flexDirection="column">
				<Canvas
					width={width}
					height={1}
					lines={[tabBar(barProps)]}
					targetAt={(cell) => tabBarTarget(barProps, cell)}
				/>
				{place && height > 1 && <SurfaceBody surface={surface} place={{ ...place, theme, focused }} />}
			</Box>
		</Region>
	);
}
