import type { CommandContext } from '../surfaces/command.ts';

/** Moves cursor and focus to a download in the list; a missing one is reported. */
export function goToDownload(infohash: string, context: CommandContext): void {
	context.dispatch({ type: 'go-to', infohash, at: Date.now() });
	leaveDetails(context);
}

/** Moves the focus from the details to the list. */
export function leaveDetails({ state, dispatch }: CommandContext): void {
	if (!state.details.focused) return;
	dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: false } });
}

/** Leaves the details; from the list, closes them. */
export function leaveOrClose(context: CommandContext): void {
	const { state } = context;
	if (state.details.focused) leaveDetails(context);
	else toggleDetails(context);
}

/** Shows or hides the details, now and at the next start. */
export function toggleDetails({ state, dispatch }: CommandContext): void {
	const isHidden = state.details.shown === 'not';
	dispatch({ type: 'details', what: { type: 'show', shown: isHidden ? 'split' : 'not', focused: false } });
	dispatch({ type: 'view', what: { type: 'details', details: isHidden ? 'shown' : 'hidden' } });
}
