import type { AllFiles } from '../../../../../state/files/files.ts';
import type { FilesMessage } from '../../../../../state/files/message.ts';
import { isFolder } from '../../../../../state/files/tree.ts';
import { emptyLine, insertText } from '../../../../../state/line-edit.ts';
import type { State } from '../../../../../state/state.ts';
import type { Command, CommandContext } from '../../../../command.ts';
import { chooseFiles, refusalOf } from '../../../../file-orders.ts';
import { amountsOf, onNode, wishOf } from './wish.ts';

const scope = 'tab-files';

function anyFile(state: State): true | string {
	const { files } = state.details;
	if (onNode(state)) return true;
	if (files.none) return 'The files of this download are not known yet.';
	return files.all ? 'No file is shown here.' : 'The files are still being read.';
}

const allHere = (state: State) => (state.details.files.all ? true : anyFile(state));
/** While they are being read too: it holds for what comes. */
const mayBeHere = ({ details: { files } }: State) =>
	files.none ? 'The files of this download are not known yet.' : true;

function tell({ dispatch }: CommandContext, what: FilesMessage): void {
	dispatch({ type: 'details', what: { type: 'files', what } });
}

function canChoose(state: State): true | string {
	const on = onNode(state);
	if (!on) return anyFile(state);
	const { wanted, others } = amountsOf(on);
	return refusalOf(state.details.files, others > 0 ? 0 : wanted) ?? true;
}

function isOpen({ expanded, filtered }: AllFiles, node: number): boolean {
	return expanded[node] === 1 || filtered?.leads[node] === 1;
}

/** Into a folder: expands it, or goes to what is first in it. */
function inwards(context: CommandContext): void {
	const on = onNode(context.state);
	if (!on || !isFolder(on.all.tree, on.node)) return;
	if (isOpen(on.all, on.node)) tell(context, { type: 'to-node', node: on.node + 1 });
	else tell(context, { type: 'expand', node: on.node, open: true });
}

/** Out of a folder: collapses it, or goes to the one around. */
function outwards(context: CommandContext): void {
	const on = onNode(context.state);
	if (!on) return;
	const { all, node } = on;
	if (isFolder(all.tree, node) && all.expanded[node] === 1) {
		tell(context, { type: 'expand', node, open: false });
		return;
	}
	const parent = all.tree.parents[node] ?? -1;
	if (parent >= 0) tell(context, { type: 'to-node', node: parent });
}

const openPattern =
	(want: boolean) =>
	({ dispatch }: CommandContext) => {
		const found = { files: 0, changing: 0, bytes: 0 };
		dispatch({ type: 'open', dialog: { kind: 'files-pattern', want, line: emptyLine, found } });
	};

/** What can be done in the tree of files. */
export const filesCommands: readonly Command[] = [
	{
		id: 'files-choose',
		scope,
		keys: ['space'],
		title: 'Want the file or folder, or do not want it',
		hint: 'want',
		when: canChoose,
		run: (context) => {
			const on = onNode(context.state);
			if (on) chooseFiles(context, wishOf(on));
		},
	},
	{
		id: 'files-fold',
		scope,
		keys: ['enter'],
		title: 'Expand or collapse the folder',
		hint: 'fold',
		when: (state) => {
			const on = onNode(state);
			return on && !isFolder(on.all.tree, on.node) ? 'That is a file.' : anyFile(state);
		},
		run: (context) => {
			const on = onNode(context.state);
			if (on) tell(context, { type: 'expand', node: on.node, open: on.all.expanded[on.node] !== 1 });
		},
	},
	{
		id: 'files-in',
		scope,
		keys: ['right'],
		title: 'Expand the folder, or go into it',
		when: anyFile,
		run: inwards,
	},
	{
		id: 'files-out',
		scope,
		keys: ['left'],
		title: 'Collapse the folder, or go to the one around',
		when: anyFile,
		run: outwards,
	},
	{
		id: 'files-expand-all',
		scope,
		keys: ['E'],
		title: 'Expand all folders',
		when: mayBeHere,
		run: (context) => tell(context, { type: 'expand-all', open: true }),
	},
	{
		id: 'files-collapse-all',
		scope,
		keys: ['C'],
		title: 'Collapse all folders',
		when: mayBeHere,
		run: (context) => tell(context, { type: 'expand-all', open: false }),
	},
	{
		id: 'files-filter',
		scope,
		keys: ['/'],
		title: 'Show only files with these words in their paths',
		hint: 'filter',
		when: mayBeHere,
		run: ({ state, dispatch }) => {
			const { filter } = state.details.files;
			const line = insertText(emptyLine, filter);
			dispatch({ type: 'open', dialog: { kind: 'files-filter', line, before: filter } });
		},
	},
	{
		id: 'files-want-like',
		scope,
		keys: ['+'],
		title: 'Want the files that are like a pattern',
		hint: 'want like',
		when: allHere,
		run: openPattern(true),
	},
	{
		id: 'files-unwant-like',
		scope,
		keys: ['-'],
		title: 'Do not want the files that are like a pattern',
		when: allHere,
		run: openPattern(false),
	},
	{
		id: 'files-clear-filter',
		scope,
		keys: ['backspace'],
		title: 'Show all files again',
		hint: 'all',
		when: ({ details }) => (details.files.filter === '' ? 'No filter to leave.' : true),
		run: (context) => tell(context, { type: 'filter', filter: '' }),
	},
];
