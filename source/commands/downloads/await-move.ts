import { setTimeout as delay } from 'node:timers/promises';
import { isSameFolder } from '../../client/verified-changes.ts';
import { bar } from '../../format/bar.ts';
import { oneLine } from '../../format/one-line.ts';
import { percent } from '../../format/share.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { warn } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { type Chosen, displayName } from './choose.ts';

/** Failures of a move. */
export const awaitMoveText = {
	elsewhere: (name: string, folder: string) => `${name}: moved to ${JSON.stringify(folder)}.`,
	removed: 'the download was removed meanwhile',
	cancelled: (folder: string) =>
		`the data is still in ${JSON.stringify(folder)}. The move was cancelled, or the service reports no reason`,
};

const INTERVAL_MS = 300;
/** Maximum time from the answer until a service in the field shows the move. */
const SHOWN_TIMEOUT_MS = 10_000;
const BAR_CELLS = 20;
/** Maximum length of a folder in a message. */
const MAX_SHOWN_FOLDER = 300;

/**
 * Waits until the data of a download is in the folder `to`. Shows the progress on a terminal. Throws a CommandFailure if
 * the move fails. `from`: folder before the move, if the service may rewrite the destination.
 */
export async function awaitMove(
	{ client, limits }: Call,
	chosen: Chosen,
	{ from, to }: { readonly from: string | undefined; readonly to: string },
	signal: AbortSignal,
): Promise<void> {
	const isShown = process.stderr.isTTY === true;
	const deadline = Date.now() + SHOWN_TIMEOUT_MS;
	let wasMoving = false;
	try {
		for (;;) {
			const query = { infohash: chosen.infohash };
			const { downloads } = await client.listDownloads({ query }, { ...limits, signal });
			const download = downloads.find(({ infohash }) => infohash === chosen.infohash);
			if (!download) throw new CommandFailure(awaitMoveText.removed);
			const isMoving = download.status === 'MOVING';
			wasMoving ||= isMoving;
			if (!isMoving && isSameFolder(download.destination, to)) return;
			if (!isMoving && download.move_error !== undefined) throw new CommandFailure(download.move_error);
			if (!isMoving && from !== undefined && !isSameFolder(download.destination, from)) {
				const folder = oneLine(download.destination, MAX_SHOWN_FOLDER);
				warn(awaitMoveText.elsewhere(displayName(download), folder));
				return;
			}
			if (!isMoving && (wasMoving || Date.now() > deadline || client.requests.dialect === 'interface'))
				throw new CommandFailure(awaitMoveText.cancelled(download.destination));
			if (isShown) process.stderr.write(`\r\x1b[K${progressLine(download, process.stderr.columns)}`);
			await delay(INTERVAL_MS, undefined, { signal });
		}
	} finally {
		if (isShown) process.stderr.write('\r\x1b[K');
	}
}

function progressLine(download: Download, columns: number): string {
	const { progress = 0 } = download;
	const start = `${bar(progress, BAR_CELLS)} ${percent(progress).padStart(6)} `;
	// The name is last, so that a narrow terminal cuts nothing else.
	return start + [...displayName(download)].slice(0, Math.max(0, columns - start.length - 1)).join('');
}
