import { sanitize } from '../../../../format/sanitize.ts';
import { givenNameFault } from '../../../../protocol/given-name.ts';
import { type Form, isFault } from '../form.ts';
import { readChange } from './change.ts';

export const renameFormText = {
	title: 'Rename the download',
	about: 'Changes the name that is shown. Files and folders on the disk keep their names.',
	torrentName: (name: string) => `Name of the torrent: ${name}`,
	note: 'Empty for the name of the torrent.',
	gone: 'the download was removed',
} as const;

/** Changes the name of a download, which can be undone. */
export const renameForm: Form<'rename'> = {
	title: () => renameFormText.title,
	answer: () => 'rename',
	about: ({ torrentName }) => [renameFormText.about, renameFormText.torrentName(sanitize(torrentName, 200))],
	fields: [{ id: 'name', label: 'Name', note: renameFormText.note }],
	read: ({ name = '' }, { infohash }, { downloads, optimistic }) => {
		const download = downloads.list.find((each) => each.infohash === infohash);
		const change = { kind: 'name', name } as const;
		if (!download) return { field: 'name', fault: renameFormText.gone };
		const fault = givenNameFault(name);
		if (fault !== undefined) return { field: 'name', fault };
		const read = readChange(change, { subjects: [download], pending: optimistic }, 'name');
		return isFault(read) ? { ...read, isQuiet: true } : read;
	},
};
