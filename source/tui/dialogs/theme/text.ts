import type { ThemeName } from '../../../state/view/theme-names.ts';

/** Texts of the theme dialog. */
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
