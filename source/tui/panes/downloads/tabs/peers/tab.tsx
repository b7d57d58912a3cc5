import { CLIENT_SHARE, flagsInWords, peerAddress, peerColumns } from '../../../../../columns/peers.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import type { Peer } from '../../../../../protocol/resources/peer.ts';
import { peersQuery } from '../../../../../state/core/details-queries.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type PeersSlice, peerKind } from '../../../../../state/details/peers.ts';
import { currentRow, moveRows, sortList } from '../../../../../state/list/list.ts';
import type { Sort } from '../../../../../state/list/rows.ts';
import { columnFitter } from '../../../../components/column-fitter.ts';
import { commandsOf } from '../../../../surfaces/command.ts';
import { type DrawnTable, tableList } from '../../../../surfaces/row-table.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { staleLine, waitingLines } from '../../../../surfaces/waiting-text.ts';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';

const somePeers = ({ details }: State) =>
	details.peers.list.length > 0 ? true : 'There are no peers to sort.';

/** Returns the next sort order: column by column, then the order of the service. */
function nextSort(sort: Sort | undefined): Sort | undefined {
	const next = peerColumns[peerColumns.findIndex(({ id }) => id === sort?.column) + 1];
	return next && { column: next.id, descending: next.greatestFirst ?? false };
}

const peerCommands = commandsOf('tab-peers', [
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

/** A rule, and lines for the meanings of a peer's flags. */
const MIN_NOTE_ROWS = 4;

/** The connected peers, and the meanings of the flags of the one under the cursor. */
function PeersTab({ state, theme, width, height, gutter, focused }: TabProps) {
	const { peers } = state.details;
	const table = peerTable(state);
	const [stale] = text(state).lines;
	const peer = currentRow(peers);
	const words = peer
		? `${sanitize(peerAddress(peer), 100)}: ${flagsInWords(peer) || 'no flags'}.`
		: 'Each flag is explained for the peer under the cursor.';
	const note = stale
		? wrapWhole(stale, width).map((line) => style(theme, 'bad', line))
		: wrapWhole(words, width).map((line) => style(theme, 'faint', line));
	return (
		<ListWithNote
			{...table}
			columns={fitted({ columns: table.columns, rows: table.rows, width, share: CLIENT_SHARE })}
			cursor={focused ? peers.cursorAt : -1}
			theme={theme}
			width={width}
			height={height}
			gutter={gutter}
			faint={stale !== undefined}
			share={CLIENT_SHARE}
			note={note}
			noteRows={MIN_NOTE_ROWS}
		/>
	);
}

/** Peers come and go, so columns become no narrower. */
const fitted = columnFitter<Peer>(false);

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

export const peersTab = {
	id: 'peers',
	title: 'Peers',
	hotkey: 'p',
	commands: peerCommands,
	component: PeersTab,
	queries: [peersQuery],
	message,
	text,
	list: tableList({
		table: peerTable,
		move: (state, rows) => withPeers(state, moveRows(peerKind, state.details.peers, rows)),
		setSort: (state, sort) => withPeers(state, sortList(peerKind, state.details.peers, sort)),
	}),
	page: ({ state, height }: TabPlace) => ({
		rows: height - noteHeight(height, MIN_NOTE_ROWS, state.details.peers.view.length) - 1,
	}),
} as const satisfies Tab;
