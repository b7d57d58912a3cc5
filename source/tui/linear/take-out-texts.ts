import { bytes } from '../../format/bytes.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { SaveTorrentDialog } from '../../state/save-torrent-dialog.ts';
import type { State } from '../../state/state.ts';
import type { StreamDialog } from '../../state/stream-dialog.ts';
import { playerNeeds, streamUrl } from '../dialogs/stream/stream-url.ts';

export const saveTorrentText = {
	title: ({ name }: SaveTorrentDialog) => `Save the torrent of ${sanitise(name, 300)}: type where it goes`,
	choice: ({ stage, fault }: SaveTorrentDialog) =>
		stage === 'exists'
			? 'There is such a file already: type another name, or overwrite it.'
			: oneLine(fault, 400),
};

export const streamText = { title: () => 'Stream a file', choice: streamSentences };

function streamSentences(dialog: StreamDialog, state: State): string {
	const { file } = dialog;
	const url = streamUrl(state, dialog);
	if (url !== undefined && typeof file === 'object') {
		const named = `${sanitise(file.name, 300)}, ${bytes(file.size)}: ${sanitise(url, 400)}`;
		return [`${named}.`, ...playerNeeds(state)].join(' ');
	}
	const failure = state.details.failures['stream-files'];
	if (failure) return oneLine(failure.message, 400);
	return file === 'none' ? 'The files of this download are not known yet.' : 'Asking for its files.';
}
