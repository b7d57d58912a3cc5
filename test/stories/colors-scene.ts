import type { ThemeName } from '../../source/tui/theme/names.ts';
import { themes } from '../../source/tui/theme/themes/registry.ts';
import { type Cockpit, openCockpitProcess, type Where } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import type { SessionOptions } from '../terminal/pty.ts';

export interface Options {
	readonly answer?: SessionOptions['answerColors'];
	readonly flags?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly home?: string;
}

/** Opens the cockpit in a terminal of true color. */
export function open(where: Where, { answer, flags = '', env = {}, home }: Options = {}): Promise<Cockpit> {
	return openCockpitProcess(where, {
		flags,
		before: 'env -u FORCE_COLOR',
		...(home === undefined ? {} : { home }),
		env: { COLORTERM: 'truecolor', COLORFGBG: '', NO_COLOR: '', ...env },
		...(answer ? { answerColors: answer } : {}),
	});
}

/** The themes whose titles are on the screen. */
export function visible({ session }: Cockpit): readonly ThemeName[] {
	const screen = session.emulator.snapshot();
	const names = ['dark', 'light', 'ocean', 'ember', 'violet', 'paper'] as const;
	return names.filter((name) => screen.includes(hexOf(themes[name].title)));
}

/** Returns '#rrggbb' of the color that SGR parameters set. */
function hexOf(parameters: string): string {
	const parts = parameters.split(';').slice(-3).map(Number);
	return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export async function showsTheme(cockpit: Cockpit, ...names: readonly ThemeName[]): Promise<void> {
	await until(() => visible(cockpit).join() === names.join(), { awaited: `the theme ${names}` });
}

export const lightReply = '\x1b]10;rgb:0000/0000/0000\x1b\\\x1b]11;rgb:ffff/ffff/f0f0\x1b\\';
export const darkReply = '\x1b]10;rgb:d0/d0/d0\x07\x1b]11;rgb:10/10/18\x07';
