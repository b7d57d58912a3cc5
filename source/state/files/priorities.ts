import type { File, FilePriority } from '../../protocol/resources/file.ts';
import type { UndoStep } from '../batch/undo-stack.ts';
import type { FileTree } from './tree.ts';

/** Priorities as bits, so that a folder has those of all files below it. An unknown priority is 0. */
const bitsOf = { low: 1, normal: 2, high: 4 } as const;
const lowestFirst = ['low', 'normal', 'high'] as const;

/**
 * Priorities of files: as last reported by the service, and the unconfirmed changes. The screen shows both together. A
 * failed change is removed with its effect.
 */
export interface Priorities {
	/** Bits of the files as the service reports them, by node. */
	readonly confirmed: Uint8Array;
	/** Unconfirmed changes, the oldest first. They are sent in sequence. */
	readonly changes: readonly PriorityChange[];
	/** Bits of files and folders including unconfirmed changes, by node. */
	readonly bits: Uint8Array;
}

/** Files that get the same priority. */
interface PriorityGroup {
	readonly priority: FilePriority;
	/** Nodes of the files, in order. */
	readonly nodes: Int32Array;
}

export interface PriorityChange {
	/** Unique in the download. */
	readonly id: number;
	readonly groups: readonly PriorityGroup[];
	/** Name of the files; untrusted. */
	readonly what: string;
	/** Set if it is an undo or a redo. */
	readonly step?: UndoStep;
}

/** Reversal of a change. */
export type PriorityReversal = Pick<PriorityChange, 'groups' | 'what'>;

/** Returns the bit of a reported priority. */
export function priorityBit({ priority }: Pick<File, 'priority'>): number {
	return priority === undefined ? 0 : bitsOf[priority];
}

export function prioritiesOf(
	tree: FileTree,
	confirmed: Uint8Array,
	changes: readonly PriorityChange[],
): Priorities {
	const bits = confirmed.slice();
	for (const { groups } of changes) setGroups(bits, groups);
	for (let node = bits.length - 1; node >= 0; node--) {
		const parent = tree.parents[node] ?? -1;
		if (parent >= 0) bits[parent] = (bits[parent] ?? 0) | (bits[node] ?? 0);
	}
	return { confirmed, changes, bits };
}

export function beginPriorityChange(
	tree: FileTree,
	{ confirmed, changes }: Priorities,
	change: PriorityChange,
): Priorities {
	return prioritiesOf(tree, confirmed, [...changes, change]);
}

/** Ends a change: confirms it if it worked. */
export function endPriorityChange(
	tree: FileTree,
	{ confirmed, changes }: Priorities,
	id: number,
	worked: boolean,
): Priorities {
	const ended = changes.find((change) => change.id === id);
	const after = confirmed.slice();
	if (ended && worked) setGroups(after, ended.groups);
	return prioritiesOf(
		tree,
		after,
		changes.filter((change) => change !== ended),
	);
}

function setGroups(bits: Uint8Array, groups: readonly PriorityGroup[]): void {
	for (const { priority, nodes } of groups) for (const node of nodes) bits[node] = bitsOf[priority];
}

/** Returns the reversal of the oldest change: each file returns to its priority before. */
export function priorityReversalOf(
	{ confirmed }: Priorities,
	{ groups, what }: PriorityChange,
): PriorityReversal {
	const changed = groups.flatMap(({ nodes }) => [...nodes]).sort((one, other) => one - other);
	return { groups: grouped(changed, (node) => confirmed[node] ?? 0), what };
}

/** Returns the priority of a file, or of all files of a folder; undefined if it is unknown. */
export function priorityAt({ bits }: Priorities, node: number): FilePriority | 'mixed' | undefined {
	const at = bits[node] ?? 0;
	return at === 0 ? undefined : (lowestFirst.find((priority) => bitsOf[priority] === at) ?? 'mixed');
}

/**
 * Returns the files whose priority changes by a step, in groups of their new priority. Each file changes from its own
 * one. `nodes`: files, in order.
 */
export function steppedGroups(
	{ bits }: Priorities,
	nodes: Int32Array,
	step: 'raise' | 'lower',
): readonly PriorityGroup[] {
	const [most, change] = step === 'raise' ? [bitsOf.high, 1] : [bitsOf.low, -1];
	// An unknown priority is that of all new files.
	const bitAt = (node: number) => bits[node] || bitsOf.normal;
	const changing = [...nodes].filter((node) => bitAt(node) !== most);
	return grouped(changing, (node) => (change > 0 ? bitAt(node) << 1 : bitAt(node) >> 1));
}

/** Whether a step changes one of the files below a node, or the file itself. */
export function canStep({ bits }: Priorities, node: number, step: 'raise' | 'lower'): boolean {
	const most = step === 'raise' ? bitsOf.high : bitsOf.low;
	return bits[node] !== most;
}

function grouped(nodes: readonly number[], bitAt: (node: number) => number): readonly PriorityGroup[] {
	return lowestFirst.flatMap((priority) => {
		const found = nodes.filter((node) => (bitAt(node) || bitsOf.normal) === bitsOf[priority]);
		return found.length === 0 ? [] : [{ priority, nodes: Int32Array.from(found) }];
	});
}
