import type { UndoStep } from '../batch/undo-stack.ts';

/**
 * Which files are wanted: as the service last said, and the changes that it was told and has not confirmed. What shows
 * is both together, so that a key shows at once; a change that fails is taken out, and what it changed with it.
 */
export interface Choice {
	/** 1 for each file that is wanted, by node, as the service has it. */
	readonly confirmed: Uint8Array;
	/** The oldest first: the service is told them one after another. */
	readonly changes: readonly FileChange[];
	/** With the changes. */
	readonly wanted: Uint8Array;
}

export interface FileChange {
	/** Tells it from others of this download. */
	readonly id: number;
	readonly want: boolean;
	/** The files it is about. */
	readonly nodes: Int32Array;
	/** What they are, in words; may be hostile. */
	readonly what: string;
	/** Does it take a change back, or make one anew? */
	readonly step?: UndoStep;
}

/** What takes a change back. */
export type FileReversal = Pick<FileChange, 'want' | 'nodes' | 'what'>;

/** Of the oldest change: only those files that were otherwise before. */
export function fileReversalOf({ confirmed }: Choice, { want, nodes, what }: FileChange): FileReversal {
	return { want: !want, nodes: nodes.filter((node) => (confirmed[node] === 1) !== want), what };
}

export function choiceOf(confirmed: Uint8Array, changes: readonly FileChange[]): Choice {
	return { confirmed, changes, wanted: changes.reduce(withChange, confirmed) };
}

export function beginChange(choice: Choice, change: FileChange): Choice {
	return {
		...choice,
		changes: [...choice.changes, change],
		wanted: withChange(choice.wanted, change),
	};
}

/** The service took a change, or did not. */
export function endChange({ confirmed, changes }: Choice, id: number, worked: boolean): Choice {
	const ended = changes.find((change) => change.id === id);
	const left = changes.filter((change) => change !== ended);
	return choiceOf(ended && worked ? withChange(confirmed, ended) : confirmed, left);
}

/** What is wanted when it all is as this change has it. */
export function withChange(
	wanted: Uint8Array,
	{ want, nodes }: Pick<FileChange, 'want' | 'nodes'>,
): Uint8Array {
	const changed = wanted.slice();
	for (const node of nodes) changed[node] = want ? 1 : 0;
	return changed;
}
