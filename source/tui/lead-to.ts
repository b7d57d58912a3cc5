import type { CommandContext } from './command.ts';

/** Leads to a download in the list, and the keys with it; one that has gone is told. */
export function leadTo(infohash: string, { state, dispatch }: CommandContext): void {
	dispatch({ type: 'go-to', infohash, at: Date.now() });
	if (!state.details.focused) return;
	dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: false } });
}
