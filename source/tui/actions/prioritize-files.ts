import { sanitize } from '../../format/sanitize.ts';
import { activeFiles } from '../../state/adding/active-files.ts';
import { isCheapToRead } from '../../state/details/files-queries.ts';
import type { PriorityChange } from '../../state/files/priorities.ts';
import type { CommandContext } from '../surfaces/command.ts';

/**
 * Sends priorities of files of the download in the details. The screen changes at once, and back if the service refuses.
 */
export function prioritizeFiles(context: CommandContext, request: Omit<PriorityChange, 'id'>): void {
	const { state, dispatch, write } = context;
	const { of } = state.details;
	const files = activeFiles(state);
	const { all, version: id } = files;
	if (of === undefined || !all) return;
	const { groups, what } = request;
	const change: PriorityChange = { ...request, id };
	const file_priorities = Object.fromEntries(
		groups.map(({ priority, nodes }) => [
			priority,
			Array.from(nodes, (node) => all.tree.indices[node] ?? -1),
		]),
	);
	dispatch({ type: 'details', what: { type: 'files', what: { type: 'prioritize', change } } });
	write({
		queue: `files of ${of}`,
		send: (client) => client.changeDownload({ params: { infohash: of }, body: { file_priorities } }),
		doing: `Changing the priority of ${sanitize(what, 200)}`,
		infohash: of,
		onEnd: (failure) =>
			dispatch({
				type: 'details',
				what: { type: 'files', what: { type: 'prioritized', of, id, worked: failure === undefined } },
			}),
		stale: isCheapToRead(files) ? ['tab-files:files'] : [],
	});
}
