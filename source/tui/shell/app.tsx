import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import type { State } from '../../state/core/state.ts';
import type { Store } from '../../state/core/store.ts';
import type { DialogKind } from '../../state/surfaces/dialogs.ts';
import { FOOTER_HEIGHT, isTooSmall, smallestScreen } from '../components/layout.ts';
import { Message } from '../components/message.tsx';
import { Rest } from '../components/rest.ts';
import type { DialogProps } from '../dialogs/dialog.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { Live } from '../terminal/live.tsx';
import { useTerminalSize } from '../terminal/screen-size.ts';
import type { TerminalSize } from '../terminal/terminal-size.ts';
import { themeOf } from '../theme/choose-theme.ts';
import { surfaceOf } from './dialogs.ts';
import { coveringLine, footerLines, footerTarget, noticeTarget } from './footer.ts';
import { Header } from './header-body.tsx';
import { paneBody } from './pane-body.tsx';
import { detailsOf } from './pane-place.ts';
import { currentPane } from './panes.ts';

interface AppProps {
	readonly store: Store;
	/** Time after which the details follow a moving cursor, ms. Default: they follow at once. */
	readonly restTime?: number;
}

/** The whole screen in its current state. */
export function App({ store, restTime = 0 }: AppProps) {
	const size = useTerminalSize();
	const [{ rest, subscribe }] = useState(() => {
		const rest = new Rest<State>(restTime);
		const subscribe = (listener: () => void) => {
			const onChange = () => {
				rest.note(store.get().details.of);
				listener();
			};
			const ends = [store.subscribe(onChange), rest.subscribe(listener)];
			return () => ends.forEach((end) => void end());
		};
		return { rest, subscribe };
	});
	return (
		<Live
			view={() => <ScreenView state={store.get()} rest={rest} columns={size.columns} rows={size.rows} />}
			subscribe={subscribe}
		/>
	);
}

interface ScreenViewProps extends TerminalSize {
	readonly state: State;
	readonly rest: Rest<State>;
}

/** Header, current pane, footer, and dialogs over them. */
function ScreenView({ state, rest, columns, rows }: ScreenViewProps): ReactNode {
	const pane = currentPane(state);
	const rested = rest.of(state, state.details.of, pane.details?.hasFocus(state) ?? false);
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
			{paneBody({ pane, state, rested, theme, columns, rows })}
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

/** Draws one dialog of the stack. */
export function OpenDialog(props: DialogProps): ReactNode {
	return drawDialog(props.dialog.kind, props);
}

/** `kind` is that of the dialog; it ties the dialog's data to its view. */
function drawDialog<Kind extends DialogKind>(kind: Kind, props: DialogProps<Kind>): ReactNode {
	const View = surfaceOf(kind).view;
	return View ? <View {...props} /> : null;
}
