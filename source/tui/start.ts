import type { SessionOptions } from '../runtime/session.ts';
import type { Appearance } from './appearance.ts';
import type { Cockpit } from './cockpit.tsx';
import { firstLines } from './first-lines.ts';
import { mountTerminal } from './terminal/mount.ts';
import { chooseTheme } from './theme/theme.ts';

/** A service that the cockpit is opened on. */
export interface CockpitService extends SessionOptions {
	/** Where its address was found, in words. */
	readonly source: string;
	/** What to tell the user at the start. */
	readonly notice?: string | undefined;
}

export interface CockpitOptions extends Appearance {
	/** Finds the service. The screen shows something by then; what it throws ends the cockpit and is thrown again. */
	readonly find: () => Promise<CockpitService>;
	/** The address, where it is known before. */
	readonly address?: string | undefined;
	/** Called when the terminal has been given back, however the cockpit ended. */
	readonly onLeave?: (() => Promise<void>) | undefined;
}

/**
 * Opens the cockpit and resolves with the exit code when it has ended. The first lines are on the screen before
 * anything is asked and before React and Ink are loaded: only what they need is imported here.
 */
export async function startCockpit(options: CockpitOptions): Promise<number> {
	const theme = chooseTheme(process.env, options.theme);
	let cockpit: Cockpit | undefined;
	let failed: { readonly error: unknown } | undefined;
	const load = async () => {
		try {
			const { createCockpit } = await import('./cockpit.tsx');
			cockpit = createCockpit(await finding, options.settingsFault, terminal, theme);
			return cockpit.element;
		} catch (error) {
			failed = { error };
			void terminal.unmount(1);
			return null;
		}
	};
	const terminal = mountTerminal(load, {
		firstLines: ({ columns, rows }) => firstLines(options.address, theme, columns, rows),
		onInput: (event) => cockpit?.onInput(event),
		onLeave: async () => {
			await Promise.all([cockpit?.close(), options.onLeave?.()]);
		},
		mouse: options.mouse,
		ascii: options.ascii,
	});
	const finding = options.find();
	// It is waited for when the components are loaded; until then it may fail unheard.
	finding.catch(() => {});
	const code = await terminal.exited;
	if (failed) throw failed.error;
	return code;
}
