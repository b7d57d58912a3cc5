import type { Download } from '../../../protocol/resources/download.ts';
import type { Subject } from '../../../state/dialogs.ts';
import { hiddenDownloads, subjectsOf } from '../../../state/marked.ts';
import type { Command } from '../../command.ts';
import { herePlace } from '../../dialogs/add/place.ts';
import { askingCommands, changeCommand, someSubject } from './change-commands.ts';
import { tabCommands } from './tab-commands.ts';
import { tabs } from './tabs/registry.ts';
import { takeOutCommands } from './take-out-commands.ts';
import { viewCommands } from './view-commands.ts';

/** While its data are checked nobody knows how much is there: then it may be all. */
function subjectOf({ infohash, name, size, progress, status }: Download): Subject {
	const isUnknown = status === 'HASHCHECKING' || status === 'WAITING4HASHCHECK';
	return { infohash, name, bytes: isUnknown ? size : Math.round(size * progress) };
}

/** What can be done in the downloads pane. */
export const downloadCommands: readonly Command[] = [
	{
		id: 'add',
		scope: 'downloads',
		keys: ['a', 'insert'],
		title: 'Add a download: path, magnet link or URL',
		hint: 'add',
		run: ({ dispatch }) =>
			dispatch({ type: 'adding', what: { type: 'begin', text: '', place: herePlace() } }),
	},
	changeCommand(
		{ id: 'stop', keys: ['s'], title: 'Stop the download', hint: 'stop' },
		{ kind: 'state', state: 'stop' },
	),
	changeCommand(
		{ id: 'resume', keys: ['r'], title: 'Resume the download', hint: 'resume' },
		{ kind: 'state', state: 'resume' },
	),
	changeCommand(
		{ id: 'recheck', keys: ['c'], title: 'Check the data on the disk again', hint: 'recheck' },
		{ kind: 'state', state: 'recheck' },
	),
	{
		id: 'remove',
		scope: 'downloads',
		keys: ['d', 'delete'],
		title: 'Remove the download, with or without its data',
		hint: 'remove',
		when: someSubject,
		run: ({ state: { downloads }, dispatch }) => {
			const asked = subjectsOf(downloads);
			const hidden = hiddenDownloads(downloads, asked);
			dispatch({ type: 'open', dialog: { kind: 'remove', subjects: asked.map(subjectOf), hidden } });
		},
	},
	...askingCommands,
	...viewCommands,
	...tabCommands,
	...takeOutCommands,
	...Object.values(tabs).flatMap((tab): readonly Command[] => tab.commands),
];
