/** Themes by name. This module has no imports, so that help and completion load quickly. */
export const themeNames = [
	'dark',
	'light',
	'ocean',
	'ember',
	'violet',
	'paper',
	'high-contrast',
	'16',
	'none',
] as const;

export type ThemeName = (typeof themeNames)[number];
