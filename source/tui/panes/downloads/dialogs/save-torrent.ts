import { torrentFileName } from '../../../../format/file-name.ts';
import { sanitize } from '../../../../format/sanitize.ts';
import type { DialogOf } from '../../../../state/dialogs/open-dialogs.ts';
import { pathDialog } from '../../../dialogs/save/path-dialog.tsx';
import { saveFile } from '../../../dialogs/save/save-file.ts';
import type { CommandContext } from '../../../surfaces/command.ts';

export const saveTorrentTitle = 'Save the torrent';

const save = (overwrite: boolean) => (context: CommandContext, dialog: DialogOf<'save-torrent'>) => {
	const { of: infohash, name } = dialog;
	saveFile(context, dialog, overwrite, {
		what: `the .torrent file of ${sanitize(name, 100)}`,
		doing: `Saving the .torrent file of ${name}`,
		infohash,
		save: (machine, wanted, client) =>
			machine.saveTorrent(client, { ...wanted, infohash, name: torrentFileName(name, infohash) }),
	});
};

/** Asks for the path of the .torrent file. */
export const saveTorrentDialog = pathDialog({
	kind: 'save-torrent',
	title: 'Save a .torrent file',
	columns: 90,
	faultToken: 'bad',
	heading: ({ name }) => ({ title: saveTorrentTitle, lead: `The .torrent file of ${name} is saved as:` }),
	confirm: { title: 'Save the .torrent file under this path', hint: 'save it', run: save(false) },
	overwrite: save(true),
	required: () => 'path',
});
