import { findSources, MAX_SOURCES } from '../../state/adding/find-sources.ts';
import { MAX_LINE_LENGTH } from '../../state/dialogs/line-edit.ts';
import { type CommandContext, mention } from '../commands/command.ts';
import { currentPlace } from '../dialogs/add/place.ts';

/** Handles a paste. Into a text field it is typed. Pasted links and paths on a pane open the add dialog. */
export function handlePaste(pasted: string, context: CommandContext): void {
	const { state, dispatch } = context;
	const top = state.dialogs.at(-1);
	const tell = (text: string) => mention('warning', text, context);
	if (top === undefined || top.kind === 'add') {
		const { sources, left } = findSources(pasted, currentPlace());
		if (top) dispatch({ type: 'adding', what: { type: 'paste', text: pasted } });
		else if (sources.length > 0) {
			dispatch({ type: 'adding', what: { type: 'begin', text: pasted, place: currentPlace() } });
		} else tell('What you pasted names nothing to download: no magnet link, URL, infohash or .torrent file.');
		if (left > 0) tell(`You pasted ${sources.length + left} links; the first ${MAX_SOURCES} are taken.`);
		return;
	}
	if (!('line' in top)) {
		tell('Nothing can be pasted here: leave this first.');
		return;
	}
	const text = pasted.trim();
	dispatch({ type: 'type-text', text });
	if (text.length > MAX_LINE_LENGTH) {
		tell(`What you pasted was too long; it was cut to ${MAX_LINE_LENGTH} characters.`);
	}
}
