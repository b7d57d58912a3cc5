import type { State } from '../../state/core/state.ts';
import { contentOf, headerHeight } from '../components/layout.ts';
import { memoized } from '../components/memoize.ts';
import { Panel } from '../components/panel.tsx';
import { Canvas } from '../terminal/canvas.tsx';
import { isSame } from '../terminal/is-same.ts';
import type { Theme } from '../theme/theme.ts';
import { headerLines, headerPanel, isSameHeader } from './header.ts';

interface HeaderProps {
	readonly state: State;
	readonly theme: Theme;
	/** Size of the screen. */
	readonly columns: number;
	readonly rows: number;
	/** Whether the details have the whole window. */
	readonly isWhole: boolean;
}

/** Service, connection and rates: one line, or a panel. Most keys do not change it. */
export const Header = memoized(
	({ state, theme, columns, rows, isWhole }: HeaderProps) => {
		const height = headerHeight(rows, isWhole);
		if (height === 1) {
			// Graphs would move above the details, which have the window for themselves.
			const lines = headerLines(state, theme, columns, !isWhole);
			return <Canvas width={columns} height={1} lines={lines} />;
		}
		const { width, height: inside } = contentOf({ width: columns, height, frame: 'box' });
		const { top, lines } = headerPanel(state, theme, columns, width);
		return (
			<Panel theme={theme} width={columns} height={height} top={top}>
				<Canvas width={width} height={inside} lines={lines} />
			</Panel>
		);
	},
	(one, other) => isSame(one, other, ['state']) && isSameHeader(one.state, other.state),
);
