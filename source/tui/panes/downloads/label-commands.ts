import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { emptyLine } from '../../../state/dialogs/line-edit.ts';
import type { Command } from '../../commands/command.ts';
import { someSubject, subjectsOfQuestion } from './change-commands.ts';

export const labelCommandsText = {
	foreign: "This service has no labels. Only seedtop's own service has them.",
} as const;

function canLabel(state: State): true | string {
	return offers(state.connection, { extension: 'labels' }) ? someSubject(state) : labelCommandsText.foreign;
}

/** Commands for labels of downloads. */
export const labelCommands: readonly Command[] = [
	{
		id: 'label',
		scope: 'downloads',
		keys: ['b'],
		title: 'Choose or create a label of the download',
		words: 'category tag group',
		when: canLabel,
		run: ({ state, dispatch }) =>
			dispatch({
				type: 'open',
				dialog: {
					kind: 'labels',
					line: emptyLine,
					chosen: 0,
					labels: undefined,
					failure: '',
					...subjectsOfQuestion(state),
				},
			}),
	},
];
