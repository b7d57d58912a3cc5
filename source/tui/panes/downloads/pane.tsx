import { Box } from 'ink';
import { downloadColumns } from '../../../columns/downloads.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { filterWords } from '../../../state/list/filter.ts';
import type { State } from '../../../state/state.ts';
import { Message } from '../../components/message.tsx';
import { RowList } from '../../components/row-list.tsx';
import { layOutPane } from '../../layout.ts';
import type { PaneProps } from '../pane.ts';
import { downloadCommands } from './commands.ts';
import { Details } from './details.tsx';

/** The list of downloads, with details of one if they are wanted; without any, what is so and what to do about it. */
function DownloadsPane({ state, theme, width, height }: PaneProps) {
	const { downloads, connection } = state;
	if (downloads.view.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
	const { arrangement, list, details } = layOutPane(width, height, state.details.shown);
	const { marks } = downloads;
	return (
		<Box width={width} height={height} flexDirection={arrangement === 'beside' ? 'row' : 'column'}>
			{arrangement !== 'full' && (
				<RowList
					columns={downloadColumns}
					rows={downloads.view}
					cursor={downloads.cursorAt}
					theme={theme}
					width={list.width}
					height={list.height}
					faint={connection.failure !== undefined}
					sort={downloads.sort}
					isMarked={({ infohash }) => marks.has(infohash)}
					words={filterWords(downloads.filter)}
				/>
			)}
			{arrangement !== 'list' && (
				<Details
					state={state}
					theme={theme}
					width={details.width}
					height={details.height}
					border={arrangement === 'beside' ? 'left' : arrangement === 'full' ? 'none' : 'top'}
				/>
			)}
		</Box>
	);
}

function emptiness({ connection, downloads }: State): string[] {
	if (downloads.list.length > 0) {
		return ['No download has these words in its name.', 'Esc leaves the filter.'];
	}
	if (connection.failure) {
		const where = `The address comes from ${sanitise(connection.source, 200)}.`;
		return [oneLine(connection.failure.message), connection.failure.hint, where];
	}
	if (downloads.at === undefined) return [`Asking ${sanitise(connection.url, 200)} for its downloads…`];
	const { checkpoints } = downloads;
	if (checkpoints && !checkpoints.all_loaded) {
		return [`The service is loading its downloads: ${checkpoints.loaded} of ${checkpoints.total}.`];
	}
	return [
		'There are no downloads yet.',
		'Press a to add one: the path of a .torrent, a magnet link, or a URL.',
	];
}

export const downloadsPane = {
	id: 'downloads',
	title: 'Downloads',
	hotkey: '1',
	commands: downloadCommands,
	component: DownloadsPane,
} as const;
