import { offers } from '../../../../../state/connection/connection.ts';
import type { State } from '../../../../../state/core/state.ts';
import { canStep, steppedGroups } from '../../../../../state/files/priorities.ts';
import { pathOf } from '../../../../../state/files/tree.ts';
import { prioritizeFiles } from '../../../../actions/prioritize-files.ts';
import { type Command, showRefusal } from '../../../../surfaces/command.ts';
import { nodesOf, treeCursor } from './selection-toggle.ts';

export const filePrioritiesText = {
	foreign: "This service has no priorities of files. Only seedtop's own service has them.",
	raise: 'It has the highest priority already. Press { to lower it.',
	lower: 'It has the lowest priority already. Press } to raise it.',
} as const;

function command(
	step: 'raise' | 'lower',
	key: string,
	title: string,
	anyFile: (state: State) => true | string,
): Command {
	return {
		id: `files-${step}`,
		group: 'select',
		scope: 'tab-files',
		keys: [key],
		title,
		words: 'high low normal first last earlier later order',
		when: (state) => {
			if (!offers(state.connection, { extension: 'priorities' })) return filePrioritiesText.foreign;
			const on = treeCursor(state);
			if (!on) return anyFile(state);
			return canStep(on.all.priorities, on.node, step) ? true : filePrioritiesText[step];
		},
		run: (context) => {
			const on = treeCursor(context.state);
			if (!on) return;
			const groups = steppedGroups(on.all.priorities, nodesOf(on), step);
			// The files that differ may be filtered out.
			if (groups.length === 0) showRefusal(filePrioritiesText[step], context);
			else prioritizeFiles(context, { groups, what: pathOf(on.all.tree, on.node) });
		},
	};
}

/** Returns the commands that change priorities of files. `anyFile`: why there is no file under the cursor. */
export const priorityCommands = (anyFile: (state: State) => true | string): readonly Command[] => [
	command('raise', '}', 'Raise the priority of the file or folder', anyFile),
	command('lower', '{', 'Lower the priority of the file or folder', anyFile),
];
