import { metadataEntryDialog } from '../../../../state/dialogs/metadata-entry-dialog.ts';
import type { Form } from '../form.ts';

export const entryFormText = {
	title: 'Show a metadata entry',
	notKey: 'type the hexadecimal digits of a public key',
	notId: 'type a number',
	change: 'Change the metadata entry',
	changing: (id: string) => `Changing the entry ${id}`,
	changed: (id: string) => `Changed the entry ${id}.`,
	status: 'A number: 0 new, 1 to be removed, 2 published, 6 changed.',
	notStatus: 'not a whole number',
	noName: 'type one',
} as const;

/** Status codes of entries, as Tribler defines them. Our own service uses the same. */
export const entryStatusNames: Readonly<Record<number, string>> = {
	0: 'new',
	1: 'to be removed',
	2: 'published',
	6: 'changed',
	1000: 'of an old release',
};

/** Shows an entry by its key. */
export const entryForm: Form<'entry'> = {
	title: () => entryFormText.title,
	answer: () => 'show it',
	fields: [
		{ id: 'key', label: 'Public key' },
		{ id: 'id', label: 'Id' },
	],
	read: ({ key = '', id = '' }) => {
		if (!/^(?:[\da-f]{2}){1,256}$/i.test(key)) return { field: 'key', fault: entryFormText.notKey };
		// Ids have up to 64 bits, so they are not read as numbers.
		if (!/^-?\d{1,20}$/.test(id)) return { field: 'id', fault: entryFormText.notId };
		return {
			open: ({ dispatch }) => dispatch({ type: 'open', dialog: metadataEntryDialog(key, id) }),
		};
	},
};

/** Changes an entry. */
export const entryChangeForm: Form<'entry-change'> = {
	title: () => entryFormText.change,
	answer: () => 'change it',
	fields: [
		{ id: 'name', label: 'Name' },
		{ id: 'category', label: 'Category' },
		{ id: 'status', label: 'Status', note: entryFormText.status },
	],
	read: ({ name = '', category = '', status = '' }, { publicKey, id }) => {
		if (name === '') return { field: 'name', fault: entryFormText.noName };
		if (status !== '' && !/^-?\d{1,9}$/.test(status))
			return { field: 'status', fault: entryFormText.notStatus };
		const body = {
			name,
			...(category === '' ? {} : { category }),
			...(status === '' ? {} : { status: Number(status) }),
		};
		return {
			doing: entryFormText.changing(id),
			done: entryFormText.changed(id),
			send: async (client) => {
				await client.changeEntry({ params: { public_key: publicKey, id }, body });
				return true;
			},
			stale: ['metadata-entry:entry', 'channels-torrents:torrents'],
		};
	},
};
