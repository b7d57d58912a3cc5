import { sanitize } from '../../format/sanitize.ts';
import type { KeyBindings } from '../../state/core/keys.ts';
import { withKeys } from '../keys/effective-keys.ts';
import { speakKey } from '../keys/spoken-keys.ts';
import { commands } from '../shell/commands/keymap.ts';
import { openKeys } from '../shell/open-keys.ts';
import type { CockpitOptions } from '../shell/start.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { LineTerminal } from './line-terminal.ts';

/**
 * Opens the screen reader interface, with the same state, keys and commands. It speaks changes instead of drawing a
 * screen. Resolves with the exit code when it has ended. Errors of `find` are thrown again.
 */
export async function startScreenReader(options: CockpitOptions): Promise<number> {
	let conversation: Conversation | undefined;
	let failed: { readonly error: unknown } | undefined;
	const terminal = new LineTerminal({
		ascii: options.ascii,
		onInput: (events) => conversation?.onInput(events),
		onResume: () => conversation?.announcePosition(),
		onLeave: async () => {
			await Promise.all([conversation?.close(), options.onLeave?.()]);
		},
	});
	const keys = openKeys(options.keys);
	terminal.say(`seedtop: ${keysToKnow(keys.bindings)}`);
	if (options.address === undefined) terminal.say('Looking for a service.');
	try {
		const service = await options.find();
		terminal.say(`The address of the service comes from ${sanitize(service.source, 200)}.`);
		conversation = createConversation(service, options.settingsFaults, terminal, options.view, keys);
		terminal.deliver();
	} catch (error) {
		failed = { error };
		terminal.end(1);
	}
	const code = await terminal.exited;
	if (failed) throw failed.error;
	return code;
}

/** Returns 'question mark lists the keys, ctrl-l announces the current position, q quits.' */
function keysToKnow(bindings: KeyBindings): string {
	const found = withKeys(commands, bindings);
	const spoken = (id: string) => speakKey(found.find((command) => command.id === id)?.keys[0] ?? '');
	return `${spoken('help')} lists the keys, ${spoken('redraw')} announces the current position, ${spoken('quit')} quits.`;
}
