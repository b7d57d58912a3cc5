import { replaceTop } from '../dialogs/open-dialogs.ts';
import type { AllFiles } from '../files/files.ts';
import { matchPattern } from '../files/pattern.ts';
import { type LineEdit, lineText } from '../surfaces/line-edit.ts';
import { type ActiveFilesData, activeFiles, updateActiveFiles } from './active-files.ts';

/** Filters files while typing; `before` is the filter to restore on cancel. */
interface FilesFilterDialog {
	readonly kind: 'files-filter';
	readonly line: LineEdit;
	readonly before: string;
}

/** Asks for a pattern of files to select or deselect. */
export interface FilesPatternDialog {
	readonly kind: 'files-pattern';
	/** Whether it selects the files. */
	readonly included: boolean;
	readonly line: LineEdit;
	readonly found: FilesFound;
}

/** Matches of a pattern, and those that would change. */
export interface FilesFound {
	readonly files: number;
	readonly changing: number;
	/** Size of the files that would change. */
	readonly bytes: number;
}

/** Returns the files that match a pattern and would change, in tree order, with totals. */
export function findFiles(
	all: AllFiles | undefined,
	pattern: string,
	included: boolean,
): { readonly nodes: Int32Array; readonly found: FilesFound } {
	if (!all) return { nodes: new Int32Array(0), found: { files: 0, changing: 0, bytes: 0 } };
	const { tree, choice, filtered } = all;
	const like = matchPattern(tree, pattern);
	const nodes = new Int32Array(like.length);
	let [files, changing, bytes] = [0, 0, 0];
	for (const node of like) {
		// Filtered-out files stay unchanged.
		if (filtered && filtered.matches[node] !== 1) continue;
		files++;
		if ((choice.selected[node] === 1) === included) continue;
		nodes[changing++] = node;
		bytes += tree.sizes[node] ?? 0;
	}
	return { nodes: nodes.slice(0, changing), found: { files, changing, bytes } };
}

/** Applies the typed text at once: filters, or counts matches. */
export function editFilesDialog<Data extends ActiveFilesData>(
	data: Data,
	top: FilesFilterDialog | FilesPatternDialog,
	edit: (line: LineEdit) => LineEdit,
): Data {
	const line = edit(top.line);
	const text = lineText(line);
	if (top.kind === 'files-pattern') {
		const { found } = findFiles(activeFiles(data).all, text, top.included);
		return replaceTop(data, { ...top, line, found });
	}
	return replaceTop(updateActiveFiles(data, { type: 'filter', filter: text }), { ...top, line });
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'files-filter': FilesFilterDialog;
		'files-pattern': FilesPatternDialog;
	}
}
