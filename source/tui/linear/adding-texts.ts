import { join } from 'node:path';
import { bytes } from '../../format/bytes.ts';
import { sanitise } from '../../format/sanitise.ts';
import {
	type AddDialog,
	type AddFilesDialog,
	type BrowseDialog,
	openDialogOf,
	parentEntry,
} from '../../state/adding/adding.ts';
import { everything } from '../../state/adding/choice.ts';
import { planOf } from '../../state/adding/plan.ts';
import { suggestionsOf } from '../../state/adding/suggestions.ts';
import type { State } from '../../state/state.ts';
import { nameOfLine, noteOfLine, summaryOf } from '../dialogs/add/plan-texts.ts';
import { folderTold } from '../dialogs/browse/texts.ts';

const longest = 300;

/** The dialogs of adding in words. */
export const addText = {
	title: () => 'Add a download',
	body: (dialog: AddDialog, state: State) => {
		const plan = planOf(state, dialog);
		if (plan.every(({ fate }) => fate === 'wrong')) {
			return ['Type the path of a .torrent file, a magnet link, or a URL.'];
		}
		return [`${summaryOf(plan)}.`];
	},
	choice: (dialog: AddDialog, state: State) => {
		switch (dialog.field) {
			case 'sources': {
				const plan = planOf(state, dialog);
				const line = plan[dialog.chosen];
				// What is being typed is wrong until it is complete.
				if (!line || (line.fate === 'wrong' && dialog.chosen >= dialog.taken.length)) return '';
				const note = noteOfLine(line);
				const name = nameOfLine(line);
				const place = plan.length > 1 ? `; ${dialog.chosen + 1} of ${plan.length}` : '';
				return `${name}${note === '' ? '' : `: ${note}`}${place}`;
			}
			case 'destination': {
				const suggestions = suggestionsOf(state, dialog);
				const chosen = suggestions[dialog.suggested];
				if (chosen !== undefined) return sanitise(chosen, longest);
				return `Destination; suggestions: ${suggestions.length}, the arrows choose one.`;
			}
			case 'hops':
				return `Hops: ${dialog.hops}; a digit or the arrows change it.`;
			case 'safe-seeding':
				return `Safe seeding: ${dialog.safeSeeding || dialog.hops > 0 ? 'on' : 'off'}; space changes it.`;
		}
	},
};

export const browseText = {
	title: ({ folder }: BrowseDialog) => `Look for a .torrent file in ${sanitise(folder, longest)}`,
	choice: (dialog: BrowseDialog, state: State) => {
		const { view, chosen, folder } = dialog;
		const entry = view[chosen];
		const told = folderTold(state, dialog);
		if (!entry || (entry === parentEntry && view.length === 1))
			return `${sanitise(folder, longest)}: ${told}`;
		const name = entry === parentEntry ? 'the folder above' : sanitise(entry.name, longest);
		const kind = entry.isFolder && entry !== parentEntry ? 'folder ' : '';
		const path = join(folder, entry.name);
		const isTaken = openDialogOf(state, 'add')?.taken.some(({ uri }) => uri === path);
		return `${kind}${name}${isTaken ? ', taken' : ''}; ${chosen + 1} of ${view.length}`;
	},
};

export const addFilesText = {
	title: () => 'The files of the torrent',
	body: ({ path }: AddFilesDialog, { adding }: State) => {
		const local = adding.torrents.get(path);
		if (local?.status !== 'read') return [];
		const { count, size } = adding.choices.get(path) ?? everything(local.torrent);
		return [`${count} of ${local.torrent.files.length} wanted, ${bytes(size)}.`];
	},
	choice: ({ path, chosen }: AddFilesDialog, { adding }: State) => {
		const local = adding.torrents.get(path);
		const file = local?.status === 'read' ? local.torrent.files[chosen] : undefined;
		if (!file || local?.status !== 'read') return '';
		const choice = adding.choices.get(path) ?? everything(local.torrent);
		const is = choice.wanted[chosen] === 1 ? 'wanted' : 'not wanted';
		return `${sanitise(file.path, longest)}, ${is}, ${bytes(file.size)}; ${chosen + 1} of ${local.torrent.files.length}; wanted in all: ${choice.count}`;
	},
};
