import { activeFiles } from '../../../../../state/adding/active-files.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { AllFiles } from '../../../../../state/files/files.ts';
import { isFolder } from '../../../../../state/files/tree.ts';
import { emptyLine, insertText } from '../../../../../state/surfaces/line-edit.ts';
import { chooseFiles, refusalOf, dispatchToFiles as tell } from '../../../../actions/file-requests.ts';
import { leaveDetails } from '../../../../actions/go-to-download.ts';
import {
	type Command,
	type CommandContext,
	type Scope,
	showNotice,
	showRefusal,
} from '../../../../surfaces/command.ts';
import { priorityCommands } from './priority-commands.ts';
import {
	allOf,
	amountsOf,
	hasUnselected,
	isOnlySelected,
	onlyOf,
	toggleOf,
	treeCursor,
} from './selection-toggle.ts';
import { undoFilesCommands } from './undo-commands.ts';

export const filesCommandsText = {
	unknown: 'The files of this download are not known yet.',
	isOnly: 'Only this is selected. Press A to select all files.',
	allSelected: 'All files are already selected.',
} as const;

function anyFile(state: State): true | string {
	const files = activeFiles(state);
	if (treeCursor(state)) return true;
	if (files.isUnknown) return filesCommandsText.unknown;
	return files.all ? 'No file is shown here.' : 'The files are still being read.';
}

const hasAllFiles = (state: State) => (activeFiles(state).all ? true : anyFile(state));
/** Also true while the files are loading, because it then applies to the result. */
const mayHaveFiles = (state: State) => (activeFiles(state).isUnknown ? filesCommandsText.unknown : true);

function canChoose(state: State): true | string {
	const on = treeCursor(state);
	if (!on) return anyFile(state);
	const { selected, others } = amountsOf(on);
	return refusalOf(state, others > 0 ? 0 : selected) ?? true;
}

function isOpen({ expanded, filtered }: AllFiles, node: number): boolean {
	return expanded[node] === 1 || filtered?.containsMatch[node] === 1;
}

/**
 * Returns the effect of the key on the folder; '' where a filter keeps it open. Both words have the same length, so the
 * hints after them stay in place.
 */
function foldHint(state: State): string {
	const on = treeCursor(state);
	if (!on || on.all.filtered?.containsMatch[on.node] === 1) return '';
	return on.all.expanded[on.node] === 1 ? 'fold' : 'open';
}

/** Expands a folder, or moves to its first entry. */
function expandOrEnter(context: CommandContext): void {
	const on = treeCursor(context.state);
	if (!on) return;
	if (!isFolder(on.all.tree, on.node)) {
		showRefusal('This is a file. Only folders expand.', context);
		return;
	}
	if (isOpen(on.all, on.node)) tell(context, { type: 'to-node', node: on.node + 1 });
	else tell(context, { type: 'expand', node: on.node, open: true });
}

/** Collapses a folder, or moves to its parent. At the top, it leaves the tree if that is possible. */
function collapseOrLeave(context: CommandContext, leave: Command['run'] | undefined): void {
	const on = treeCursor(context.state);
	const { all, node } = on ?? {};
	if (all && node !== undefined && isFolder(all.tree, node) && all.expanded[node] === 1) {
		tell(context, { type: 'expand', node, open: false });
		return;
	}
	const parent = (node !== undefined ? all?.tree.parents[node] : undefined) ?? -1;
	if (parent >= 0) tell(context, { type: 'to-node', node: parent });
	else if (leave) leave(context);
	else showRefusal('There is no parent folder.', context);
}

/**
 * Whether any folder is expanded, or collapsed. A plain loop, because it runs with every key while help or palette is
 * open.
 */
function hasFolder({ tree, expanded }: AllFiles, open: boolean): boolean {
	const is = open ? 1 : 0;
	return expanded.some((each, node) => each === is && isFolder(tree, node));
}

/** Returns whether any folder would change. */
const anyToFold =
	(open: boolean) =>
	(state: State): true | string => {
		const { all } = activeFiles(state);
		const here = mayHaveFiles(state);
		if (here !== true || !all) return here;
		return hasFolder(all, !open) ? true : `No folder is ${open ? 'collapsed' : 'expanded'}.`;
	};

const foldAll =
	(open: boolean): Command['run'] =>
	(context) => {
		tell(context, { type: 'expand-all', open });
		if (activeFiles(context.state).all) return;
		const text = `Reading the files; then all folders are ${open ? 'expanded' : 'collapsed'}.`;
		showNotice('info', text, context);
	};

const openPattern =
	(included: boolean) =>
	({ dispatch }: CommandContext) => {
		const found = { files: 0, changing: 0, bytes: 0 };
		dispatch({ type: 'open', dialog: { kind: 'files-pattern', included, line: emptyLine, found } });
	};

