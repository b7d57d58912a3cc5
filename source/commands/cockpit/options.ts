import { themeNames } from '../../tui/theme/names.ts';
import type { InputOf } from '../declaration/declaration.ts';
import { choice, either } from '../declaration/options.ts';
import { notifyWays } from './notify-methods.ts';

const group = 'How the cockpit looks:';

/**
 * The options of the cockpit, which override its settings. Each option of a pair parses both flags. Only the first
 * one is read.
 */
export const cockpitOptions = {
	theme: choice('--theme <name>', themeNames, 'its colours', { group }),
	ascii: either('--ascii', 'only characters of ASCII', { group }),
	noAscii: either('--no-ascii', 'all characters, whatever the settings and the locale say', { group }),
	mouse: either('--mouse', 'take the mouse, whatever the settings say', { group }),
	noMouse: either('--no-mouse', "leave the mouse to the terminal's own selecting", { group }),
	notify: choice('--notify <way>', notifyWays, 'tell of finished and failed downloads', { group }),
	linear: either('--linear', 'a conversation in lines instead of a screen, for screen readers', { group }),
	noLinear: either('--no-linear', 'a screen, whatever the settings and INK_SCREEN_READER say', { group }),
} as const;

export type CockpitFlags = InputOf<typeof cockpitOptions, Record<never, never>>;
