import type { NotifyMethod } from '../terminal/notification.ts';
import type { ThemeName } from '../theme/names.ts';

/** How the cockpit shows itself: what flags and settings say, and where they are silent the environment. */
export interface Appearance {
	/** The theme that was asked for; undefined: the one that suits the terminal. */
	readonly theme: ThemeName | undefined;
	/** Only characters of ASCII, for terminals and fonts that have no others. */
	readonly ascii: boolean;
	/** Have the mouse reported, which takes it from the terminal's own selecting. */
	readonly mouse: boolean;
	/** How the terminal is told that a download has finished or failed. */
	readonly notify: NotifyMethod;
	/** What is wrong with the settings, each in one sanitised line; the user is warned of it once. */
	readonly settingsFaults: readonly string[];
}
