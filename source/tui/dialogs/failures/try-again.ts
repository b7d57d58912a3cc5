import type { Client } from '../../../client/client.ts';
import type { BatchFailure } from '../../../state/batch/batch.ts';
import { refusalOf } from '../../../state/batch/change.ts';
import type { BatchRequest } from '../../../state/batch/request.ts';
import { commonChange } from '../../../state/batch/undo.ts';
import type { State } from '../../../state/core/state.ts';
import { lastFailed } from '../../../state/dialogs/failure-list.ts';
import { requestOf, sendChange } from '../../actions/send-change.ts';
import { type CommandContext, showRefusal } from '../../surfaces/command.ts';

export const tryAgainText = {
	running: 'These requests are still in progress.',
	removal: 'The last failed request was a removal. Press m to select the downloads, then d.',
	addition: 'The last failed request was an addition. Add it again with a.',
	nothing: 'Nothing to retry: removed, or already in that state.',
} as const;

/** Returns whether the failed requests of the last batch can be retried. Adding and removing have their own dialogs. */
export function retryObstacle({ batches }: State): true | string {
	if (batches.running.some(({ id }) => id === batches.failedBatchId)) return tryAgainText.running;
	const failed = lastFailed(batches);
	if (failed.some(({ change }) => change)) return true;
	return isListed(failed) ? tryAgainText.removal : tryAgainText.addition;
}

/** Whether any failure belongs to a listed download. Failed additions do not. */
export const isListed = (failed: readonly BatchFailure[]) =>
	failed.some(({ infohash }) => infohash !== undefined);

/** Repeats the failed requests of the last batch for downloads that are still listed and not changed already. */
export function retryFailed(context: CommandContext): void {
	const { state, dispatch, writeAll } = context;
	const ways = lastFailed(state.batches).flatMap(({ infohash, change }) =>
		infohash === undefined || !change ? [] : [{ infohash, change }],
	);
	const changes = new Map(ways.map(({ infohash, change }) => [infohash, change]));
	const left = new Map(changes);
	const subjects = state.downloads.list.filter((download) => {
		const change = left.get(download.infohash);
		// A service may list a download twice.
		left.delete(download.infohash);
		return (
			change && refusalOf(change, download, state.optimistic.get(download.infohash)?.change) === undefined
		);
	});
	if (subjects.length === 0) {
		showRefusal(tryAgainText.nothing, context);
		return;
	}
	dispatch({ type: 'close' });
	const common = commonChange(ways);
	if (common) {
		sendChange(common, { subjects, pending: state.optimistic }, context);
		return;
	}
	const orders = subjects.flatMap((download): BatchRequest<Client>[] => {
		const change = changes.get(download.infohash);
		return change ? [requestOf(change, download)] : [];
	});
	writeAll({
		requests: orders,
		doing: `Retrying ${orders.length} changes`,
		done: { level: 'info', text: `All ${orders.length} failed changes succeeded` },
		stale: ['downloads'],
	});
}
