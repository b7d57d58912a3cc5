import type { State } from '../../../state/core/state.ts';
import { usualTheme } from '../../../state/view/theme.ts';
import { type ThemeName, themeNames } from '../../../state/view/theme-names.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../dialog.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Choices, Dialog } from '../kit/index.ts';

export const themeText: {
	readonly title: string;
	readonly current: string;
	readonly suitable: string;
	readonly about: Readonly<Record<ThemeName, string>>;
} = {
	title: 'Colors',
	current: 'current ',
	suitable: 'suits this terminal ',
	about: {
		dark: 'Sky blue on slate',
		light: 'Ink on white',
		ocean: 'Aqua and sea green, for dark',
		ember: 'Firelight on brown, for dark',
		violet: 'Lavender and mint, for dark',
		paper: 'Sepia print, for light',
		'high-contrast': 'Bright on black',
		16: 'The colors of the terminal',
		none: 'No color',
	},
};

const themeCommands = dialogCommands('theme', [
	{
		id: 'theme-keep',
		keys: ['enter'],
		title: 'Apply this theme, also at the next start',
		hint: 'apply',
		run: ({ dispatch }) => dispatch({ type: 'colors', what: { type: 'choose' } }),
	},
	closeCommand('theme-cancel', ['escape', 'q'], 'Cancel'),
	...choosingCommands('theme', () => themeNames.length),
]);

/** Returns the mark of the theme without the dialog, and of the one that suits the terminal. */
function markOf(name: string, { colors, view }: State): string {
	if (name === usualTheme(colors, view)) return themeText.current;
	return name === colors.suitable ? themeText.suitable : '';
}

/** Chooses the theme. The screen behind has the theme under the cursor. */
function ThemeDialog({ dialog, state, ...screen }: DialogProps<'theme'>) {
	return (
		<Dialog title={themeText.title} columns={56} screen={screen}>
			<Choices
				count={themeNames.length}
				chosen={dialog.chosen}
				lineOf={(index) => {
					const name = themeNames[index];
					if (name === undefined) return { left: [] };
					return {
						left: [
							{ text: ` ${name}`, cells: 16 },
							{ text: themeText.about[name], token: 'faint' },
						],
						right: [{ text: markOf(name, state), token: 'good' }],
					};
				}}
			/>
		</Dialog>
	);
}

export const themeDialog: DialogSurface<'theme'> = {
	kind: 'theme',
	title: 'Choose the colors',
	commands: themeCommands,
	list: chosenList(() => themeNames.length),
	view: ThemeDialog,
};
