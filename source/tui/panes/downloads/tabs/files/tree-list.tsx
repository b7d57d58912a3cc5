import { useRef } from 'react';
import { treeColumns } from '../../../../../columns/file-tree.ts';
import { InGutter, useGutterRoom } from '../../../../components/gutter.tsx';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { drawTreeLines, newTreeMemory, type TreePlace } from './tree-lines.ts';

export type TreeListProps = Omit<TreePlace, 'columns' | 'part'>;

/** The file tree of a download. */
export function TreeList(props: TreeListProps) {
	const gutter = useGutterRoom();
	const width = props.width + gutter;
	const memory = useRef(newTreeMemory());
	const { lines, targetAt } = drawTreeLines(
		{ ...props, width, columns: treeColumns, part: 'details' },
		memory.current,
	);
	return (
		<InGutter cells={gutter}>
			<Canvas width={width} height={props.height} lines={lines} targetAt={targetAt} />
		</InGutter>
	);
}
