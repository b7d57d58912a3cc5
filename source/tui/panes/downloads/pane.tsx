import { Box } from 'ink';
import { count } from '../../../columns/figures.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { State } from '../../../state/state.ts';
import { columnsOf, roomOf } from '../../../state/view/view.ts';
import { Message } from '../../components/message.tsx';
import { RowList } from '../../components/row-list.tsx';
import { layOutPane } from '../../layout.ts';
import { nothingFound } from '../../nothing-found.ts';
import type { PaneProps } from '../pane.ts';
import { downloadCommands } from './commands.ts';
import { Details } from './details.tsx';
import { rowNote } from './row-note.ts';

/** The list of downloads, with details of one if they are wanted; without any, what is so and what to do about it. */
function DownloadsPane({ state, theme, width, height }: PaneProps) {
	const { downloads, connection } = state;
	if (downloads.view.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
	const { arrangement, list, details } = layOutPane(
		width,
		height,
		state.details.shown,
		downloads.view.length,
	);
	const { marks } = downloads;
	return (
		<Box width={width} height={height} flexDirection={arrangement === 'beside' ? 'row' : 'column'}>
			{arrangement !== 'full' && (
				<RowList
					columns={columnsOf(state.view, roomOf(width))}
					rows={downloads.view}
					cursor={downloads.cursorAt}
					theme={theme}
					width={list.width}
					height={list.height}
					faint={connection.failure !== undefined}
					sort={downloads.sort}
					noteOf={(download) => rowNote(download, state.pending)}
					showsPlace
					hasMarks={marks.size > 0}
					isMarked={({ infohash }) => marks.has(infohash)}
					words={downloads.query.words}
					part="list"
					keyOf={({ infohash }) => infohash}
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

/** Where somebody who has the service but not its key finds it. */
const placesOfKeys =
	"seedtop's own keeps it in ~/.local/state/seedtop/api.key, a Tribler core below ~/.Tribler: see 'Troubleshooting' in the README.";

function emptiness({ connection, downloads }: State): string[] {
	if (downloads.list.length > 0) {
		return [...nothingFound(downloads.query), 'Esc leaves the filter.'];
	}
	if (connection.failure) {
		const where = `The address comes from ${sanitise(connection.source, 200)}.`;
		const { message, hint, kind } = connection.failure;
		return [
			oneLine(message),
			...(hint === '' ? [] : [hint]),
			...(kind === 'unauthorized' ? [placesOfKeys] : []),
			where,
		];
	}
	if (downloads.at === undefined) return [`Asking ${sanitise(connection.url, 200)} for its downloads…`];
	const { checkpoints } = downloads;
	if (checkpoints?.all_loaded === false) {
		const { loaded, total } = checkpoints;
		return [`The service is loading its downloads: ${count(loaded)} of ${count(total)}.`];
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
