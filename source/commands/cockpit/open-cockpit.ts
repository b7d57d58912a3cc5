import { readSmallFile } from '../../client/discovery/small-file.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import type { Log } from '../../service/log/log.ts';
import type { CockpitOptions } from '../../tui/shell/start.ts';
import { keysPath, readSettings, settingsPath, viewPath } from '../cockpit-settings/settings.ts';
import type { CockpitSettings } from '../cockpit-settings/settings-content.ts';
import { describeFailure } from '../declaration/failure.ts';
import { type ServiceFlags, serviceVariable } from '../service-command/service-options.ts';
import { keepCode } from './keep-code.ts';
import type { CockpitFlags } from './options.ts';

type CockpitService = Awaited<ReturnType<CockpitOptions['find']>>;
type SettingsAtStart = NonNullable<CockpitService['settings']>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Presentation of the cockpit. */
interface Presentation extends Pick<CockpitOptions, 'theme' | 'defaultTheme' | 'ascii' | 'mouse'> {
	/** Whether to use the screen reader interface. */
	readonly linear: boolean;
}

/** A service, and the folder of the cockpit's log; without a folder there is no log. */
interface CockpitPlace extends Omit<CockpitOptions, keyof Presentation | 'settingsFaults' | 'onListed'> {
	readonly logFolder?: string;
}

/**
 * Opens the cockpit for a service, as a screen or as lines. Resolves with the exit code when it ends. `keeping`:
 * whether the view settings are saved.
 */
export async function openCockpit(
	{ logFolder, ...options }: CockpitPlace,
	flags: CockpitFlags & Partial<Pick<ServiceFlags, 'service'>>,
	keeping = true,
): Promise<number> {
	const [{ settings, faults }, view, keys] = await Promise.all([
		readSettings(settingsPath(process.env)),
		keeping ? readViewFile(viewPath(process.env)) : undefined,
		readKeysFile(keysPath(process.env), flags),
	]);
	const { linear, ...look } = chooseLook(flags, settings, process.env);
	const slice = settingsAtStart(flags, settings, process.env, keeping);
	let log: Log | undefined;
	let early: CockpitService['early'];
	let hasEnded = false;
	const end = async () => {
		hasEnded = true;
		await early?.close();
	};
	const find = async () => {
		// It runs after the first lines are on the screen.
		const opening = logFolder === undefined ? undefined : openLog(logFolder);
		try {
			const service = await options.find();
			log = await opening;
			early = service.early;
			if (hasEnded) await end();
			return { ...service, settings: slice, log };
		} catch (error) {
			log = await opening;
			log?.('error', withoutSecrets(`No service was found: ${describeFailure(error)}`));
			throw error;
		}
	};
	const given = { ...options, ...look, find, settingsFaults: faults, view, keys, onListed: keepCode };
	const started = linear
		? (await import('../../tui/screen-reader/start.ts')).startScreenReader(given)
		: (await import('../../tui/shell/start.ts')).startCockpit(given);
	const code = await started.finally(end);
	log?.('info', `The cockpit ended with code ${code}.`);
	return code;
}

async function openLog(folder: string): Promise<Log | undefined> {
	const [{ openCockpitLog }, { version }] = await Promise.all([
		import('./cockpit-log.ts'),
		import('../program/version.ts'),
	]);
	const log = openCockpitLog(folder);
	log?.('info', `The cockpit of seedtop ${version} started with process ${process.pid}.`);
	return log;
}

/** Reads the saved view settings. */
async function readViewFile(path: string): Promise<CockpitOptions['view']> {
	return { path, file: await readSmallFile(path) };
}

/** Reads the file of the user's keys. */
async function readKeysFile(path: string, { keys }: CockpitFlags): Promise<CockpitOptions['keys']> {
	return { path, file: await readSmallFile(path), preset: keys };
}

/** Resolves the presentation. Flags override settings, and settings override the environment. */
export function chooseLook(
	flags: Pick<CockpitFlags, 'theme' | 'ascii' | 'mouse' | 'linear'>,
	settings: CockpitSettings,
	env: Environment,
): Presentation {
	return {
		theme: flags.theme,
		defaultTheme: settings.theme,
		ascii: flags.ascii ?? settings.ascii ?? !usesUtf8(env),
		mouse: flags.mouse ?? settings.mouse ?? true,
		linear: flags.linear ?? settings.linear ?? (env.INK_SCREEN_READER === 'true' || env.TERM === 'dumb'),
	};
}

/**
 * Returns the settings of the cockpit for its settings screen, with the flags and variables that override them.
 * `keeping`: whether changes are saved.
 */
function settingsAtStart(
	flags: Pick<CockpitFlags, 'theme' | 'ascii' | 'mouse' | 'linear' | 'notify'> & {
		readonly service?: unknown;
	},
	settings: CockpitSettings,
	env: Environment,
	keeping: boolean,
): SettingsAtStart {
	const { theme: _, ...chosen } = settings;
	const { ascii, mouse, linear } = chooseLook(noFlags, {}, env);
	const usual = { ascii, mouse, linear };
	const switched = (name: 'ascii' | 'mouse' | 'linear') => {
		const value = flags[name];
		return value === undefined ? {} : { [name]: { by: value ? `--${name}` : `--no-${name}`, value } };
	};
	const named = (flags.service ?? env[serviceVariable]?.trim()) || undefined;
	const by = flags.service === undefined ? serviceVariable : '--service';
	return {
		path: keeping ? settingsPath(env) : undefined,
		keysPath: keysPath(env),
		chosen,
		usual: { ...usual, notify: 'none', player: '', service: 'automatic' },
		overrides: {
			...switched('ascii'),
			...switched('mouse'),
			...switched('linear'),
			...(flags.notify === undefined ? {} : { notify: { by: '--notify', value: flags.notify } }),
			...(named === 'own' || named === 'other' ? { service: { by, value: named } } : {}),
		},
		themeBy: flags.theme === undefined ? '' : '--theme',
	};
}

const noFlags = { theme: undefined, ascii: undefined, mouse: undefined, linear: undefined };

/** Whether the locale uses UTF-8. Defaults to true, as in current terminals. */
function usesUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
	const locale = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '');
	return locale === undefined || /utf-?8/i.test(locale);
}
