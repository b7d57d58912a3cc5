import { peerColumns } from '../../../../../columns/peers.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { Sort } from '../../../../../state/list/rows.ts';
import { commandsOf } from '../../../../commands/command.ts';

const somePeers = ({ details }: State) =>
	details.peers.list.length > 0 ? true : 'There are no peers to sort.';

/** Returns the next sort order: column by column, then the order of the service. */
function nextSort(sort: Sort | undefined): Sort | undefined {
	const next = peerColumns[peerColumns.findIndex(({ id }) => id === sort?.column) + 1];
	return next && { column: next.id, descending: next.greatestFirst ?? false };
}

export const peerCommands = commandsOf('tab-peers', [
	{
		id: 'peers-sort',
		group: 'view',
		keys: ['o'],
		title: 'Sort the peers by the next column',
		hint: 'sort',
		when: somePeers,
		run: ({ state, dispatch }) => {
			const sort = nextSort(state.details.peers.sort);
			dispatch({ type: 'details', what: { type: 'sort-peers', sort } });
		},
	},
	{
		id: 'peers-sort-backwards',
		group: 'view',
		keys: ['O'],
		title: 'Reverse the sort order of the peers',
		when: ({ details }) => (details.peers.sort ? true : 'Nothing is sorted yet. Press o to sort.'),
		run: ({ state, dispatch }) => {
			const { sort } = state.details.peers;
			if (!sort) return;
			const other = { ...sort, descending: !sort.descending };
			dispatch({ type: 'details', what: { type: 'sort-peers', sort: other } });
		},
	},
]);
