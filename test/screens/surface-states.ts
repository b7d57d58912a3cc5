import type { State } from '../../source/state/core/state.ts';
import { channelDialogScreens } from './channel-dialog-states.ts';
import { channelScreens } from './channel-states.ts';
import { contextScreens } from './context-states.ts';
import { debugScreens } from './debug-states.ts';
import { labelScreens } from './label-states.ts';
import { marketDialogScreens } from './market-dialog-states.ts';
import { marketScreens } from './market-states.ts';
import { profilerScreens } from './profiler-states.ts';
import { settingsScreens } from './settings-states.ts';
import { themeScreens } from './theme-states.ts';
import { trackerScreens } from './tracker-states.ts';

/**
 * Example states of further surfaces, by name. A new pane, tab or dialog adds one: `update` applies messages to
 * `listed` (`states.ts`). All tests of screens, keys, typing and the mouse use them.
 */
export const surfaceScreens: Readonly<Record<string, State>> = {
	...debugScreens,
	...marketScreens,
	...channelScreens,
	...channelDialogScreens,
	...profilerScreens,
	...marketDialogScreens,
	...themeScreens,
	...labelScreens,
	...contextScreens,
	...trackerScreens,
	...settingsScreens,
};

/** Surfaces among them that show no text from outside, except typed text. All others show texts of `hardNames`. */
export const withoutUntrustedText: readonly string[] = [
	'dialog log-prompt',
	'dialog setting-confirm',
	'dialog theme',
	'section debug-cockpit',
	'section debug-load',
];
