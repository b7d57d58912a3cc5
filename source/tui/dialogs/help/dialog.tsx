import { Frame } from '../../components/frame.tsx';
import { commandsBeneath } from '../../keymap.ts';
import { style, type Theme } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';
import { type HelpLine, helpLines, helpRowsOf, helpWidth } from './rows.ts';

/** The keys that work in the pane beneath, by where they work, and why some do not. */
export function HelpDialog({ dialog, state, theme, width, height }: DialogProps<'help'>) {
	const all = helpLines(commandsBeneath(state), { ...state, dialogs: [] }, width);
	const room = helpRowsOf(height);
	const scroll = Math.max(0, Math.min(dialog.scroll, all.length - room));
	const below = all.length - scroll - room;
	return (
		<Frame
			title={below > 0 ? `Keys (${below} more: ↓)` : 'Keys'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={helpWidth}
			lines={all.slice(scroll, scroll + room).map((line) => drawn(line, theme))}
		/>
	);
}

function drawn({ heading, keys = '', text = '', possible }: HelpLine, theme: Theme): string {
	if (heading !== undefined) return style(theme, 'heading', heading);
	return `${style(theme, 'key', keys)} ${style(theme, possible ? 'normal' : 'faint', text)}`;
}
