import { nameOrInfohash } from '../../../format/download-name.ts';
import { torrentFileName } from '../../../format/file-name.ts';
import type { State } from '../../../state/core/state.ts';
import { fileUnderCursor } from '../../../state/details/files-under-cursor.ts';
import { streamDialog } from '../../../state/dialogs/stream-dialog.ts';
import { current } from '../../../state/downloads/downloads.ts';
import { emptyLine, insertText } from '../../../state/surfaces/line-edit.ts';
import { defaultPath } from '../../dialogs/add/place.ts';
import { commandsOf, onSubject } from '../../surfaces/command.ts';

const knownContent = ({ downloads }: State) => {
	const download = current(downloads);
	if (!download) return 'There is no download here.';
	return download.status === 'METADATA' ? 'Its metadata has not arrived yet.' : download;
};

/** Commands that copy, stream or save parts of a download, in the list and in every tab. */
export const exportCommands = commandsOf('tabs', [
	{
		id: 'stream',
		keys: ['w'],
		title: 'Watch a file: its address, or in your player (the largest, or the one under the cursor)',
		words: 'copy stream play link url',
		...onSubject(knownContent, ({ infohash }, { state, dispatch }) => {
			const under = state.details.focused ? fileUnderCursor(state.details) : undefined;
			const file = under && { index: under.index, name: under.path, size: under.size };
			dispatch({ type: 'open', dialog: streamDialog(infohash, file) });
		}),
	},
	{
		id: 'save-torrent',
		keys: ['T'],
		title: 'Save the .torrent file',
		words: 'export',
		...onSubject(knownContent, (download, { dispatch }) => {
			const { infohash } = download;
			const name = nameOrInfohash(download);
			const line = insertText(emptyLine, defaultPath(torrentFileName(name, infohash)));
			const dialog = { kind: 'save-torrent', of: infohash, name, line, stage: 'typing', fault: '' } as const;
			dispatch({ type: 'open', dialog });
		}),
	},
]);
