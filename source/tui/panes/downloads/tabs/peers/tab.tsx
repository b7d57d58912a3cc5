import { clientShare, flagsInWords, peerAddress, peerColumns } from '../../../../../columns/peers.ts';
import { sanitise } from '../../../../../format/sanitise.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import { currentRow } from '../../../../../state/list/list.ts';
import { Message } from '../../../../components/message.tsx';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { TabPlace, TabProps } from '../tab.ts';
import { staleLine, waitingLines } from '../told-lines.ts';
import { peerCommands } from './commands.ts';

/** A rule, and lines for what the flags of a peer mean. */
const noteRows = 4;

/** The connected peers, and what the flags of the one under the cursor mean. */
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
			share={clientShare}
			note={note}
			noteRows={noteRows}
		/>
	);
}

export const peersTab = {
	id: 'peers',
	title: 'Peers',
	hotkey: 'p',
	commands: peerCommands,
	component: PeersTab,
	page: ({ state, height }: TabPlace) => ({
		rows: height - noteHeight(height, noteRows, state.details.peers.view.length) - 1,
	}),
	position: ({ state: { details } }: TabPlace) => {
		const { view, cursorAt } = details.peers;
		return view.length === 0 ? '' : `${cursorAt + 1} of ${view.length}`;
	},
} as const;
