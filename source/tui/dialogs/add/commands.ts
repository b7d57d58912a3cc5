import { neighborOf, positionsInField } from '../../../state/adding/add-dialog.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { completionOf, isCompletionPending } from '../../../state/adding/completion.ts';
import { destinationOf } from '../../../state/adding/destination.ts';
import { type PlanLine, planOf } from '../../../state/adding/plan.ts';
import type { State } from '../../../state/core/state.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { move, moveText } from '../../surfaces/move-commands.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { addedLines } from './plan-texts.ts';
import { addLines } from './send.ts';

/** Whether enter accepts a suggestion. */
const isSuggested = (dialog: AddDialog) => dialog.field === 'destination' && dialog.suggestionIndex >= 0;

export const addCommandsText = {
	hops: 'Hops are a digit; ↑ and ↓ change them too.',
	safeSeeding: 'Safe seeding is on or off: space, ↑ or ↓.',
	useFiles: 'Use files is on or off: space, ↑ or ↓.',
	stopped: 'Stopped is on or off: space, ↑ or ↓.',
} as const;

/** Returns whether the focused field has text. */
function hasText(_: State, { field }: AddDialog): true | string {
	switch (field) {
		case 'hops':
			return addCommandsText.hops;
		case 'safe-seeding':
			return addCommandsText.safeSeeding;
		case 'use-files':
			return addCommandsText.useFiles;
		case 'stopped':
			return addCommandsText.stopped;
		case 'sources':
		case 'destination':
			return true;
	}
}

/** Reasons why nothing can be added. */
export const addRefusals = {
	relativeDestination: 'The destination is an absolute path on the machine of the service.',
	alreadyAdded: 'It is already added. Press ctrl-g to go to it.',
	allAdded: 'All sources are already added or invalid.',
	invalid: (why: string) => `It cannot be added: ${why}.`,
	filesOfAdded: 'It is already added. Press ctrl-g to go to it, then f for its files.',
} as const;

/** Returns whether anything can be added, or why not. */
function canAdd(state: State, dialog: AddDialog): true | string {
	if (isSuggested(dialog)) return true;
	if (isCompletionPending(dialog) && completionOf(state, dialog) === 'reading') {
		return 'The folder is still being read: tab leaves the path as it is.';
	}
	const destination = destinationOf(state, dialog);
	if (destination !== '' && !/^(\/|[a-z]:[\\/]|\\\\)/i.test(destination)) {
		return addRefusals.relativeDestination;
	}
	if (addedLines(state, dialog).length > 0) return true;
	const plan = planOf(state, dialog);
	if (plan.some(({ status }) => status === 'there')) {
		return plan.length === 1 ? addRefusals.alreadyAdded : addRefusals.allAdded;
	}
	const [first] = plan;
	return first ? addRefusals.invalid(first.note) : 'There is nothing to add yet.';
}

function confirm(context: CommandContext, dialog: AddDialog): void {
	if (isSuggested(dialog)) {
		context.dispatch({ type: 'adding', what: { type: 'accept' } });
		return;
	}
	const lines = addedLines(context.state, dialog);
	context.dispatch({ type: 'close' });
	addLines(lines, dialog, context);
}

function chosen(state: State, dialog: AddDialog): PlanLine | undefined {
	return planOf(state, dialog)[dialog.chosen];
}

/** Returns a download that exists already: of the chosen source, else of the first such source. */
function existingOf(state: State, dialog: AddDialog): string | undefined {
	const plan = planOf(state, dialog);
	return (plan[dialog.chosen]?.existing ?? plan.find(({ existing }) => existing)?.existing)?.infohash;
}

/** Returns whether the destination has suggestions, or why not. */
function anySuggestions(state: State, dialog: AddDialog): true | string {
	const places = positionsInField(state, dialog);
	if (places > 1) return true;
	return places === 0 ? moveText.empty : moveText.onlyRow;
}

const neighbor =
	(offset: number) =>
	({ dispatch }: CommandContext, { field }: AddDialog) =>
		dispatch({ type: 'adding', what: { type: 'field', field: neighborOf(field, offset) } });

/** Commands of the add dialog; every other key types. */
export const addCommands = dialogCommands('add', [
	{
		id: 'add-confirm',
		keys: ['enter'],
		title: 'Add the downloads, or use the chosen suggestion',
		hint: 'add',
		when: canAdd,
		run: confirm,
	},
	{
		id: 'add-go-to',
		keys: ['ctrl-g'],
		title: 'Go to the download that is already added',
		hint: 'go to it',
		when: (state, dialog) =>
			existingOf(state, dialog) === undefined ? 'None of these is already added.' : true,
		run: ({ state, dispatch }, dialog) => {
			const infohash = existingOf(state, dialog);
			if (infohash !== undefined) dispatch({ type: 'go-to', infohash, at: Date.now() });
		},
	},
	{
		id: 'add-next',
		keys: ['tab'],
		title: 'Complete the path, or go to the next field',
		hint: 'complete/next',
		run: ({ dispatch }) => dispatch({ type: 'adding', what: { type: 'complete' } }),
	},
	{ id: 'add-previous', keys: ['shift-tab'], title: 'Previous field', run: neighbor(-1) },
	{
		id: 'add-files',
		keys: ['ctrl-f'],
		title: 'Select files of the .torrent',
		hint: 'files',
		when: (state, dialog) => {
			const line = chosen(state, dialog);
			// A selection of its files would have no effect.
			if (line?.status === 'there') return addRefusals.filesOfAdded;
			return line?.torrent
				? true
				: 'Only the files of a .torrent on this machine are known before it is added.';
		},
		run: ({ state, dispatch }, dialog) => {
			const path = chosen(state, dialog)?.source.uri;
			if (path !== undefined) dispatch({ type: 'adding', what: { type: 'files', path } });
		},
	},
	{
		id: 'add-drop',
		keys: ['ctrl-x'],
		title: 'Remove the chosen link',
		hint: 'drop',
		when: (state, dialog) =>
			dialog.field === 'sources' && chosen(state, dialog) ? true : 'There is no link to remove here.',
		run: ({ dispatch }) => dispatch({ type: 'adding', what: { type: 'drop' } }),
	},
	{
		id: 'add-down',
		keys: ['down', 'ctrl-n'],
		title: 'Next link or suggestion; fewer hops',
		hint: 'next',
		when: anySuggestions,
		run: (context) => move(1, context),
	},
	{
		id: 'add-up',
		keys: ['up', 'ctrl-p'],
		title: 'Previous link or suggestion; more hops',
		run: (context) => move(-1, context),
	},
	{
		id: 'add-browse',
		keys: ['ctrl-o'],
		title: 'Look for a .torrent file on this machine',
		hint: 'browse',
		run: ({ dispatch }) => dispatch({ type: 'adding', what: { type: 'browse' } }),
	},
	closeCommand('add-cancel', ['escape'], 'Cancel'),
	...editCommands('add', { taken: ['ctrl-f'], when: hasText }),
]);
