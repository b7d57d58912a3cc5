import type { ThemeName } from '../theme/names.ts';

/** Appearance of the cockpit, from flags, settings and then the environment. */
export interface Appearance {
	/** Theme of the command line. */
	readonly theme: ThemeName | undefined;
	/** Theme of the settings, until the user chooses one in the cockpit. */
	readonly defaultTheme: ThemeName | undefined;
	/** Whether only ASCII is used, for terminals and fonts without other characters. */
	readonly ascii: boolean;
	/** Whether the mouse is reported, which disables the terminal's own selecting. */
	readonly mouse: boolean;
	/** Errors in the settings, each in one sanitized line; reported once as warnings. */
	readonly settingsFaults: readonly string[];
}
