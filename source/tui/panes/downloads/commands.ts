import type { Client } from '../../../client/client.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { current } from '../../../state/downloads.ts';
import { emptyLine } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command } from '../../command.ts';

/** A command on the download under the cursor, possible when `refuses` has nothing against it. */
function onDownload(
	command: Omit<Command, 'scope' | 'when' | 'run'>,
	refuses: (download: Download) => string | undefined,
	order: (client: Client, download: Download) => Promise<unknown>,
	doing: string,
): Command {
	return {
		...command,
		scope: 'downloads',
		when: (state) => possible(state, refuses),
		run: ({ state, write }) => {
			const download = current(state.downloads);
			if (!download) return;
			const name = sanitise(download.name, 200);
			write({
				send: (client) => order(client, download),
				doing: `${doing} ${name}`,
				done: { level: 'info', text: `${doing}: ${name}`, infohash: download.infohash },
				stale: ['downloads'],
			});
		},
	};
}

function possible(state: State, refuses: (download: Download) => string | undefined): true | string {
	const download = current(state.downloads);
	if (!download) return 'No download is selected.';
	return refuses(download) ?? true;
}

const isStopped = ({ status }: Download) => status === 'STOPPED' || status === 'STOPPED_ON_ERROR';
const change =
	(state: 'stop' | 'resume' | 'recheck') =>
	(client: Client, { infohash }: Download) =>
		client.changeDownload({ params: { infohash }, body: { state } });

/** What can be done in the downloads pane. */
export const downloadCommands: readonly Command[] = [
	{
		id: 'add',
		scope: 'downloads',
		keys: ['a', 'insert'],
		title: 'Add a download: path, magnet link or URL',
		hint: 'add',
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'add', line: emptyLine } }),
	},
	onDownload(
		{ id: 'stop', keys: ['s'], title: 'Stop the download', hint: 'stop' },
		(download) => (download.status === 'STOPPED' ? 'It is stopped already.' : undefined),
		change('stop'),
		'Stopping',
	),
	onDownload(
		{ id: 'resume', keys: ['r'], title: 'Resume the download', hint: 'resume' },
		(download) => (isStopped(download) ? undefined : 'It is running.'),
		change('resume'),
		'Resuming',
	),
	onDownload(
		{ id: 'recheck', keys: ['c'], title: 'Check the data on the disk again', hint: 'recheck' },
		(download) => (download.status === 'METADATA' ? 'Its metadata has not arrived yet.' : undefined),
		change('recheck'),
		'Rechecking',
	),
	{
		id: 'remove',
		scope: 'downloads',
		keys: ['d', 'delete'],
		title: 'Remove the download, with or without its data',
		hint: 'remove',
		when: (state) => possible(state, () => undefined),
		run: ({ state, dispatch }) => {
			const download = current(state.downloads);
			if (!download) return;
			const { infohash, name, size, progress } = download;
			const subject = { infohash, name, bytes: Math.round(size * progress) };
			dispatch({ type: 'open', dialog: { kind: 'remove', subject } });
		},
	},
];
