import { treeColumns } from '../../../../../columns/file-tree.ts';
import { inGutter } from '../../../../components/gutter.tsx';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { useMemory } from '../../../../terminal/expand.ts';
import { drawTreeLines, newTreeMemory, type TreePlace } from './tree-lines.ts';

interface TreeListProps extends Omit<TreePlace, 'columns' | 'part'> {
	/** Blank cells at its left that its gutter can take. */
	readonly gutter: number;
}

/** The file tree of a download. */
export function TreeList(props: TreeListProps) {
	const { gutter } = props;
	const width = props.width + gutter;
	const memory = useMemory(newTreeMemory);
	const { lines, targetAt } = drawTreeLines(
		{ ...props, width, columns: treeColumns, part: 'details' },
		memory,
	);
	return inGutter(gutter, <Canvas width={width} height={props.height} lines={lines} targetAt={targetAt} />);
}
