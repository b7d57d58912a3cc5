import type { Client } from '../../../source/client/client.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import type { MadeTorrent } from '../../programs/torrents.ts';
import type { Chance } from './chance.ts';

/** The requested state of a download; undefined without a request. */
export type RequestedState = 'absent' | { readonly running: boolean; readonly files: readonly number[] };

/**
 * A download under load. It has the state that was acknowledged last, or also that of a later request without an
 * answer.
 */
export interface Subject {
	readonly torrent: MadeTorrent;
	readonly folder: string;
	possible: RequestedState[];
}

interface LoadRequest {
	send(client: Client): Promise<unknown>;
	/** Returns the possible states of the download if the request is interrupted, and its state at the end. */
	readonly between: readonly RequestedState[];
	readonly after: RequestedState;
}

const allFiles = [0, 1];

/**
 * Sends requests for the subjects, one after another, until `goesOn` returns false or the service has ended. Returns
 * the number of acknowledged ones.
 */
export async function sendRequests(
	client: Client,
	subjects: readonly Subject[],
	chance: Chance,
	mayContinue: () => boolean,
	onAcknowledged: () => void,
): Promise<void> {
	while (mayContinue()) {
		const subject = subjects[chance.below(subjects.length)];
		if (!subject) return;
		const [before] = subject.possible;
		if (before === undefined) throw new Error('a subject that can be nothing');
		const order = requestFor(subject, before, chance);
		subject.possible = [before, ...order.between, order.after];
		try {
			await order.send(client);
		} catch (error) {
			// The service was killed, perhaps after the change. A refusal would be a fault.
			if (error instanceof Error && 'kind' in error && error.kind === 'unreachable') return;
			if (error instanceof Error && 'kind' in error && error.kind === 'malformed') return;
			throw error;
		}
		subject.possible = [order.after];
		onAcknowledged();
	}
}

function requestFor({ torrent, folder }: Subject, before: RequestedState, chance: Chance): LoadRequest {
	const params = { infohash: torrent.infohash };
	if (before === 'absent') {
		const body = { uri: torrent.path, destination: folder };
		return {
			send: (client) => client.addDownload({ body }),
			between: [],
			after: { running: true, files: allFiles },
		};
	}
	const change = (body: object, after: RequestedState): LoadRequest => ({
		send: (client) => client.changeDownload({ params, body }),
		between: [],
		after,
	});
	switch (chance.below(4)) {
		case 0:
			return change({ state: 'stop' }, { ...before, running: false });
		case 1:
			return change({ state: 'resume' }, { ...before, running: true });
		case 2: {
			const files = chance.of([[0], [1], allFiles]);
			return change({ selected_files: files }, { ...before, files });
		}
		default:
			return {
				send: (client) => client.removeDownload({ params, body: { remove_data: false } }),
				// The record is deleted last.
				between: [{ ...before, running: false }],
				after: 'absent',
			};
	}
}

/** Returns the state of a subject as the service reports it. */
export function reportedState(downloads: readonly Download[], { torrent }: Subject): RequestedState {
	const found = downloads.find(({ infohash }) => infohash === torrent.infohash);
	if (!found) return 'absent';
	if (found.error !== '') throw new Error(`${found.name} failed: ${found.error}`);
	const files = found.files ?? [];
	return {
		running: found.status !== 'STOPPED',
		files: files.filter(({ included }) => included).map(({ index }) => index),
	};
}
