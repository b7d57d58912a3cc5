import { fit, truncate } from '../../../format/cells.ts';
import type { State } from '../../../state/state.ts';
import { type Command, obstacle } from '../../command.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { commandsBeneath, showKey } from '../../keymap.ts';
import { style, type Theme } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';
import { helpRowsOf } from './rows.ts';

const wanted = 76;
const keysWidth = 14;

/** The keys that work in the pane beneath, and why some do not. */
export function HelpDialog({ dialog, state, theme, width, height }: DialogProps<'help'>) {
	const inner = innerWidthOf(width, wanted);
	const beneath: State = { ...state, dialogs: [] };
	const all = commandsBeneath(state).map((command) => helpLine(command, beneath, theme, inner));
	const room = helpRowsOf(height);
	const scroll = Math.min(dialog.scroll, Math.max(0, all.length - room));
	const below = all.length - scroll - room;
	return (
		<Frame
			title={below > 0 ? `Keys (${below} more: ↓)` : 'Keys'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={all.slice(scroll, scroll + room)}
		/>
	);
}

function helpLine(command: Command, state: State, theme: Theme, columns: number): string {
	const keys = fit(command.keys.map(showKey).join(' '), keysWidth);
	const why = obstacle(command, state);
	const text = truncate(
		why === undefined ? command.title : `${command.title} (${why})`,
		columns - keysWidth - 1,
	);
	return `${style(theme, 'key', keys)} ${style(theme, why === undefined ? 'normal' : 'faint', text)}`;
}
