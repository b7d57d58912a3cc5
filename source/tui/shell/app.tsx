import { Box } from 'ink';
import { useSyncExternalStore } from 'react';
import type { Store } from '../../state/core/store.ts';
import { Message } from '../components/message.tsx';
import { useRested } from '../components/use-rested.ts';
import { OpenDialog } from '../dialogs/open-dialog.tsx';
import { currentPane } from '../panes/registry.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { useTerminalSize } from '../terminal/screen-size.ts';
import { themeOf } from '../theme/choose-theme.ts';
import { coveringLine, footerLines, footerTarget, noticeTarget } from './footer.ts';
import { Header } from './header-body.tsx';
import { FOOTER_HEIGHT, isTooSmall, smallestScreen } from './layout.ts';
import { PaneBody } from './pane-body.tsx';
import { detailsOf } from './pane-place.ts';

export interface AppProps {
	readonly store: Store;
}

/** The whole screen: header, current pane, footer, and dialogs over them. */
export function App({ store }: AppProps) {
	const state = useSyncExternalStore(store.subscribe, store.get);
	const { columns, rows } = useTerminalSize();
	const pane = currentPane(state);
	const rested = useRested(state, state.details.of, pane.details?.hasFocus(state) ?? false);
	const theme = themeOf(state);
	if (isTooSmall(columns, rows)) {
		const lines = [
			`${columns}×${rows} is too small`,
			`seedtop needs ${smallestScreen.columns}×${smallestScreen.rows}`,
		];
		return <Message theme={theme} width={columns} height={rows} lines={lines} />;
	}
	const covering = coveringLine(state, theme, columns);
	return (
		<Box width={columns} height={rows} flexDirection="column">
			<Header {...{ state, theme, columns, rows }} isWhole={detailsOf(pane, state) === 'full'} />
			<PaneBody {...{ pane, state, rested, theme, columns, rows }} />
			<Canvas
				width={columns}
				height={FOOTER_HEIGHT}
				lines={footerLines(state, theme, columns, rested)}
				targetAt={(cell, line) => footerTarget(state, columns, cell, line, rested)}
			/>
			{state.dialogs.map((dialog, depth) => (
				<OpenDialog
					// biome-ignore lint/suspicious/noArrayIndexKey: a dialog is its place on the stack
					key={depth}
					dialog={dialog}
					state={state}
					theme={theme}
					width={columns}
					height={rows}
					keys={state.keys}
				/>
			))}
			{covering !== undefined && (
				<Canvas
					width={columns}
					height={1}
					left={0}
					top={rows - FOOTER_HEIGHT - 1}
					lines={[covering]}
					targetAt={() => noticeTarget(state)}
				/>
			)}
		</Box>
	);
}
