import { Box } from 'ink';
import { oneLine } from '../../../../../format/one-line.ts';
import type { State } from '../../../../../state/core/state.ts';
import { filesQuery } from '../../../../../state/details/queries.ts';
import { lineCount } from '../../../../../state/files/files.ts';
import { moveInFiles } from '../../../../../state/files/update.ts';
import { composeLine, plainText } from '../../../../components/compose-line.ts';
import { tableList } from '../../../../surfaces/row-table.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
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
import { TreeList } from './tree-list.tsx';

/**
 * The file tree, between the summary of the selection and the path under the cursor. Without a tree it shows the
 * reason.
 */
function FilesTab({ state, theme, width, height, focused }: TabProps) {
	const { files } = state.details;
	const below = pathRowsOf(height);
	const path = pathLines(files, width, below).map((line) => style(theme, 'faint', line));
	const summary = composeLine(theme, width, summarySegments(files), filterSegments(files));
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas width={width} height={1} lines={[summary]} />
			<TreeList
				files={files}
				theme={theme}
				width={width}
				height={height - 1 - below}
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

/** Returns the summary of the selection above the tree. */
function text({ details: { files } }: State): SurfaceText {
	return { id: files.all ? 'all' : '', lines: [plainText(summarySegments(files))] };
}

export const filesTab = {
	id: 'files',
	title: 'Files',
	hotkey: 'f',
	commands: filesCommands,
	component: FilesTab,
	queries: [{ name: 'files', ask: ({ details }) => filesQuery(details) }],
	message,
	text,
	list: tableList({
		table: filesTable,
		move: (state, rows) => ({
			...state,
			details: { ...state.details, files: moveInFiles(state.details.files, rows) },
		}),
	}),
	// Above the tree are its summary and the titles; below it is the path under the cursor.
	page: ({ height }: TabPlace) => ({ rows: height - 2 - pathRowsOf(height) }),
} as const satisfies Tab;
