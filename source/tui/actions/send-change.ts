import type { Client } from '../../client/client.ts';
import { nameOrInfohash } from '../../format/download-name.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { actionInProgress, type Change, completedAction, refusalOf } from '../../state/batch/change.ts';
import type { BatchRequest } from '../../state/batch/request.ts';
import type { Question } from '../../state/dialogs/change-dialogs.ts';
import type { News } from '../../state/events/journal.ts';
import type { CommandContext } from '../surfaces/command.ts';

export const sendChangeText = {
	others: (count: number, are: string) => `${count} ${count === 1 ? 'other is' : 'others are'} ${are}`,
} as const;

/**
 * Requests a change of downloads, without those that are changed already or cannot be. Results are reported as news.
 */
export function sendChange(
	change: Change,
	asked: Pick<Question, 'subjects' | 'pending'>,
	{ writeAll }: Pick<CommandContext, 'writeAll'>,
): void {
	const { subjects, left } = divide(change, asked);
	const [first] = subjects;
	if (!first) return;
	const doing = actionInProgress(change);
	const subject = subjectText(subjects);
	const [why, others] = [left[0]?.why ?? '', left.length];
	const rest = others === 0 ? '' : ` (${sendChangeText.others(others, why)})`;
	writeAll({
		requests: subjects.map((download) => requestOf(change, download)),
		doing: `${doing} ${subject}`,
		did: completedAction(change),
		done: doneNews(`${completedAction(change)}: ${subject}${rest}`, subjects),
		stale: ['downloads'],
	});
}

/** Returns the news that downloads were changed. If there is only one, the news leads to it. */
export function doneNews(text: string, downloads: readonly Download[]): News {
	const [only, other] = downloads;
	return { level: 'info', text, ...(only && !other ? { infohash: only.infohash } : {}) };
}

/** Returns the request that changes one download. */
export function requestOf(change: Change, download: Download): BatchRequest<Client> {
	const name = nameOrInfohash(download);
	return {
		send: (client) => send(client, change, download),
		doing: `${actionInProgress(change)} ${name}`,
		infohash: download.infohash,
		name,
		change,
	};
}

/** Returns the name of a single download, or the number of downloads. Untrusted text until it is drawn. */
export function subjectText(downloads: readonly Pick<Download, 'name' | 'infohash'>[]): string {
	const [first] = downloads;
	return first && downloads.length === 1 ? nameOrInfohash(first) : `${downloads.length} downloads`;
}

interface Divided {
	/** Downloads that the change affects. */
	readonly subjects: readonly Download[];
	readonly left: readonly { readonly download: Download; readonly why: string }[];
}

/** Divides downloads into those that a change affects and those that stay as they are. */
export function divide(change: Change, asked: Pick<Question, 'subjects' | 'pending'>): Divided {
	const subjects: Download[] = [];
	const left: Divided['left'][number][] = [];
	for (const download of asked.subjects) {
		const why = refusalOf(change, download, asked.pending.get(download.infohash)?.change);
		if (why === undefined) subjects.push(download);
		else left.push({ download, why });
	}
	return { subjects, left };
}

function send(client: Client, change: Change, { infohash }: Download): Promise<unknown> {
	const params = { infohash };
	switch (change.kind) {
		case 'state':
			return client.changeDownload({ params, body: { state: change.state } });
		case 'hops':
			return client.verified.changeHops(infohash, change.hops);
		case 'label':
			return client.changeDownload({ params, body: { label: change.label } });
		case 'name':
			return client.changeDownload({ params, body: { name: change.name } });
		case 'sequential':
			return client.changeDownload({ params, body: { sequential: change.sequential } });
		case 'limits': {
			const { down, up } = change;
			const body = {
				...(down === undefined ? {} : { max_download_speed: down }),
				...(up === undefined ? {} : { max_upload_speed: up }),
			};
			return client.verified.changeLimits(infohash, body);
		}
	}
}
