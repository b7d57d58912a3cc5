import { sanitize } from '../../../../format/sanitize.ts';
import { givenNameFault } from '../../../../protocol/given-name.ts';
import { refusalOf } from '../../../../state/batch/change.ts';
import { sendChange } from '../../../actions/send-change.ts';
import type { Form } from '../form.ts';

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
		const fault = download
			? (givenNameFault(name) ?? refusalOf(change, download, optimistic.get(infohash)?.change))
			: renameFormText.gone;
		if (!download || fault !== undefined) return { field: 'name', fault: fault ?? renameFormText.gone };
		return {
			open: (context) => sendChange(change, { subjects: [download], pending: optimistic }, context),
		};
	},
};
