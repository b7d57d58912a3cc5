import type { State } from '../../source/state/core/state.ts';
import { themeNames } from '../../source/state/view/theme-names.ts';
import { update } from '../../source/tui/shell/update.ts';
import { listed } from './states.ts';

const chosen = themeNames.indexOf('16');

/** The theme dialog, on the theme of all other screens. */
export const themeScreens: Readonly<Record<string, State>> = {
	theme: update(listed, { type: 'open', dialog: { kind: 'theme', chosen } }),
};
