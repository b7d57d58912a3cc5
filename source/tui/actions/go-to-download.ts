import type { CommandContext } from '../commands/command.ts';

/** Leads to a download in the list, and the keys with it; one that has gone is told. */
export function leadTo(infohash: string, context: CommandContext): void {
	context.dispatch({ type: 'go-to', infohash, at: Date.now() });
	leaveDetails(context);
}

/** The keys go back from the details to the list. */
export function leaveDetails({ state, dispatch }: CommandContext): void {
	if (!state.details.focused) return;
	dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: false } });
}
