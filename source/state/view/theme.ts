import type { Dialog } from '../surfaces/dialogs.ts';
import { type ThemeName, themeNames } from './theme-names.ts';
import type { ViewSlice } from './view.ts';

export type Background = 'dark' | 'light';

/** Sources of the theme besides the saved choice, and the colors of the terminal. */
export interface ColorsSlice {
	/** Theme of the command line, or `none` for NO_COLOR. It applies until the user chooses another one. */
	readonly requested: ThemeName | undefined;
	/** Theme of the settings. */
	readonly configured: ThemeName | undefined;
	/** Theme that suits the terminal. */
	readonly suitable: ThemeName;
	/** Background that the terminal reported. */
	readonly background: Background | undefined;
	/** Bits of color that the terminal shows. */
	readonly depth: 1 | 4 | 8 | 24;
}

export const initialColors: ColorsSlice = {
	requested: undefined,
	configured: undefined,
	suitable: '16',
	background: undefined,
	depth: 24,
};

export type ColorsMessage =
	| { readonly type: 'begin'; readonly colors: ColorsSlice }
	/** The terminal reported its colors. */
	| { readonly type: 'reported'; readonly background: Background; readonly suitable: ThemeName }
	/** Keeps the theme under the cursor of the dialog. */
	| { readonly type: 'choose' };

/** Slices that determine the theme. */
interface ColorsData {
	readonly colors: ColorsSlice;
	readonly view: ViewSlice;
	readonly dialogs: readonly Dialog[];
}

/** The parts of these slices that determine it. */
export interface ThemeSources extends Omit<ColorsData, 'view'> {
	readonly view: Pick<ViewSlice, 'theme'>;
}

/** Returns the data after a message about colors. */
export function updateColors<Data extends ColorsData>(data: Data, message: ColorsMessage): Data {
	const { colors, view, dialogs } = data;
	switch (message.type) {
		case 'begin':
			return { ...data, colors: message.colors };
		case 'reported': {
			const { background, suitable } = message;
			const isKnown = colors.background === background && colors.suitable === suitable;
			return isKnown ? data : { ...data, colors: { ...colors, background, suitable } };
		}
		case 'choose': {
			const theme = previewed(dialogs);
			if (theme === undefined) return data;
			return {
				...data,
				colors: { ...colors, requested: undefined },
				view: { ...view, theme },
				dialogs: dialogs.filter(({ kind }) => kind !== 'theme'),
			};
		}
	}
}

/** Returns the name of the visible theme: that under the cursor of the dialog, or else the chosen one. */
export function themeNameOf({ colors, view, dialogs }: ThemeSources): ThemeName {
	return previewed(dialogs) ?? usualTheme(colors, view);
}

/** Returns the theme without the dialog. */
export function usualTheme(
	{ requested, configured, suitable }: ColorsSlice,
	view: Pick<ViewSlice, 'theme'>,
): ThemeName {
	return requested ?? view.theme ?? configured ?? suitable;
}

function previewed(dialogs: readonly Dialog[]): ThemeName | undefined {
	const open = dialogs.find((dialog) => dialog.kind === 'theme');
	return open && themeNames[open.chosen];
}
