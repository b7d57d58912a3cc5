import { downloadColumns } from '../../../columns/downloads.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { cursorIndex } from '../../../state/downloads.ts';
import type { State } from '../../../state/state.ts';
import { Message } from '../../components/message.tsx';
import { RowList } from '../../components/row-list.tsx';
import type { PaneProps } from '../pane.ts';
import { downloadCommands } from './commands.ts';

/** The list of downloads; without one, what is so and what to do about it. */
function DownloadsPane({ state, theme, width, height }: PaneProps) {
	const { downloads, connection } = state;
	if (downloads.list.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
	return (
		<RowList
			columns={downloadColumns}
			rows={downloads.list}
			cursor={cursorIndex(downloads)}
			theme={theme}
			width={width}
			height={height}
			faint={connection.failure !== undefined}
		/>
	);
}

function emptiness({ connection, downloads }: State): string[] {
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
