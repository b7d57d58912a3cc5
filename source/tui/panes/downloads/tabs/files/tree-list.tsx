import { treeColumns } from '../../../../../columns/file-tree.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { type TreePlace, useTreeLines } from './tree-lines.ts';

export type TreeListProps = Omit<TreePlace, 'columns' | 'part'>;

/** The file tree of a download. */
export function TreeList(props: TreeListProps) {
	const { lines, targetAt } = useTreeLines({ ...props, columns: treeColumns, part: 'details' });
	return <Canvas width={props.width} height={props.height} lines={lines} targetAt={targetAt} />;
}
