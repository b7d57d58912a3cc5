import { CLIENT_SHARE, flagsInWords, peerAddress, peerColumns } from '../../../../../columns/peers.ts';
import { sanitise } from '../../../../../format/sanitise.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type PeersSlice, peerKind } from '../../../../../state/details/peers.ts';
import { peersQuery } from '../../../../../state/details/queries.ts';
import { currentRow, moveRows, sortList } from '../../../../../state/list/list.ts';
import { Message } from '../../../../components/message.tsx';
import { rowSentence } from '../../../../components/row-sentence.ts';
import { nextSort } from '../../../../surfaces/next-sort.ts';
import type { SpokenRow } from '../../../../surfaces/surface.ts';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { staleLine, waitingLines } from '../waiting-text.ts';
import { peerCommands } from './commands.ts';

/** A rule, and lines for the meanings of a peer's flags. */
const MIN_NOTE_ROWS = 4;

/** The connected peers, and the meanings of the flags of the one under the cursor. */
function PeersTab({ state, theme, width, height, focused }: TabProps) {
	const { peers, failures } = state.details;
	if (peers.view.length === 0) {
		const lines =
			peers.at === undefined || failures.peers
				? waitingLines('the peers', failures.peers)
				: ['No peers are connected.'];
		return <Message theme={theme} width={width} height={height} lines={lines} />;
	}
	const stale = staleLine(failures.peers, peers.at, state.now);
	const peer = currentRow(peers);
	const words = peer
		? `${sanitise(peerAddress(peer), 100)}: ${flagsInWords(peer) || 'no flags'}.`
		: 'Each flag is explained for the peer under the cursor.';
	const note = stale
		? wrapWhole(stale, width).map((line) => style(theme, 'bad', line))
		: wrapWhole(words, width).map((line) => style(theme, 'faint', line));
	return (
		<ListWithNote
			columns={peerColumns}
			rows={peers.view}
			cursor={focused ? peers.cursorAt : -1}
			theme={theme}
			width={width}
			height={height}
			faint={stale !== undefined}
			sort={peers.sort}
			share={CLIENT_SHARE}
			note={note}
			noteRows={MIN_NOTE_ROWS}
		/>
	);
}

function withPeers(state: State, peers: PeersSlice): State {
	return { ...state, details: { ...state.details, peers } };
}

function peerLines({ details: { peers, failures } }: State): readonly string[] {
	if (peers.at === undefined || failures.peers) return waitingLines('the peers', failures.peers);
	const { length } = peers.view;
	return length === 0 ? ['No peers are connected.'] : [`${length} ${length === 1 ? 'peer' : 'peers'}.`];
}

function peerRow({ details: { peers } }: State): SpokenRow | undefined {
	const peer = currentRow(peers);
	if (!peer) return undefined;
	const told = peerColumns.map(({ id }) => id).filter((id) => id !== 'flags');
	return {
		id: peers.cursor ?? '',
		condition: '',
		lines: () => [
			`${rowSentence(peerColumns, told, peer)}, ${flagsInWords(peer)}; ${peers.cursorAt + 1} of ${peers.view.length}.`,
		],
	};
}

export const peersTab = {
	id: 'peers',
	title: 'Peers',
	hotkey: 'p',
	commands: peerCommands,
	component: PeersTab,
	queries: [{ name: 'peers', ask: ({ details }) => peersQuery(details) }],
	list: {
		positions: ({ details }) => details.peers.view.length,
		move: (state, rows) => withPeers(state, moveRows(peerKind, state.details.peers, rows)),
		sort: {
			next: ({ details }, column) => nextSort(peerColumns, column, details.peers.sort),
			set: (state, sort) => withPeers(state, sortList(peerKind, state.details.peers, sort)),
		},
	},
	spoken: {
		id: ({ details: { peers, failures } }) =>
			`${peers.at === undefined} ${peers.view.length === 0} ${failures.peers?.kind}`,
		lines: peerLines,
		row: peerRow,
	},
	page: ({ state, height }: TabPlace) => ({
		rows: height - noteHeight(height, MIN_NOTE_ROWS, state.details.peers.view.length) - 1,
	}),
	position: ({ state: { details } }: TabPlace) => {
		const { view, cursorAt } = details.peers;
		return view.length === 0 ? '' : `${cursorAt + 1} of ${view.length}`;
	},
} as const satisfies Tab;
