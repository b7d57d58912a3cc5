import { nameOrInfohash } from '../../../format/download-name.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import type { Command } from '../../commands/command.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { someSubject } from './change-commands.ts';

export const renameCommandText = {
	foreign: "This service cannot rename downloads. Only seedtop's own service can.",
	several: 'Several downloads are selected. Select the one to rename.',
} as const;

function canRename(state: State): true | string {
	if (!offers(state.connection, { extension: 'rename' })) return renameCommandText.foreign;
	return subjectsOf(state.downloads).length > 1 ? renameCommandText.several : someSubject(state);
}

/** Changes the name of a download that is shown. */
export const renameCommand: Command = {
	id: 'rename',
	scope: 'downloads',
	keys: ['.', 'f2'],
	title: 'Rename the download',
	words: 'name title',
	when: canRename,
	run: ({ state, dispatch }) => {
		const [download] = subjectsOf(state.downloads);
		if (!download) return;
		const { infohash, name, torrent_name: ofTorrent = nameOrInfohash(download) } = download;
		const subject = { form: 'rename', infohash, torrentName: ofTorrent } as const;
		dispatch({ type: 'open', dialog: openForm(subject, { name }) });
	},
};
