import type { State } from '../../state/core/state.ts';
import { Panel } from '../components/panel.tsx';
import { Canvas } from '../terminal/canvas.tsx';
import type { Theme } from '../theme/theme.ts';
import { headerLines, headerPanel } from './header.ts';
import { contentOf, headerHeight } from './layout.ts';

export interface HeaderProps {
	readonly state: State;
	readonly theme: Theme;
	/** Size of the screen. */
	readonly columns: number;
	readonly rows: number;
}

/** Service, connection and rates: one line, or a panel. */
export function Header({ state, theme, columns, rows }: HeaderProps) {
	const height = headerHeight(rows);
	if (height === 1) return <Canvas width={columns} height={1} lines={headerLines(state, theme, columns)} />;
	const { width, height: inside } = contentOf({ width: columns, height, frame: 'box' });
	const { top, lines } = headerPanel(state, theme, columns, width);
	return (
		<Panel theme={theme} width={columns} height={height} top={top}>
			<Canvas width={width} height={inside} lines={lines} />
		</Panel>
	);
}
