import { sanitize } from '../../../../format/sanitize.ts';
import { withoutEnd } from '../../../../format/without-end.ts';
import type { Form } from '../form.ts';

export const moveFormText = {
	title: 'Move the data',
	about: (downloads: string, from: string) => `Moves the data of ${downloads} out of ${from}.`,
	downloads: (count: number) => `${count} downloads`,
	folders: (count: number) => `${count} folders`,
	note: 'Folder on the machine of the service. The arrow keys show those in use.',
	none: 'type a folder, or choose one',
	relative: 'type the whole path, from /',
	unchanged: 'the data is there already',
	moving: (downloads: string) => `Moving the data of ${downloads}`,
} as const;

/** Moves the data of downloads. The list shows the progress. */
export const moveForm: Form<'move'> = {
	title: () => moveFormText.title,
	answer: () => 'move',
	about: ({ downloads, from }) => [moveFormText.about(named(downloads), placeOf(from))],
	fields: [{ id: 'destination', label: 'To', note: moveFormText.note }],
	choices: (_, __, { folders }) => folders,
	read: ({ destination = '' }, { downloads, from }) => {
		const fault = (text: string) => ({ field: 'destination', fault: text });
		if (destination === '') return fault(moveFormText.none);
		if (!destination.startsWith('/') && !/^[a-z]:[\\/]/i.test(destination))
			return fault(moveFormText.relative);
		const folder = withoutEnd(destination, '/') || destination;
		if (from.length === 1 && from[0] === folder) return fault(moveFormText.unchanged);
		return {
			doing: moveFormText.moving(named(downloads)),
			done: undefined,
			send: async (client) => {
				for (const [infohash] of downloads) await client.verified.move(infohash, folder);
				return true;
			},
			stale: ['downloads'],
		};
	},
};

function named(downloads: readonly (readonly [infohash: string, name: string])[]): string {
	const [first] = downloads;
	if (downloads.length !== 1 || !first) return moveFormText.downloads(downloads.length);
	return sanitize(first[1] || first[0], 60);
}

function placeOf(from: readonly string[]): string {
	const [only] = from;
	return from.length === 1 && only !== undefined ? sanitize(only, 200) : moveFormText.folders(from.length);
}
