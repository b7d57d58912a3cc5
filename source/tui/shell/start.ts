import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { ReactNode } from 'react';
import type { Store } from '../../state/core/store.ts';
import { settingNow } from '../../state/settings/cockpit-settings.ts';
import { usualTheme } from '../../state/view/theme.ts';
import { type ThemeName, themeNames } from '../../state/view/theme-names.ts';
import type { KeysFile } from '../keys/read-keys.ts';
import { type ColorDepth, detectColorDepth } from '../terminal/color-depth.ts';
import { type MountOptions, mountTerminal, type Terminal } from '../terminal/mount.ts';
import { backgroundOf, type TerminalColors } from '../terminal/terminal-colors.ts';
import { colorsAtStart, groundOf, suitableTheme, themeAt } from '../theme/choose-theme.ts';
import type { Appearance } from './appearance.ts';
import type { Cockpit } from './cockpit.tsx';
import type { ChangedServices, CockpitService, NamedService, OpenSession, ViewFile } from './open-session.ts';
import { splashLines } from './splash.ts';

export type { ChangedServices, NamedService };

/** Maximum wait for the end of a search that takes no request, ms. */
const SEARCH_TIME_MS = 10;
/** Maximum wait for the first rows before an empty list is drawn, ms. */
const FIRST_ANSWER_TIME_MS = 30;

/** A terminal that the cockpit can open. */
interface CockpitTerminal {
	readonly depth: ColorDepth;
	mount(load: () => Promise<ReactNode>, options: MountOptions): Terminal;
}

export interface CockpitOptions extends Appearance {
	/** Finds the service, after the first lines are on the screen. Errors end the cockpit and are thrown again. */
	readonly find: () => Promise<CockpitService>;
	/** The address, if it is known before. */
	readonly address?: string | undefined;
	/** Storage of the view settings, and their stored values; undefined: they are not kept. */
	readonly view?: ViewFile | undefined;
	/** The file of the user's keys; undefined: the declared keys. */
	readonly keys?: KeysFile | undefined;
	/** Called when the terminal has been released, however the cockpit ended. */
	readonly onLeave?: (() => Promise<void>) | undefined;
	/** Default: the terminal of the process. */
	readonly terminal?: CockpitTerminal;
	/** Called at the end of a session that listed downloads. */
	readonly onListed?: (() => void) | undefined;
}

/**
 * Opens the cockpit; resolves with the exit code when it has ended. The first lines are on the screen before any
 * request, and before React and Ink are loaded. So this module imports only what they need.
 */
export async function startCockpit(options: CockpitOptions): Promise<number> {
	const { depth, mount } = options.terminal ?? ownTerminal();
	let colors = colorsAtStart(process.env, depth, options);
	const saved = savedTheme(options.view);
	let opened: OpenSession | undefined;
	let cockpit: Cockpit | undefined;
	let left = false;
	let pending = 0;
	let failed: { readonly error: unknown } | undefined;
	let allowInk: () => void = () => {};
	const load = async () => {
		try {
			const finding = options.find();
			await leaveTime(finding);
			// Ink and the components are loaded during the first request.
			allowInk();
			await turn();
			const [service, { createSession, openKeys }, { openDetails }] = await Promise.all([
				finding,
				import('./open-session.ts'),
				import('./open-details.ts'),
			]);
			if (left) return null;
			opened = createSession(
				service,
				options.settingsFaults,
				() => undefined,
				options.view,
				openKeys(options.keys),
			);
			const { store } = opened;
			// Before the first request, which depends on the visible details.
			openDetails(store, terminal.size().rows);
			const adapt = () => {
				const state = store.get();
				terminal.setGround(groundOf(state));
				terminal.setAscii(settingNow(state.settings, 'ascii'));
				terminal.setMouse(settingNow(state.settings, 'mouse'));
			};
			store.subscribe(adapt, 'colors', 'view', 'dialogs', 'settings');
			store.dispatch({ type: 'colors', what: { type: 'begin', colors } });
			const { createCockpit } = await import('./cockpit.tsx');
			cockpit = createCockpit(opened, terminal);
			await firstAnswer(store);
			return cockpit.element;
		} catch (error) {
			failed = { error };
			void terminal.unmount(1);
			return null;
		}
	};
	const takeColors = (reported: TerminalColors) => {
		const background = backgroundOf(reported);
		if (!background) return;
		const suitable = suitableTheme(process.env, background);
		colors = { ...colors, background, suitable };
		if (opened) opened.store.dispatch({ type: 'colors', what: { type: 'reported', background, suitable } });
		else terminal.setGround(groundOf({ colors, view: { theme: saved }, dialogs: [] }));
	};
	const terminal = mount(load, {
		firstLines: ({ columns, rows }) =>
			splashLines(options.address, themeAt(usualTheme(colors, { theme: saved }), depth), columns, rows),
		onInput: (event) => cockpit?.onInput(event),
		onLeave: async () => {
			left = true;
			cockpit?.close();
			pending = opened?.pendingWrites() ?? 0;
			await Promise.all([opened?.close(), options.onLeave?.()]);
		},
		loadAfter: new Promise((resolve) => {
			allowInk = resolve;
		}),
		mouse: options.mouse,
		ascii: options.ascii,
		depth,
		...(depth >= 8 ? { onColors: takeColors } : {}),
	});
	const code = await terminal.exited;
	if (opened?.store.get().downloads.at !== undefined) options.onListed?.();
	if (failed) throw failed.error;
	if (pending > 0) {
		const [requests, them] = pending === 1 ? ['1 request was', 'it'] : [`${pending} requests were`, 'them'];
		process.stderr.write(
			`${requests} not answered before you quit. It is unknown whether the service applied ${them}.\n`,
		);
	}
	return code;
}

function ownTerminal(): CockpitTerminal {
	// NO_COLOR has its theme, so that the user can choose another one.
	const depth = detectColorDepth(process.stdout, { ...process.env, NO_COLOR: '' });
	return { depth, mount: mountTerminal };
}

/** Waits a moment for the end of the search, which sends the first request. Loading modules blocks the process. */
async function leaveTime(finding: Promise<unknown>): Promise<void> {
	const ended = finding.catch(() => {});
	// Modules that the search loads take none of the time.
	await turn();
	await Promise.race([ended, delay(SEARCH_TIME_MS)]);
}

/** Waits a moment for the first rows, which are often there: an empty list is not drawn first. */
async function firstAnswer({ get, subscribe }: Store): Promise<void> {
	const { downloads, connection } = get();
	let end: () => void = () => {};
	const answered = new Promise<void>((resolve) => {
		end = subscribe(() => {
			const now = get();
			if (now.downloads.list !== downloads.list || now.connection.failure !== connection.failure) resolve();
		});
	});
	await Promise.race([answered, delay(FIRST_ANSWER_TIME_MS)]);
	end();
}

/** Returns the saved theme before the view settings are parsed. Faults are reported later. */
function savedTheme(view: ViewFile | undefined): ThemeName | undefined {
	if (!view || !('text' in view.file)) return undefined;
	try {
		const content: unknown = JSON.parse(view.file.text);
		if (typeof content !== 'object' || content === null || !('theme' in content)) return undefined;
		return themeNames.find((name) => name === content.theme);
	} catch {
		return undefined;
	}
}
