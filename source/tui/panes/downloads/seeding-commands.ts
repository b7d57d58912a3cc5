import { sanitize } from '../../../format/sanitize.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import { titleOf } from '../../actions/send-change.ts';
import type { Command } from '../../commands/command.ts';
import { seedingTexts } from '../../dialogs/form/forms/seeding.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { someSubject } from './change-commands.ts';

export const seedingCommandsText = {
	of8: 'This service ends the seeding of all downloads alike. Press , to change that.',
	foreign: "This service has no limits of seeding. Only seedtop's own service has them.",
} as const;

function canLimit(state: State): true | string {
	if (state.connection.dialect === '8.x') return seedingCommandsText.of8;
	return offers(state.connection, { extension: 'seeding' })
		? someSubject(state)
		: seedingCommandsText.foreign;
}

/** Commands for the end of seeding. */
export const seedingCommands: readonly Command[] = [
	{
		id: 'seeding',
		scope: 'downloads',
		keys: ['Q'],
		title: 'End the seeding of the download at a ratio or after a time',
		words: 'limit share stop ratio',
		when: canLimit,
		run: ({ state, dispatch }) => {
			const subjects = subjectsOf(state.downloads);
			const [first] = subjects;
			if (!first) return;
			const what = subjects.length === 1 ? sanitize(titleOf(first), 100) : `${subjects.length} downloads`;
			const infohashes = subjects.map(({ infohash }) => infohash);
			const texts = subjects.length === 1 ? seedingTexts(first) : {};
			dispatch({ type: 'open', dialog: openForm({ form: 'seeding', infohashes, what }, texts) });
		},
	},
];
