import type { KeyBindings } from '../../state/core/keys.ts';
import { withKeys } from '../keys/effective-keys.ts';
import { commands, showKey } from './commands/keymap.ts';

export const demoText = {
	notice: (details: string, market: string, palette: string) =>
		`Demo with real transfers. Press ${details} for details, ${market} for the market, ${palette} for all commands. Quitting removes its data.`,
} as const;

/** Returns the first notice of the demo. It teaches three keys. */
export function demoNotice(bindings: KeyBindings): string {
	const found = withKeys(commands, bindings);
	const key = (id: string) => showKey(found.find((command) => command.id === id)?.keys[0] ?? '');
	return demoText.notice(key('details'), key('pane-market'), key('palette'));
}
