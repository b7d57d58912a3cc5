import { useRef } from 'react';
import { treeColumns } from '../../../../../columns/file-tree.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { drawTreeLines, newTreeMemory, type TreePlace } from './tree-lines.ts';

export type TreeListProps = Omit<TreePlace, 'columns' | 'part'>;

/** The file tree of a download. */
export function TreeList(props: TreeListProps) {
	const memory = useRef(newTreeMemory());
	const { lines, targetAt } = drawTreeLines(
		{ ...props, columns: treeColumns, part: 'details' },
		memory.current,
	);
	return <Canvas width={props.width} height={props.height} lines={lines} targetAt={targetAt} />;
}
