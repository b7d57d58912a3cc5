import type { ThemeName } from '../names.ts';

/** Colors that a terminal gets with a theme, each '#rrggbb'. */
export interface Ground {
	readonly kind: 'dark' | 'light';
	readonly background: string;
	readonly text: string;
	/** Whether they are part of the theme. Otherwise they only replace a background of the other kind. */
	readonly isOwn: boolean;
}

/** Grounds by theme. '16' and 'none' keep the colors of the terminal. */
export const grounds: Readonly<Partial<Record<ThemeName, Ground>>> = {
	dark: { kind: 'dark', background: '#15181e', text: '#d0d4dc', isOwn: false },
	light: { kind: 'light', background: '#ffffff', text: '#24292f', isOwn: false },
	ocean: { kind: 'dark', background: '#0c1d27', text: '#c8dde4', isOwn: true },
	ember: { kind: 'dark', background: '#1e1814', text: '#e2d6c8', isOwn: true },
	violet: { kind: 'dark', background: '#191627', text: '#d6d2ec', isOwn: true },
	paper: { kind: 'light', background: '#fbf5e6', text: '#3a3226', isOwn: true },
	'high-contrast': { kind: 'dark', background: '#000000', text: '#ffffff', isOwn: true },
};
