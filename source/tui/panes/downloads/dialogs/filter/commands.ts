import type { State } from '../../../../../state/core/state.ts';
import type { DialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { stateInstead } from '../../../../../state/downloads/state-word.ts';
import { completionsOf } from '../../../../../state/view/completions.ts';
import { recalled } from '../../../../../state/view/earlier.ts';
import { dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import { openForm } from '../../../../dialogs/form/registry.ts';
import { type CommandContext, showNotice } from '../../../../surfaces/command.ts';
import { moveCommands, typingKeys } from '../../../../surfaces/move-commands.ts';

/** Closes the line and shows invalid conditions again. The name of a state becomes a condition if no name has it. */
function keep({ state, dispatch }: CommandContext): void {
	dispatch({ type: 'close' });
	const instead = stateInstead(state.downloads);
	if (instead) {
		dispatch({ type: 'view', what: { type: 'filter', filter: instead.filter } });
		return;
	}
	dispatch({ type: 'view', what: { type: 'filter-used' } });
	const findings = [...state.downloads.query.faults, ...state.downloads.query.hints];
	if (findings.length === 0) return;
	const text = filterText.check(findings.join(' '));
	showNotice('warning', text, { dispatch });
}

/** Returns the action that moves through earlier filters; the typed text is one end of them. */
function recall(by: 1 | -1) {
	return ({ dispatch }: CommandContext) => dispatch({ type: 'view', what: { type: 'recall-filter', by } });
}

export const filterText = {
	check: (findings: string) => `Check the filter. ${findings}`,
	noEarlier: 'There is no earlier filter.',
	noLater: 'There is no later filter.',
	nothingToComplete: 'There is nothing to complete.',
	nothingToSave: 'There is no filter to save.',
} as const;

const canRecall = (by: 1 | -1) => (state: State, dialog: DialogOf<'filter'>) => {
	if (recalled(dialog.line, dialog.recall, state.view.earlier, by)) return true;
	return by > 0 ? filterText.noEarlier : filterText.noLater;
};

const hasCompletions = (state: State) =>
	completionsOf(state).offers.length > 0 ? true : filterText.nothingToComplete;

/** Commands of the filter line of downloads; every other key types. */
export const filterCommands = dialogCommands('filter', [
	{
		id: 'filter-complete',
		keys: ['tab'],
		title: 'Use the chosen completion',
		hint: 'complete',
		when: hasCompletions,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'complete' } }),
	},
	{
		id: 'filter-earlier',
		keys: ['up'],
		title: 'Previous filter of the history',
		hint: 'earlier',
		when: canRecall(1),
		run: recall(1),
	},
	{
		id: 'filter-later',
		keys: ['down'],
		title: 'Next filter of the history, at its end the typed text',
		when: canRecall(-1),
		run: recall(-1),
	},
	{
		id: 'filter-next-completion',
		keys: ['ctrl-n'],
		title: 'Choose the next completion',
		hint: 'next',
		when: hasCompletions,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'choose-completion', by: 1 } }),
	},
	{
		id: 'filter-previous-completion',
		keys: ['ctrl-p', 'shift-tab'],
		title: 'Choose the previous completion',
		when: hasCompletions,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'choose-completion', by: -1 } }),
	},
	{
		id: 'filter-save',
		keys: ['ctrl-s'],
		title: 'Save the filter under a name',
		hint: 'save',
		when: ({ downloads }) => (downloads.filter.trim() === '' ? filterText.nothingToSave : true),
		run: ({ state, dispatch }) => {
			const { filter } = state.downloads;
			dispatch({ type: 'open', dialog: openForm({ form: 'save-filter', filter }) });
		},
	},
	...moveCommands('filter', {
		// ctrl-n and ctrl-p move through the completions, the arrows through earlier filters.
		keys: { 'page-down': typingKeys['page-down'], 'page-up': typingKeys['page-up'] },
		measure: ({ measure: { page } }) => ({ page }),
	}),
	{
		id: 'filter-keep',
		keys: ['enter'],
		title: 'Apply the filter',
		hint: ({ downloads }) => stateInstead(downloads)?.filter ?? 'apply',
		run: keep,
	},
	{
		id: 'filter-undo',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'restore-filter' }),
	},
	...editCommands('filter'),
]);
