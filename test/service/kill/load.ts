import type { Client } from '../../../source/client/client.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import type { MadeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import type { Chance } from './chance.ts';

interface PresentState {
	readonly running: boolean;
	readonly files: readonly number[];
	/** Destination of the data. */
	readonly folder: string;
	readonly label: string;
	/** Bytes per second. */
	readonly maxUploadSpeed: number;
}

/** The requested state of a download. */
export type RequestedState = 'absent' | PresentState;

/**
 * A download under load. It has the state that was acknowledged last, or also that of a later request without an
 * answer.
 */
export interface Subject {
	readonly torrent: MadeTorrent;
	/** Destinations between which it is moved. */
	readonly folders: readonly [string, string];
	/** Whether a peer has its data, so that it can be removed with its data. */
	readonly hasPeer: boolean;
	/** Destination of the last known state. */
	folder: string;
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
 * Sends requests for the subjects, one after another, until `mayContinue` returns false or the service has
 * ended.
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
			setState(subject, order.after);
			onAcknowledged();
			// Most requests for a download are refused until its move has ended.
			if (order.after !== 'absent' && before !== 'absent' && order.after.folder !== before.folder)
				await expectMoved(client, subject, order.after.folder);
		} catch (error) {
			if (error instanceof Error && 'code' in error && isAllowed(error.code, subject)) {
				setState(subject, before);
				continue;
			}
			// The service was killed, perhaps after the change. A refusal would be a fault.
			if (error instanceof Error && 'kind' in error && error.kind === 'unreachable') return;
			if (error instanceof Error && 'kind' in error && error.kind === 'malformed') return;
			throw error;
		}
	}
}

/**
 * Whether a move may be refused so: before the first check, or, if data arrives, because of a file without a right piece.
 * Such a file may be the user's after the download was removed and added again, so an earlier move left it.
 */
function isAllowed(code: unknown, { hasPeer }: Subject): boolean {
	return code === 'UncheckedDataError' || (hasPeer && code === 'MoveConflictError');
}

/** Waits for the end of a move. Rejects if the data is not in the folder then. */
async function expectMoved(client: Client, subject: Subject, folder: string): Promise<void> {
	const downloads = await untilMoved(client, [subject]);
	const found = downloads.find(({ infohash }) => infohash === subject.torrent.infohash);
	if (found?.destination !== folder)
		throw new Error(
			`${subject.torrent.path} is in ${found?.destination} instead of ${folder}: ${found?.move_error}`,
		);
}

/** Notes the only possible state of a subject. */
export function setState(subject: Subject, state: RequestedState): void {
	subject.possible = [state];
	if (state !== 'absent') subject.folder = state.folder;
}

function requestFor(subject: Subject, before: RequestedState, chance: Chance): LoadRequest {
	const { torrent, folders, folder, hasPeer } = subject;
	const params = { infohash: torrent.infohash };
	if (before === 'absent') {
		// A file without a right piece is that of a user otherwise.
		const body = { uri: torrent.path, destination: folder, use_files: true };
		return {
			send: (client) => client.addDownload({ body }),
			between: [],
			after: { running: true, files: allFiles, folder, label: '', maxUploadSpeed: 0 },
		};
	}
	const change = (body: object, after: RequestedState): LoadRequest => ({
		send: (client) => client.changeDownload({ params, body }),
		between: [],
		after,
	});
	switch (chance.below(9)) {
		case 0:
			return change({ state: 'stop' }, { ...before, running: false });
		case 1:
			return change({ state: 'resume' }, { ...before, running: true });
		case 2: {
			const files = chance.of([[0], [1], allFiles]);
			return change({ selected_files: files }, { ...before, files });
		}
		case 3: {
			const label = chance.of(['', 'one', 'two']);
			return change({ label }, { ...before, label });
		}
		case 4: {
			const maxUploadSpeed = chance.of([0, 50_000, 70_000]);
			return change({ max_upload_speed: maxUploadSpeed }, { ...before, maxUploadSpeed });
		}
		case 5:
			// A check of a stopped download hides that it is stopped.
			return change(before.running ? { state: 'recheck' } : { state: 'stop' }, before);
		case 6: {
			const destination = folder === folders[0] ? folders[1] : folders[0];
			return {
				send: (client) => client.moveDownload({ params, body: { destination } }),
				between: [],
				after: { ...before, folder: destination },
			};
		}
		default:
			return {
				send: (client) =>
					client.removeDownload({ params, body: { remove_data: hasPeer && chance.below(2) === 0 } }),
				// The record is deleted last.
				between: [{ ...before, running: false }],
				after: 'absent',
			};
	}
}

/** Resolves with the list of downloads when no subject is being moved. */
export async function untilMoved(client: Client, subjects: readonly Subject[]): Promise<readonly Download[]> {
	const infohashes = new Set(subjects.map(({ torrent }) => torrent.infohash));
	return until(async () => {
		const { downloads } = await client.listDownloads({ query: { get_files: true } });
		const isMoving = downloads.some(
			({ infohash, status }) => infohashes.has(infohash) && status === 'MOVING',
		);
		return !isMoving && downloads;
	});
}

/** Returns the state of a subject as the service reports it. */
export function reportedState(downloads: readonly Download[], { torrent }: Subject): RequestedState {
	const found = downloads.find(({ infohash }) => infohash === torrent.infohash);
	if (!found) return 'absent';
	const error = found.error || found.move_error;
	if (error) throw new Error(`${found.name} failed: ${error}`);
	const files = found.files ?? [];
	return {
		running: found.status !== 'STOPPED',
		files: files.filter(({ included }) => included).map(({ index }) => index),
		folder: found.destination,
		label: found.label ?? '',
		maxUploadSpeed: found.max_upload_speed ?? 0,
	};
}
