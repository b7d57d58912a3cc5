import { Box } from 'ink';
import { bytes } from '../../../../../format/bytes.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { sanitise } from '../../../../../format/sanitise.ts';
import { type FilesSlice, lineCount } from '../../../../../state/files/files.ts';
import { filesFilterWords } from '../../../../../state/files/filter.ts';
import type { State } from '../../../../../state/state.ts';
import { composeLine, type Segment } from '../../../../components/compose-line.ts';
import { Message } from '../../../../components/message.tsx';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { TabPlace, TabProps } from '../tab.ts';
import { filesCommands } from './commands.ts';
import { TreeList } from './tree-list.tsx';

/** The tree of files, below a line that says what of all is wanted; or what is so while there is none. */
function FilesTab({ state, theme, width, height, focused }: TabProps) {
	const { files } = state.details;
	if (lineCount(files) === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
	const summary = composeLine(theme, width, summarySegments(files), filterSegments(files));
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas width={width} height={1} lines={[summary]} />
			<TreeList
				files={files}
				theme={theme}
				width={width}
				height={height - 1}
				focused={focused}
				faint={state.connection.failure !== undefined || state.details.failures.files !== undefined}
			/>
		</Box>
	);
}

/** '12 of 40 files wanted, 4.1 GiB of 9.0 GiB'. */
function summarySegments({ all }: FilesSlice): Segment[] {
	if (!all) return [{ text: 'Reading all files…', token: 'faint' }];
	const { wantedFiles, wantedBytes } = all.figures.all;
	const { nodes, size } = all.tree;
	const wanted = `${wantedFiles} of ${nodes.size} files wanted, ${bytes(wantedBytes)} of ${bytes(size)}`;
	const { length } = all.choice.changes;
	return length === 0
		? [{ text: wanted }]
		: [{ text: wanted }, { text: `  ${length} pending`, token: 'busy' }];
}

function filterSegments({ all, filter }: FilesSlice): Segment[] {
	if (filesFilterWords(filter).length === 0) return [];
	const found = all?.filtered ? ` ${all.filtered.files} files` : '';
	return [{ text: `  filter: ${sanitise(filter, 60)}`, token: 'faint' }, { text: found }];
}

function emptiness({ details: { files, failures } }: State): string[] {
	if (files.all) return ['No file has these words in its path.', 'backspace shows all files again.'];
	if (failures.files) return [oneLine(failures.files.message, 400), failures.files.hint];
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
	// Above the tree are a line that sums it up, and the titles.
	page: ({ height }: TabPlace) => ({ rows: height - 2 }),
	position: ({ state: { details } }: TabPlace) => {
		const count = lineCount(details.files);
		return count === 0 ? '' : `${details.files.cursorAt + 1} of ${count}`;
	},
} as const;
