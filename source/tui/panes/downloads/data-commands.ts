import type { Download } from '../../../protocol/resources/download.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { commandsOf } from '../../surfaces/command.ts';
import { someSubject } from './change-commands.ts';

export const dataCommandsText = {
	absent: 'This service cannot move data. Move it yourself, then add the download with its new folder.',
	absentCancel: 'This service cannot cancel a move.',
	notMoving: 'No selected download is being moved.',
	cancelling: 'Cancelling the move',
} as const;

/** Maximum number of folders that a form offers. */
const MAX_FOLDERS = 50;

/** Commands for the place of the data. */
export const dataCommands = commandsOf('downloads', [
	{
		id: 'move-data',
		keys: ['M'],
		title: 'Move the data to another folder',
		words: 'destination storage disk relocate path',
		when: (state) => {
			const some = someSubject(state);
			if (some !== true) return some;
			const has = offers(state.connection, { extension: 'move', in7: true, in8: true });
			return has ? true : dataCommandsText.absent;
		},
		run: ({ state, dispatch }) => {
			const subjects = subjectsOf(state.downloads);
			const downloads = subjects.map(({ infohash, name }) => [infohash, name] as const);
			const from = foldersOf(subjects);
			const folders = foldersOf(state.downloads.list).filter(
				(folder) => from.length > 1 || folder !== from[0],
			);
			const subject = { form: 'move', downloads, from, folders: folders.slice(0, MAX_FOLDERS) } as const;
			dispatch({ type: 'open', dialog: openForm(subject) });
		},
	},
	{
		id: 'move-cancel',
		keys: ['alt-r'],
		title: 'Cancel the move and return the data',
		words: 'abort destination storage',
		when: (state) => {
			if (!offers(state.connection, { extension: 'move' })) return dataCommandsText.absentCancel;
			return movingOf(state).length > 0 ? true : dataCommandsText.notMoving;
		},
		run: ({ state, write }) => {
			for (const { infohash } of movingOf(state)) {
				write({
					send: (client) => client.cancelMove({ params: { infohash } }),
					doing: dataCommandsText.cancelling,
					stale: ['downloads'],
				});
			}
		},
	},
]);

function movingOf({ downloads }: State): readonly Download[] {
	return subjectsOf(downloads).filter(({ status }) => status === 'MOVING');
}

/** Returns the folders of downloads without duplicates. Untrusted. */
function foldersOf(downloads: Iterable<Download>): readonly string[] {
	return [...new Set([...downloads].map(({ destination }) => destination))]
		.filter((each) => each !== '')
		.sort();
}
