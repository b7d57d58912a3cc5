import { CLIENT_SHARE, flagsInWords, peerAddress, peerColumns } from '../../../../../columns/peers.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import type { Peer } from '../../../../../protocol/resources/peer.ts';
import { peersQuery } from '../../../../../state/core/details-queries.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type PeersSlice, peerKind } from '../../../../../state/details/peers.ts';
import { moveRows, sortList } from '../../../../../state/list/list.ts';
import { columnFitter } from '../../../../components/column-fitter.ts';
import { nextOrder } from '../../../../sections/list-commands.ts';
import { commandsOf } from '../../../../surfaces/command.ts';
import type { DrawnTable } from '../../../../surfaces/row-table.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { staleLine, waitingLines } from '../../../../surfaces/waiting-text.ts';
import { listTab } from '../list-with-note.tsx';
import type { Tab } from '../tab.ts';

const somePeers = ({ details }: State) =>
	details.peers.list.length > 0 ? true : 'There are no peers to sort.';

const peerCommands = commandsOf('tab-peers', [
	{
		id: 'peers-sort',
		group: 'view',
		keys: ['o'],
		title: 'Sort the peers by the next column',
		hint: 'sort',
		when: somePeers,
		run: ({ state, dispatch }) => {
			const sort = nextOrder(peerColumns, state.details.peers.sort);
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

/** A rule, and lines for the meanings of a peer's flags. */
const MIN_NOTE_ROWS = 4;

function withPeers(state: State, peers: PeersSlice): State {
	return { ...state, details: { ...state.details, peers } };
}

function peerTable({ details: { peers } }: State): DrawnTable<Peer> {
	const { view, cursorAt, sort } = peers;
	return {
		noun: 'peer',
		columns: peerColumns,
		rows: view,
		cursor: cursorAt,
		keyOf: peerKind.keyOf,
		sort,
		share: CLIENT_SHARE,
	};
}

export const peersText = { none: 'No peers are connected.' } as const;

/** Returns why no peer is shown. */
function message({ details: { peers, failures } }: State): SurfaceText | undefined {
	if (peers.view.length > 0) return undefined;
	const isWaiting = peers.at === undefined || failures.peers !== undefined;
	return isWaiting
		? { id: `waiting ${failures.peers?.kind}`, lines: waitingLines('the peers', failures.peers) }
		: { id: 'none', lines: [peersText.none] };
}

/** Returns the age of the peers if they are stale. */
function text({ details: { peers, failures }, now }: State): SurfaceText {
	const stale = staleLine(failures.peers, peers.at, now);
	return { id: failures.peers?.kind ?? '', lines: stale === undefined ? [] : [stale] };
}

/** Returns the age of stale peers, or the meanings of the flags of a peer. */
function noteOf(peer: Peer | undefined, state: State, width: number) {
	const [stale] = text(state).lines;
	const words = peer
		? `${sanitize(peerAddress(peer), 100)}: ${flagsInWords(peer) || 'no flags'}.`
		: 'Each flag is explained for the peer under the cursor.';
	const token = stale === undefined ? 'faint' : 'bad';
	return wrapWhole(stale ?? words, width).map((line) => [line, token] as const);
}

/** The connected peers. */
export const peersTab = {
	id: 'peers',
	title: 'Peers',
	hotkey: 'p',
	commands: peerCommands,
	queries: [peersQuery],
	message,
	text,
	...listTab({
		table: peerTable,
		move: (state, rows) => withPeers(state, moveRows(peerKind, state.details.peers, rows)),
		setSort: (state, sort) => withPeers(state, sortList(peerKind, state.details.peers, sort)),
		note: noteOf,
		minNoteRows: MIN_NOTE_ROWS,
		// Peers come and go, so columns become no narrower.
		fitted: columnFitter<Peer>(false),
		isStale: (state) => text(state).lines.length > 0,
	}),
} as const satisfies Tab;
