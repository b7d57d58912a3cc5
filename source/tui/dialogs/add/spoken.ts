import { sanitize } from '../../../format/sanitize.ts';
import { planOf } from '../../../state/adding/plan.ts';
import { suggestionsOf } from '../../../state/adding/suggestions.ts';
import type { SpokenDialog } from '../dialog.ts';
import { continuationText, destinationText, unchangedText } from './path-texts.ts';
import { nameOfLine, noteOfLine, summaryOf } from './plan-texts.ts';

const MAX_SPOKEN_LENGTH = 300;

export const addDialogText = {
	title: 'Add a download',
	howToType: 'Type the path of a .torrent file, a magnet link, or a URL.',
} as const;

export const spokenAdd: SpokenDialog<'add'> = {
	title: () => addDialogText.title,
	body: (dialog, state) => {
		const plan = planOf(state, dialog);
		if (plan.every(({ status }) => status === 'wrong')) {
			return [addDialogText.howToType];
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
				if (line.status === 'wrong' && dialog.chosen >= dialog.addedSources.length)
					return continuationText(state, dialog);
				const note = noteOfLine(line);
				const name = nameOfLine(line);
				const place = plan.length > 1 ? `; ${dialog.chosen + 1} of ${plan.length}` : '';
				return `${name}${note === '' ? '' : `: ${note}`}${place}`;
			}
			case 'destination': {
				const suggestions = suggestionsOf(state, dialog);
				const chosen = suggestions[dialog.suggestionIndex];
				if (chosen !== undefined) return sanitize(chosen, MAX_SPOKEN_LENGTH);
				const standing = destinationText(state, dialog, 80);
				return `Destination${standing === undefined ? '' : `, ${standing}`}; suggestions: ${suggestions.length}, tab completes, the arrows choose one.`;
			}
			case 'hops':
				return `Hops: ${dialog.hops}; a digit or the arrows change it.`;
			case 'safe-seeding':
				return `Safe seeding: ${dialog.safeSeeding || dialog.hops > 0 ? 'on' : 'off'}; space changes it.`;
			case 'use-files':
				return `Use existing files: ${dialog.usesFiles ? 'on' : 'off'}; space changes it.`;
			case 'stopped':
				return `Stopped right after it is added: ${dialog.stopped ? 'on' : 'off'}; space changes it.`;
		}
	},
};
