import type { Client } from '../../../client/client.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { current, subjectsOf } from '../../../state/downloads.ts';
import { emptyLine } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command } from '../../command.ts';
import { tabCommands } from './tab-commands.ts';
import { tabs } from './tabs/registry.ts';
import { viewCommands } from './view-commands.ts';

/** A command on the marked downloads, or else the one under the cursor. */
function onDownloads(
	command: Omit<Command, 'scope' | 'when' | 'run'>,
	/** What one is that cannot be told so ('running'). Of several, those that can are told. */
	refuses: (download: Download) => string | undefined,
	order: (client: Client, download: Download) => Promise<unknown>,
	doing: string,
): Command {
	return {
		...command,
		scope: 'downloads',
		when: (state) => possible(state, refuses),
		run: ({ state, dispatch, writeAll }) => {
			const asked = subjectsOf(state.downloads);
			const subjects = asked.filter((download) => refuses(download) === undefined);
			const others = asked.length - subjects.length;
			const [left] = asked.flatMap((download) => refuses(download) ?? []);
			const [first] = subjects;
			if (!first) {
				const all = others === 1 ? 'The marked download is' : `All ${others} marked downloads are`;
				dispatch({ type: 'news', news: { level: 'info', text: `${all} ${left}.` }, at: Date.now() });
				return;
			}
			const nameOf = ({ name }: Download) => sanitise(name, 200);
			const subject = subjects.length === 1 ? nameOf(first) : `${subjects.length} downloads`;
			const rest = others === 0 ? '' : ` (${others} ${others === 1 ? 'other is' : 'others are'} ${left})`;
			writeAll({
				orders: subjects.map((download) => ({
					send: (client) => order(client, download),
					doing: `${doing} ${nameOf(download)}`,
				})),
				doing: `${doing} ${subject}`,
				done: {
					level: 'info',
					text: `${doing}: ${subject}${rest}`,
					infohash: subjects.length === 1 ? first.infohash : undefined,
				},
				stale: ['downloads'],
			});
		},
	};
}

function possible(state: State, refuses: (download: Download) => string | undefined): true | string {
	if (state.downloads.marks.size > 0) return true;
	const download = current(state.downloads);
	if (!download) return 'No download is selected.';
	const is = refuses(download);
	return is === undefined ? true : `It is ${is}.`;
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
		(download) => (download.status === 'STOPPED' ? 'stopped already' : undefined),
		change('stop'),
		'Stopping',
	),
	onDownloads(
		{ id: 'resume', keys: ['r'], title: 'Resume the download', hint: 'resume' },
		(download) => (isStopped(download) ? undefined : 'running'),
		change('resume'),
		'Resuming',
	),
	onDownloads(
		{ id: 'recheck', keys: ['c'], title: 'Check the data on the disk again', hint: 'recheck' },
		(download) => (download.status === 'METADATA' ? 'still without metadata' : undefined),
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
	...tabCommands,
	...Object.values(tabs).flatMap((tab): readonly Command[] => tab.commands),
];