/**
 * Returns the commands of a file tree in one of its surfaces. `prefix`: prefix of the ids. `leave`: the action of the
 * key that collapses, where nothing is left to collapse.
 */
export const treeCommands = (scope: Scope, prefix: string, leave?: Command['run']): readonly Command[] => [
	{
		id: `${prefix}-choose`,
		group: 'select',
		scope,
		keys: ['space'],
		title: 'Select or deselect the file or folder for download',
		hint: (state) => {
			const on = treeCursor(state);
			// Both have the same length, as those of folders.
			return on && amountsOf(on).others === 0 ? 'skip' : 'want';
		},
		when: canChoose,
		run: (context) => {
			const on = treeCursor(context.state);
			if (on) chooseFiles(context, toggleOf(on));
		},
	},
	{
		id: `${prefix}-only`,
		group: 'select',
		scope,
		keys: ['='],
		title: 'Select only this file or folder, and deselect all others',
		words: 'want only these none nothing else',
		hint: 'only this',
		when: (state) => {
			const on = treeCursor(state);
			if (!on) return anyFile(state);
			return isOnlySelected(on) ? filesCommandsText.isOnly : true;
		},
		run: (context) => {
			const on = treeCursor(context.state);
			if (on) chooseFiles(context, onlyOf(on));
		},
	},
	{
		id: `${prefix}-all`,
		group: 'select',
		scope,
		keys: ['A'],
		title: 'Select all files',
		words: 'want all everything',
		hint: 'all',
		when: (state) => {
			const { all } = activeFiles(state);
			if (!all) return anyFile(state);
			return hasUnselected(all) ? true : filesCommandsText.allSelected;
		},
		run: (context) => {
			const { all } = activeFiles(context.state);
			if (all) chooseFiles(context, allOf(all));
		},
	},
	{
		id: `${prefix}-fold`,
		group: 'view',
		scope,
		keys: ['enter'],
		title: 'Expand or collapse the folder',
		hint: foldHint,
		when: (state) => {
			const on = treeCursor(state);
			return on && !isFolder(on.all.tree, on.node) ? 'This is a file. Only folders expand.' : anyFile(state);
		},
		run: (context) => {
			const on = treeCursor(context.state);
			if (on) tell(context, { type: 'expand', node: on.node, open: on.all.expanded[on.node] !== 1 });
		},
	},
	{
		id: `${prefix}-in`,
		group: 'view',
		scope,
		keys: ['right', 'l'],
		title: 'Expand the folder, or go to its first entry',
		when: anyFile,
		run: expandOrEnter,
	},
	{
		id: `${prefix}-out`,
		group: 'view',
		scope,
		keys: ['left', 'h'],
		title: `Collapse the folder, or go to the parent folder${leave ? ', then back to the list' : ''}`,
		when: (state) => (leave ? true : anyFile(state)),
		run: (context) => collapseOrLeave(context, leave),
	},
	{
		id: `${prefix}-expand-all`,
		group: 'view',
		scope,
		keys: ['E'],
		title: 'Expand all folders',
		when: anyToFold(true),
		run: foldAll(true),
	},
	{
		id: `${prefix}-collapse-all`,
		group: 'view',
		scope,
		keys: ['C'],
		title: 'Collapse all folders',
		when: anyToFold(false),
		run: foldAll(false),
	},
	{
		id: `${prefix}-filter`,
		group: 'view',
		scope,
		keys: ['/'],
		title: 'Show only files with these words in their paths',
		hint: 'filter files',
		when: mayHaveFiles,
		run: ({ state, dispatch }) => {
			const { filter } = activeFiles(state);
			const line = insertText(emptyLine, filter);
			dispatch({ type: 'open', dialog: { kind: 'files-filter', line, before: filter } });
		},
	},
	{
		id: `${prefix}-want-like`,
		group: 'select',
		scope,
		keys: ['+'],
		title: 'Select the files that match a pattern',
		hint: 'pattern',
		when: hasAllFiles,
		run: openPattern(true),
	},
	{
		id: `${prefix}-unwant-like`,
		group: 'select',
		scope,
		keys: ['-'],
		title: 'Deselect the files that match a pattern',
		when: hasAllFiles,
		run: openPattern(false),
	},
	{
		id: `${prefix}-clear-filter`,
		group: 'view',
		scope,
		keys: ['backspace'],
		title: 'Show all files again',
		hint: 'show all',
		urgent: (state) => activeFiles(state).filter !== '',
		when: (state) => (activeFiles(state).filter === '' ? 'No filter to clear.' : true),
		run: (context) => tell(context, { type: 'filter', filter: '' }),
	},
	...undoFilesCommands(scope, prefix),
];

export const filesCommands: readonly Command[] = [
	...treeCommands('tab-files', 'files', leaveDetails),
	...priorityCommands(anyFile),
];
