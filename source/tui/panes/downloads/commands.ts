import type { Client } from '../../../client/client.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { current, subjectsOf } from '../../../state/downloads.ts';
import { emptyLine } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command } from '../../command.ts';
import { viewCommands } from './view-commands.ts';

/** A command on the marked downloads, or else the one under the cursor. */
function onDownloads(
	command: Omit<Command, 'scope' | 'when' | 'run'>,
	/** Why one cannot be told so; asked for the one under the cursor alone: of several, those that can are told. */
	refuses: (download: Download) => string | undefined,
	order: (client: Client, download: Download) => Promise<unknown>,
	doing: string,
): Command {
	return {
		...command,
		scope: 'downloads',
		when: (state) => possible(state, refuses),
		run: ({ state, writeAll }) => {
			const subjects = subjectsOf(state.downloads).filter((download) => refuses(download) === undefined);
			const [first] = subjects;
			if (!first) return;
			const nameOf = ({ name }: Download) => sanitise(name, 200);
			writeAll({
				orders: subjects.map((download) => ({
					send: (client) => order(client, download),
					doing: `${doing} ${nameOf(download)}`,
				})),
				done: (worked) => ({
					level: 'info',
					text: `${doing}: ${subjects.length === 1 ? nameOf(first) : `${worked} downloads`}`,
					infohash: subjects.length === 1 ? first.infohash : undefined,
				}),
				stale: ['downloads'],
			});
		},
	};
}

function possible(state: State, refuses: (download: Download) => string | undefined): true | string {
	if (state.downloads.marks.size > 0) return true;
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
	onDownloads(
		{ id: 'stop', keys: ['s'], title: 'Stop the download', hint: 'stop' },
		(download) => (download.status === 'STOPPED' ? 'It is stopped already.' : undefined),
		change('stop'),
		'Stopping',
	),
	onDownloads(
		{ id: 'resume', keys: ['r'], title: 'Resume the download', hint: 'resume' },
		(download) => (isStopped(download) ? undefined : 'It is running.'),
		change('resume'),
		'Resuming',
	),
	onDownloads(
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
			const subjects = subjectsOf(state.downloads).map(({ infohash, name, size, progress }) => ({
				infohash,
				name,
				bytes: Math.round(size * progress),
			}));
			if (subjects.length > 0) dispatch({ type: 'open', dialog: { kind: 'remove', subjects } });
		},
	},
	...viewCommands,
];
