import { keyOf } from '../../keys/effective-keys.ts';
import { type Command, type CommandContext, showNotice } from '../../surfaces/command.ts';

const confirmText = (key: string) => `Press ${key} again to quit without`;

/** Quits. Requests that are not sent yet would be lost, so it then asks for the key a second time. */
function quitOrAsk({ state, dispatch, quit }: CommandContext): void {
	const { pendingWrites, journal } = state;
	const asked = confirmText(keyOf('quit', 'q', state.keys));
	if (pendingWrites === 0 || journal.notice?.text.startsWith(asked)) {
		quit();
		return;
	}
	const text = `${asked} ${pendingWrites} pending request${pendingWrites === 1 ? '' : 's'}.`;
	showNotice('warning', text, { dispatch });
}

/** The command that quits the cockpit. */
export const quitCommand: Command = {
	id: 'quit',
	group: 'cockpit',
	scope: 'panes',
	keys: ['q'],
	title: 'Quit the cockpit; the service keeps running',
	words: 'exit leave close',
	hint: 'quit',
	run: quitOrAsk,
};
