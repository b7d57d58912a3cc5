import { type LineEdit, lineText } from '../line-edit.ts';
import { replaceTop } from '../replace-top.ts';
import type { State } from '../state.ts';
import type { AllFiles } from './files.ts';
import { filesLike } from './pattern.ts';
import { updateFiles } from './update.ts';

/** The filter of files being typed holds at once; `before` is the one that giving it up leads back to. */
export interface FilesFilterDialog {
	readonly kind: 'files-filter';
	readonly line: LineEdit;
	readonly before: string;
}

/** Asks for a pattern of files to want, or not to want. */
export interface FilesPatternDialog {
	readonly kind: 'files-pattern';
	readonly want: boolean;
	readonly line: LineEdit;
	readonly found: FilesFound;
}

/** What a pattern finds: all of it, and of that what would change. */
export interface FilesFound {
	readonly files: number;
	readonly changing: number;
	/** Of the files that would change. */
	readonly bytes: number;
}

/** The files that a pattern finds and that are not as wanted yet, in their order; and what it finds in numbers. */
export function findFiles(
	all: AllFiles | undefined,
	pattern: string,
	want: boolean,
): { readonly nodes: Int32Array; readonly found: FilesFound } {
	if (!all) return { nodes: new Int32Array(0), found: { files: 0, changing: 0, bytes: 0 } };
	const { tree, choice, filtered } = all;
	// What a filter hides is left as it is.
	const like = filesLike(tree, pattern).filter((node) => !filtered || filtered.passes[node] === 1);
	const nodes = like.filter((node) => (choice.wanted[node] === 1) !== want);
	const bytes = nodes.reduce((sum, node) => sum + (tree.sizes[node] ?? 0), 0);
	return { nodes, found: { files: like.length, changing: nodes.length, bytes } };
}

/** What is typed takes effect at once: it filters, or says what it finds. */
export function editFilesDialog(
	state: State,
	top: FilesFilterDialog | FilesPatternDialog,
	edit: (line: LineEdit) => LineEdit,
): State {
	const line = edit(top.line);
	const text = lineText(line);
	const { details } = state;
	if (top.kind === 'files-pattern') {
		const { found } = findFiles(details.files.all, text, top.want);
		return replaceTop(state, { ...top, line, found });
	}
	const files = updateFiles(details.files, { type: 'filter', filter: text }, details.of);
	return replaceTop({ ...state, details: { ...details, files } }, { ...top, line });
}
