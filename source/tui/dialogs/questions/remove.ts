import type { Client } from '../../../client/client.ts';
import { bytes } from '../../../format/bytes.ts';
import { nameOrInfohash } from '../../../format/download-name.ts';
import type { BatchRequest, LogEntry } from '../../../state/batch/request.ts';
import type { Subject } from '../../../state/surfaces/dialogs.ts';
import { subjectText } from '../../actions/send-change.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { question } from './question.tsx';
import { filteredOutSentence, filterSentence, firstNames, shownSubject } from './sentences.ts';

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		/** `hidden`: number of subjects that are filtered out. */
		remove: {
			readonly kind: 'remove';
			readonly subjects: readonly Subject[];
			readonly hidden?: number;
			readonly scroll?: number;
		};
		/** Second question before data is deleted. */
		'delete-data': {
			readonly kind: 'delete-data';
			readonly subjects: readonly Subject[];
			readonly hidden?: number;
		};
	}
}

const isOne = ({ length }: readonly Subject[]) => length === 1;

/** Asks before downloads are removed. */
export const removeDialog = question('remove', {
	title: 'Remove a download',
	heading: ({ subjects }) => (isOne(subjects) ? 'Remove a download' : 'Remove downloads'),
	asks: ({ subjects }) => `Remove ${shownSubject(subjects)}?`,
	subjects: ({ subjects }) => subjects,
	// A single download is named in the question, so the filter is left out.
	warnings: ({ subjects, hidden = 0 }, state) => [
		...filteredOutSentence(hidden),
		...(isOne(subjects) ? [] : filterSentence(state)),
	],
	effects: ({ subjects }) => [
		{
			children: isOne(subjects) ? '' : totalSentence(subjects),
			spoken: [`${amountOf(subjects)} of data on the disk.`],
		},
	],
	answers: [
		{
			id: 'remove-keep',
			keys: ['r'],
			title: 'Remove, keep the data',
			hint: 'remove',
			run: (context, { subjects }) => removeSubjects(context, subjects, false),
		},
		{
			id: 'remove-data',
			keys: ['D'],
			title: 'Remove and delete the data; asks again',
			hint: 'remove with data',
			run: ({ dispatch }, { subjects, hidden = 0 }) =>
				dispatch({ type: 'open', dialog: { kind: 'delete-data', subjects, hidden } }),
		},
	],
	texts: ({ subjects }) => {
		const it = isOne(subjects) ? 'it' : 'them';
		const deleted = `delete ${amountOf(subjects)} from the disk…`;
		return {
			'remove-keep': `remove ${it}, keep the data`,
			'remove-data': [{ text: `remove ${it} and ` }, { text: deleted, token: 'bad' }],
		};
	},
	keep: { id: 'remove-cancel' },
});

export const deleteDataText = {
	question: (what: string) => `Delete the data of ${what}?`,
	final: 'This cannot be undone.',
} as const;

/** Asks again before data are deleted. No key of the first question confirms this one. */
export const deleteDataDialog = question('delete-data', {
	title: 'Delete data',
	columns: 60,
	asks: ({ subjects }) => deleteDataText.question(shownSubject(subjects)),
	effects: ({ subjects, hidden = 0 }) => {
		const count = isOne(subjects) ? '1 download is' : `${subjects.length} downloads are`;
		const sentences = [
			...filteredOutSentence(hidden),
			`${count} removed and ${amountOf(subjects)} deleted from the disk.`,
			deleteDataText.final,
		];
		return [{ children: sentences.join(' '), spoken: [...firstNames(subjects), ...sentences] }];
	},
	answers: [
		{
			id: 'delete-data-do',
			keys: ['y'],
			title: 'Remove and delete the data for good',
			hint: 'delete data',
			run: (context, { subjects }) => removeSubjects(context, subjects, true),
		},
	],
	texts: ({ subjects }) => ({
		'delete-data-do': [{ text: `delete ${amountOf(subjects)}`, token: 'bad' }],
	}),
	keep: { id: 'delete-data-cancel' },
});

/** Removes downloads. */
function removeSubjects({ writeAll }: CommandContext, subjects: readonly Subject[], withData: boolean): void {
	const [first] = subjects;
	if (!first) return;
	const one = isOne(subjects) ? first : undefined;
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

function requestOf(subject: Subject, withData: boolean): BatchRequest<Client> {
	const { infohash } = subject;
	const name = nameOrInfohash(subject);
	return {
		send: (client) => client.removeDownload({ params: { infohash }, body: { remove_data: withData } }),
		doing: `Removing ${name}`,
		isDoneIfMissing: true,
		infohash,
		name,
		logEntry: recordOf(subject, withData),
	};
}

/** Returns the details of a removed download that are needed to add it again, for the event. */
function recordOf(subject: Subject, withData: boolean): LogEntry {
	const { infohash, destination } = subject;
	const doing = withData ? 'Removed with its data' : 'Removed';
	const data = withData ? 'data deleted' : 'data kept';
	const where = destination === '' ? '' : ` ${withData ? 'from' : 'in'} ${destination}`;
	return { doing, text: `${nameOrInfohash(subject)} (infohash ${infohash}; ${data}${where})` };
}

/** Returns their bytes on the disk, as text. */
function amountOf(subjects: readonly Subject[]): string {
	return bytes(subjects.reduce((sum, subject) => sum + subject.bytes, 0));
}

/** Returns their total size, and how much of it is on the disk. */
export function totalSentence(subjects: readonly Subject[]): string {
	const all = bytes(subjects.reduce((sum, { size }) => sum + size, 0));
	// A service reports 0 bytes for a download without metadata.
	const unknown = subjects.filter(({ size }) => size <= 0).length;
	const rest = unknown > 0 ? ` and ${unknown} of unknown size` : '';
	return `Total size ${all}${rest}, ${amountOf(subjects)} on the disk.`;
}
