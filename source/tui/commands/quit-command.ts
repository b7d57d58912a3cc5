import { type Command, type CommandContext, say } from './command.ts';

const askAgain = 'q again quits without';

/** Quits. Requests that are not sent yet would be lost, so it then asks for the key a second time. */
function quitOrAsk({ state, dispatch, quit }: CommandContext): void {
	const { pendingWrites, journal } = state;
	if (pendingWrites === 0 || journal.notice?.text.startsWith(askAgain)) {
		quit();
		return;
	}
	const text = `${askAgain} ${pendingWrites} pending order${pendingWrites === 1 ? '' : 's'}.`;
	say('warning', text, { dispatch });
}

/** The command that quits the cockpit. */
export const quitCommand: Command = {
	id: 'quit',
	scope: 'panes',
	keys: ['q'],
	title: 'Quit the cockpit; the service goes on',
	words: 'exit leave close',
	hint: 'quit',
	run: quitOrAsk,
};
