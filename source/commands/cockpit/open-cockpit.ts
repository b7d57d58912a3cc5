import { readSmallFile } from '../../client/discovery/small-file.ts';
import type { CockpitOptions } from '../../tui/shell/start.ts';
import type { CockpitFlags } from './options.ts';
import { type CockpitSettings, readSettings, settingsPath, viewPath } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Presentation of the cockpit. */
export interface Presentation extends Pick<CockpitOptions, 'theme' | 'ascii' | 'mouse'> {
	/** Whether to use the screen reader interface. */
	readonly linear: boolean;
}

/**
 * Opens the cockpit for a service, as a screen or as lines. Resolves with the exit code when it ends. `keeping`:
 * whether the view settings are saved.
 */
export async function openCockpit(
	options: Omit<CockpitOptions, keyof Presentation | 'notify' | 'settingsFaults'>,
	flags: CockpitFlags,
	keeping = true,
): Promise<number> {
	const [{ settings, faults }, view] = await Promise.all([
		readSettings(settingsPath(process.env)),
		keeping ? readViewFile(viewPath(process.env)) : undefined,
	]);
	const { linear, ...look } = chooseLook(flags, settings, process.env);
	const notify = flags.notify ?? settings.notify ?? 'none';
	const find = async () => ({ ...(await options.find()), player: settings.player });
	const given = { ...options, ...look, find, notify, settingsFaults: faults, view };
	if (linear) return (await import('../../tui/screen-reader/start.ts')).startScreenReader(given);
	return (await import('../../tui/shell/start.ts')).startCockpit(given);
}

/** Reads the saved view settings. */
async function readViewFile(path: string): Promise<CockpitOptions['view']> {
	return { path, file: await readSmallFile(path) };
}

/** Resolves the presentation. Flags override settings, and settings override the environment. */
export function chooseLook(
	flags: Pick<CockpitFlags, 'theme' | 'ascii' | 'mouse' | 'linear'>,
	settings: CockpitSettings,
	env: Environment,
): Presentation {
	return {
		theme: flags.theme ?? settings.theme,
		ascii: flags.ascii ?? settings.ascii ?? !usesUtf8(env),
		mouse: flags.mouse ?? settings.mouse ?? true,
		linear: flags.linear ?? settings.linear ?? (env.INK_SCREEN_READER === 'true' || env.TERM === 'dumb'),
	};
}

/** Whether the locale uses UTF-8. Defaults to true, as in current terminals. */
function usesUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
	const locale = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '');
	return locale === undefined || /utf-?8/i.test(locale);
}
