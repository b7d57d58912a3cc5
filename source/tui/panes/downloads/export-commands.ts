import { homedir } from 'node:os';
import { join } from 'node:path';
import { nameOrInfohash } from '../../../format/download-name.ts';
import { torrentFileName } from '../../../format/file-name.ts';
import type { State } from '../../../state/core/state.ts';
import { fileUnderCursor } from '../../../state/details/files-under-cursor.ts';
import { streamDialog } from '../../../state/dialogs/stream-dialog.ts';
import { current } from '../../../state/downloads/downloads.ts';
import { emptyLine, insertText } from '../../../state/surfaces/line-edit.ts';
import { commandsOf } from '../../surfaces/command.ts';

/** Returns the default path of a .torrent file: in the working directory, '~' for the home folder. */
export function torrentPath(
	name: string,
	infohash: string,
	folder: string = process.cwd(),
	home: string = homedir(),
): string {
	const path = join(folder, torrentFileName(name, infohash));
	return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const knownContent = ({ downloads }: State) => {
	const download = current(downloads);
	if (!download) return 'There is no download here.';
	return download.status === 'METADATA' ? 'Its metadata has not arrived yet.' : true;
};

/** Commands that copy, stream or save parts of a download, in the list and in every tab. */
export const exportCommands = commandsOf('tabs', [
	{
		id: 'stream',
		keys: ['w'],
		title: 'Watch a file: its address, or in your player (the largest, or the one under the cursor)',
		words: 'copy stream play link url',
		when: knownContent,
		run: ({ state, dispatch }) => {
			const download = current(state.downloads);
			if (!download) return;
			const { infohash } = download;
			const under = state.details.focused ? fileUnderCursor(state.details) : undefined;
			const file = under && { index: under.index, name: under.path, size: under.size };
			dispatch({ type: 'open', dialog: streamDialog(infohash, file) });
		},
	},
	{
		id: 'save-torrent',
		keys: ['T'],
		title: 'Save the .torrent file',
		words: 'export',
		when: knownContent,
		run: ({ state, dispatch }) => {
			const download = current(state.downloads);
			if (!download) return;
			const { infohash } = download;
			const name = nameOrInfohash(download);
			const line = insertText(emptyLine, torrentPath(name, infohash));
			const dialog = { kind: 'save-torrent', of: infohash, name, line, stage: 'typing', fault: '' } as const;
			dispatch({ type: 'open', dialog });
		},
	},
]);
