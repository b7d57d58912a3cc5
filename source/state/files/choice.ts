import type { UndoStep } from '../batch/undo-stack.ts';

/**
 * Selection of files: as last reported by the service, and the unconfirmed changes. The screen shows both together. A
 * failed change is removed with its effect.
 */
export interface Choice {
	/** 1 for each file that the service reports as selected, by node. */
	readonly confirmed: Uint8Array;
	/** Unconfirmed changes, the oldest first. They are sent in sequence. */
	readonly changes: readonly FileChange[];
	/** 1 for each selected file, including unconfirmed changes. */
	readonly wanted: Uint8Array;
}

export interface FileChange {
	/** Unique in the download. */
	readonly id: number;
	readonly want: boolean;
	/** Nodes of the files. */
	readonly nodes: Int32Array;
	/** Name of the files; untrusted. */
	readonly what: string;
	/** Set if it is an undo or a redo. */
	readonly step?: UndoStep;
}

/** Reversal of a change. */
export type FileReversal = Pick<FileChange, 'want' | 'nodes' | 'what'>;

/** Returns the reversal of the oldest change: only the files that it changed. */
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

/** Ends a change: confirms it if it worked. */
export function endChange({ confirmed, changes }: Choice, id: number, worked: boolean): Choice {
	const ended = changes.find((change) => change.id === id);
	const left = changes.filter((change) => change !== ended);
	return choiceOf(ended && worked ? withChange(confirmed, ended) : confirmed, left);
}

/** Returns the selection with a change applied. */
export function withChange(
	wanted: Uint8Array,
	{ want, nodes }: Pick<FileChange, 'want' | 'nodes'>,
): Uint8Array {
	const changed = wanted.slice();
	for (const node of nodes) changed[node] = want ? 1 : 0;
	return changed;
}
