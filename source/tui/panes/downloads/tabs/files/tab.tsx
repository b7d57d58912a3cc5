import { Box } from 'ink';
import { oneLine } from '../../../../../format/one-line.ts';
import type { State } from '../../../../../state/core/state.ts';
import { filesQuery } from '../../../../../state/details/queries.ts';
import { lineCount } from '../../../../../state/files/files.ts';
import { moveInFiles } from '../../../../../state/files/update.ts';
import { composeLine } from '../../../../components/compose-line.ts';
import { Message } from '../../../../components/message.tsx';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { style } from '../../../../theme/theme.ts';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { filesCommands } from './commands.ts';
import { spokenTreeRow } from './spoken.ts';
import { filterSegments, nothingFound, pathLines, pathRowsOf, summarySegments } from './texts.ts';
import { TreeList } from './tree-list.tsx';

/**
 * The file tree, between the summary of the selection and the path under the cursor. Without a tree it shows the
 * reason.
 */
function FilesTab({ state, theme, width, height, focused }: TabProps) {
	const { files } = state.details;
	if (lineCount(files) === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
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

function emptiness({ details: { files, failures } }: State): string[] {
	if (files.all) return nothingFound;
	if (failures.files) {
		const { message, hint } = failures.files;
		return [oneLine(message, 400), ...(hint === '' ? [] : [hint])];
	}
	if (files.none) {
		return ['The files are not known yet.', 'They are as soon as the metadata of the download is here.'];
	}
	return ['Reading the files…'];
}

export const filesTab = {
	id: 'files',
	title: 'Files',
	hotkey: 'f',
	commands: filesCommands,
	component: FilesTab,
	queries: [{ name: 'files', ask: ({ details }) => filesQuery(details) }],
	list: {
		positions: ({ details }) => lineCount(details.files),
		move: (state, rows) => ({
			...state,
			details: { ...state.details, files: moveInFiles(state.details.files, rows) },
		}),
	},
	spoken: { lines: () => [], row: spokenTreeRow },
	// Above the tree are its summary and the titles; below it is the path under the cursor.
	page: ({ height }: TabPlace) => ({ rows: height - 2 - pathRowsOf(height) }),
	position: ({ state: { details } }: TabPlace) => {
		const count = lineCount(details.files);
		return count === 0 ? '' : `${details.files.cursorAt + 1} of ${count}`;
	},
} as const satisfies Tab;
