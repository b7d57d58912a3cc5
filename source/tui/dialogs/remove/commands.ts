import type { Client } from '../../../client/client.ts';
import type { BatchRequest, LogEntry } from '../../../state/batch/request.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';
import { type DialogOf, topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { subjectText, titleOf } from '../../actions/send-change.ts';
import type { CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { removeParts } from './layout.ts';

/** Returns the details of a removed download that are needed to add it again, for the event. */
function recordOf(subject: Subject, withData: boolean): LogEntry {
	const { infohash, destination } = subject;
	const doing = withData ? 'Removed with its data' : 'Removed';
	const data = withData ? 'data deleted' : 'data kept';
	const where = destination === '' ? '' : ` ${withData ? 'from' : 'in'} ${destination}`;
	return { doing, text: `${titleOf(subject)} (infohash ${infohash}; ${data}${where})` };
}

function requestOf(subject: Subject, withData: boolean): BatchRequest<Client> {
	const { infohash } = subject;
	const name = titleOf(subject);
	return {
		send: (client) => client.removeDownload({ params: { infohash }, body: { remove_data: withData } }),
		doing: `Removing ${name}`,
		isDoneIfMissing: true,
		infohash,
		name,
		logEntry: recordOf(subject, withData),
	};
}

/** Closes the dialog on top, and removes its downloads. */
export function removeSubjects(
	{ dispatch, writeAll }: CommandContext,
	{ subjects }: Pick<DialogOf<'remove'>, 'subjects'>,
	withData: boolean,
): void {
	dispatch({ type: 'close' });
	const [first] = subjects;
	if (!first) return;
	const one = subjects.length === 1 ? first : undefined;
	const subject = subjectText(subjects);
	const did = `Removed${withData ? ` with ${one ? 'its' : 'their'} data` : ''}`;
	writeAll({
		requests: subjects.map((each) => requestOf(each, withData)),
		doing: `Removing ${subject}`,
		did,
		done: { level: 'info', ...(one ? recordOf(one, withData) : { text: `${did}: ${subject}` }) },
		stale: ['downloads'],
	});
}

function measure({ state, screenColumns, screenRows }: CommandContext): Measure {
	const top = topDialogOf(state, 'remove');
	if (!top) return { page: 1 };
	const parts = removeParts(top, state, screenColumns, screenRows);
	return { page: Math.max(1, parts.list), lines: top.subjects.length };
}

/** The answers to the question before downloads are removed. */
export const removeCommands = dialogCommands('remove', [
	{
		id: 'remove-keep',
		keys: ['r'],
		title: 'Remove, keep the data',
		hint: 'remove',
		confirms: true,
		run: (context, dialog) => removeSubjects(context, dialog, false),
	},
	{
		id: 'remove-data',
		keys: ['D'],
		title: 'Remove and delete the data; asks again',
		hint: 'remove with data',
		confirms: true,
		run: ({ dispatch }, { subjects, hidden = 0 }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'open', dialog: { kind: 'delete-data', subjects, hidden } });
		},
	},
	closeCommand('remove-cancel', ['escape', 'n', 'q'], 'Cancel'),
	...moveCommands('remove', { keys: listKeys, measure }),
]);
