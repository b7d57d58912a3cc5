import { findSources, MAX_SOURCES, sourceFaults } from '../../../state/adding/find-sources.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { type CommandContext, showNotice } from '../../surfaces/command.ts';
import { currentPlace } from './place.ts';

export const pasteText = {
	nothing: `The pasted text has ${sourceFaults.nothing}.`,
	tooMany: (links: number) => `You pasted ${links} links; only the first ${MAX_SOURCES} are used.`,
} as const;

/** Adds pasted links and paths to the open add dialog, or opens it with them. */
export function pasteSources(pasted: string, context: CommandContext): void {
	const { state, dispatch } = context;
	const { sources, omitted } = findSources(pasted, currentPlace());
	if (openDialogOf(state, 'add')) dispatch({ type: 'adding', what: { type: 'paste', text: pasted } });
	else if (sources.length === 0) showNotice('warning', pasteText.nothing, context);
	else dispatch({ type: 'adding', what: { type: 'begin', text: pasted, place: currentPlace() } });
	if (omitted > 0) showNotice('warning', pasteText.tooMany(sources.length + omitted), context);
}
