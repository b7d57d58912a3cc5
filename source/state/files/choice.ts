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
	readonly selected: Uint8Array;
}

export interface FileChange {
	/** Unique in the download. */
	readonly id: number;
	/** Whether it selects the files. */
	readonly included: boolean;
	/** Nodes of the files. */
	readonly nodes: Int32Array;
	/** Nodes of other files, which it changes the other way. */
	readonly others?: Int32Array;
	/** Name of the files; untrusted. */
	readonly what: string;
	/** Set if it is an undo or a redo. */
	readonly step?: UndoStep;
}

/** Reversal of a change. */
export type FileReversal = Pick<FileChange, 'included' | 'nodes' | 'others' | 'what'>;

/** Returns the reversal of the oldest change: only the files that it changed. */
export function fileReversalOf({ confirmed }: Choice, change: FileChange): FileReversal {
	const { included, nodes, others, what } = change;
	return {
		included: !included,
		nodes: nodes.filter((node) => (confirmed[node] === 1) !== included),
		...(others ? { others: others.filter((node) => (confirmed[node] === 1) === included) } : {}),
		what,
	};
}

/** Returns the nodes of all files of a change. */
export function nodesOfChange({ nodes, others }: Pick<FileChange, 'nodes' | 'others'>): ArrayLike<number> {
	return others ? [...nodes, ...others] : nodes;
}

export function choiceOf(confirmed: Uint8Array, changes: readonly FileChange[]): Choice {
	return { confirmed, changes, selected: changes.reduce(withChange, confirmed) };
}

export function beginChange(choice: Choice, change: FileChange): Choice {
	return {
		...choice,
		changes: [...choice.changes, change],
		selected: withChange(choice.selected, change),
	};
}

/** Ends a change: confirms it if it worked. */
export function endChange({ confirmed, changes }: Choice, id: number, worked: boolean): Choice {
	const ended = changes.find((change) => change.id === id);
	const left = changes.filter((change) => change !== ended);
	return choiceOf(ended && worked ? withChange(confirmed, ended) : confirmed, left);
}

const noNodes = new Int32Array(0);

/** Returns the selection with a change applied. */
export function withChange(
	selected: Uint8Array,
	{ included, nodes, others = noNodes }: Pick<FileChange, 'included' | 'nodes' | 'others'>,
): Uint8Array {
	const changed = selected.slice();
	for (const node of nodes) changed[node] = included ? 1 : 0;
	for (const node of others) changed[node] = included ? 0 : 1;
	return changed;
}
