import { Box } from 'ink';
import { prioritySigns, treeColumns } from '../../../../../columns/file-tree.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { filesQuery } from '../../../../../state/core/details-queries.ts';
import type { State } from '../../../../../state/core/state.ts';
import { lineCount } from '../../../../../state/files/files.ts';
import { moveInFiles } from '../../../../../state/files/update.ts';
import { composeLine, plainText } from '../../../../components/compose-line.ts';
import { inGutter } from '../../../../components/gutter.tsx';
import { tableList } from '../../../../surfaces/row-table.ts';
import type { LegendEntry, SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { useMemory } from '../../../../terminal/expand.ts';
import { style } from '../../../../theme/theme.ts';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { filesCommands } from './commands.ts';
import { filesTable } from './table.ts';
import {
	filterSegments,
	nothingFound,
	pathLines,
	pathRowsOf,
	summarySegments,
	unknownFiles,
} from './texts.ts';
import { drawTreeLines, newTreeMemory, type TreePlace } from './tree-lines.ts';

/** The signs of priorities. */
export const filesLegend: readonly LegendEntry[] = [
	{ sign: prioritySigns.high, meaning: 'High priority: requested first' },
	{ sign: prioritySigns.low, meaning: 'Low priority: requested last' },
	{ sign: prioritySigns.mixed, meaning: 'A folder with files of different priorities' },
];

/**
 * The file tree above the path under the cursor. The border has the summary of the selection; without a box, a line
 * above the tree has it. Without a tree it shows the reason.
 */
function FilesTab({ state, theme, width, height, gutter, frame, focused }: TabProps) {
	const { files } = state.details;
	const below = pathRowsOf(height);
	const above = summaryRowsOf(frame);
	const path = pathLines(files, width, below).map((line) => style(theme, 'faint', line));
	const summary = composeLine(theme, width, summarySegments(files), filterSegments(files));
	return (
		<Box width={width} height={height} flexDirection="column">
			{above > 0 && <Canvas width={width} height={above} lines={[summary]} />}
			<TreeList
				files={files}
				theme={theme}
				width={width}
				height={height - above - below}
				gutter={gutter}
				focused={focused}
				faint={state.connection.failure !== undefined || state.details.failures.files !== undefined}
			/>
			{below > 0 && <Canvas width={width} height={below} lines={path} />}
		</Box>
	);
}

/** Returns why no file is shown. */
function message({ details: { files, failures } }: State): SurfaceText | undefined {
	if (lineCount(files) > 0) return undefined;
	if (files.all) return { id: 'filtered out', lines: nothingFound };
	if (failures.files) {
		const { kind, message: text, hint } = failures.files;
		return { id: `failed ${kind}`, lines: [oneLine(text, 400), ...(hint === '' ? [] : [hint])] };
	}
	if (files.isUnknown) {
		return { id: 'unknown', lines: unknownFiles };
	}
	return { id: 'reading', lines: ['Reading the files…'] };
}

/** Returns the lines of the summary above the tree. */
function summaryRowsOf(frame: TabPlace['frame']): number {
	return frame === 'box' ? 0 : 1;
}

/** Returns the summary of the selection and of the filter. */
function note({ details: { files } }: State): string {
	return lineCount(files) === 0 && !files.all
		? ''
		: plainText([...summarySegments(files), ...filterSegments(files)]);
}

/** Returns the summary of the selection. */
function text({ details: { files } }: State): SurfaceText {
	return { id: files.all ? 'all' : '', lines: [plainText(summarySegments(files))] };
}

export const filesTab = {
	id: 'files',
	title: 'Files',
	hotkey: 'f',
	commands: filesCommands,
	component: FilesTab,
	queries: [filesQuery],
	message,
	text,
	list: tableList({
		table: filesTable,
		move: (state, rows) => ({
			...state,
			details: { ...state.details, files: moveInFiles(state.details.files, rows) },
		}),
	}),
	note,
	legend: filesLegend,
	// Above the tree are the titles; below it is the path under the cursor.
	page: ({ height, frame }: TabPlace) => ({ rows: height - 1 - summaryRowsOf(frame) - pathRowsOf(height) }),
} as const satisfies Tab;

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
