import { join } from 'node:path';
import { sanitise } from '../../../format/sanitise.ts';
import { shownName } from '../../../format/shown-name.ts';
import { parentEntry } from '../../../state/adding/adding.ts';
import { planOf } from '../../../state/adding/plan.ts';
import { suggestionsOf } from '../../../state/adding/suggestions.ts';
import type { State } from '../../../state/core/state.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { activeFiles } from '../../../state/files/active-files.ts';
import { treeRowSentence } from '../../panes/downloads/tabs/files/table.ts';
import { summarySegments } from '../../panes/downloads/tabs/files/texts.ts';
import { folderText } from '../browse/texts.ts';
import type { SpokenDialog } from '../dialog.ts';
import { continuationText, destinationText, unchangedText } from './path-texts.ts';
import { nameOfLine, noteOfLine, summaryOf } from './plan-texts.ts';

const MAX_SPOKEN_LENGTH = 300;

export const spokenAdd: SpokenDialog<'add'> = {
	title: () => 'Add a download',
	body: (dialog, state) => {
		const plan = planOf(state, dialog);
		if (plan.every(({ status }) => status === 'wrong')) {
			return ['Type the path of a .torrent file, a magnet link, or a URL.'];
		}
		return [`${summaryOf(plan)}.`];
	},
	choice: (dialog, state) => {
		const held = unchangedText(state, dialog);
		if (held !== '') return held;
		switch (dialog.field) {
			case 'sources': {
				const plan = planOf(state, dialog);
				const line = plan[dialog.chosen];
				// A typed source is invalid until it is complete.
				if (!line) return '';
				if (line.status === 'wrong' && dialog.chosen >= dialog.taken.length)
					return continuationText(state, dialog);
				const note = noteOfLine(line);
				const name = nameOfLine(line);
				const place = plan.length > 1 ? `; ${dialog.chosen + 1} of ${plan.length}` : '';
				return `${name}${note === '' ? '' : `: ${note}`}${place}`;
			}
			case 'destination': {
				const suggestions = suggestionsOf(state, dialog);
				const chosen = suggestions[dialog.suggested];
				if (chosen !== undefined) return sanitise(chosen, MAX_SPOKEN_LENGTH);
				const standing = destinationText(state, dialog, 80);
				return `Destination${standing === undefined ? '' : `, ${standing}`}; suggestions: ${suggestions.length}, tab completes, the arrows choose one.`;
			}
			case 'hops':
				return `Hops: ${dialog.hops}; a digit or the arrows change it.`;
			case 'safe-seeding':
				return `Safe seeding: ${dialog.safeSeeding || dialog.hops > 0 ? 'on' : 'off'}; space changes it.`;
			case 'stopped':
				return `Stopped right after it is added: ${dialog.stopped ? 'on' : 'off'}; space changes it.`;
		}
	},
};

export const spokenBrowse: SpokenDialog<'browse'> = {
	title: ({ folder }) => `Look for a .torrent file in ${sanitise(folder, MAX_SPOKEN_LENGTH)}`,
	choice: (dialog, state) => {
		const { view, chosen, folder } = dialog;
		const entry = view[chosen];
		const told = folderText(state, dialog);
		if (!entry || (entry === parentEntry && view.length === 1))
			return `${sanitise(folder, MAX_SPOKEN_LENGTH)}: ${told}`;
		const name = entry === parentEntry ? 'the folder above' : shownName(entry.name, MAX_SPOKEN_LENGTH);
		const kind = entry.isFolder && entry !== parentEntry ? 'folder ' : '';
		const path = join(folder, entry.name);
		const isTaken = openDialogOf(state, 'add')?.taken.some(({ uri }) => uri === path);
		return `${kind}${name}${isTaken ? ', taken' : ''}; ${chosen + 1} of ${view.length}`;
	},
};

export const spokenAddFiles: SpokenDialog<'add-files'> = {
	title: () => 'The files of the torrent',
	body: (_, state) => [`${wantedText(state)}.`, `${treeRowSentence(activeFiles(state))}.`],
	choice: (_, state) => `${treeRowSentence(activeFiles(state))}; in all ${wantedText(state)}`,
};

/** Returns '12 of 40 files selected, 4.1 GiB of 9.0 GiB'. */
function wantedText(state: State): string {
	return summarySegments(activeFiles(state))
		.map(({ text }) => text)
		.join('');
}
