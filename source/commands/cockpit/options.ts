import { presetNames } from '../../tui/keys/preset-names.ts';
import { themeNames } from '../../tui/theme/names.ts';
import { notifyMethods } from '../cockpit-settings/notify-methods.ts';
import type { InputOf } from '../declaration/declaration.ts';
import { choice, either } from '../declaration/options.ts';

/** Title of the options in help. */
export const appearanceGroup = 'Appearance of the cockpit:';
const group = appearanceGroup;

/**
 * The options of the cockpit, which override its settings. Each option of a pair parses both flags. Only the first
 * one is read.
 */
export const cockpitOptions = {
	theme: choice('--theme <name>', themeNames, 'color theme', { group }),
	keys: choice('--keys <preset>', presetNames, 'preset of keys', { group }),
	ascii: either('--ascii', 'use only ASCII characters', { group }),
	noAscii: either('--no-ascii', 'use all characters (overrides settings and locale)', { group }),
	mouse: either('--mouse', 'use the mouse (overrides the settings)', { group }),
	noMouse: either('--no-mouse', 'leave the mouse to the terminal, e.g. to select text', { group }),
	notify: choice('--notify <way>', notifyMethods, 'notify about finished and failed downloads', { group }),
	linear: either('--linear', 'lines of text instead of a screen, for screen readers', { group }),
	noLinear: either('--no-linear', 'use a screen (overrides settings and INK_SCREEN_READER)', { group }),
} as const;

export type CockpitFlags = InputOf<typeof cockpitOptions, Record<never, never>>;
