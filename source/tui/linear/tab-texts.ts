import { downloadFacts } from '../../columns/download-facts.ts';
import { count } from '../../columns/figures.ts';
import { flagsInWords, peerColumns } from '../../columns/peers.ts';
import { noTrackers, trackerColumns } from '../../columns/trackers.ts';
import { oneLine } from '../../format/one-line.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { TabId } from '../../state/details/tabs.ts';
import { current } from '../../state/downloads.ts';
import { currentRow } from '../../state/list/list.ts';
import type { State } from '../../state/state.ts';
import { healthSayings, healthSum } from '../panes/downloads/tabs/health/sayings.ts';
import { pieceCounts } from '../panes/downloads/tabs/pieces/counts.ts';
import { tabs } from '../panes/downloads/tabs/registry.ts';
import { waitingLines } from '../panes/downloads/tabs/told-lines.ts';
import { filesRow } from './files-text.ts';
import type { SpokenRow, Telling } from './pane-texts.ts';
import { rowSentence } from './row-sentence.ts';

/** What a tab as a whole is in words; `so` changes when it is worth telling again. */
interface TabText {
	readonly so: (state: State) => string;
	readonly lines: (state: State, download: Download) => readonly string[];
	/** The row of it that the keys are on. */
	readonly row?: (state: State, download: Download) => SpokenRow | undefined;
}

/** Every tab in words: one that is new does not compile until it is here. */
const tabTexts: { readonly [Id in TabId]: TabText } = {
	overview: {
		so: () => '',
		lines: (_, download) =>
			downloadFacts(download)
				.filter(([, value]) => value !== '' && value !== '–')
				.map(([name, value]) => `${name}: ${oneLine(value, 400)}`),
	},
	files: { so: () => '', lines: () => [], row: filesRow },
	peers: { so: soOfPeers, lines: peerLines, row: peerRow },
	trackers: {
		so: () => '',
		lines: (_, download) => {
			const { length } = download.trackers ?? [];
			return [length === 0 ? noTrackers(download) : `${length} ${length === 1 ? 'tracker' : 'trackers'}.`];
		},
		row: trackerRow,
	},
	pieces: {
		so: ({ details: { pieces, failures } }) => `${pieces.at === undefined} ${failures.pieces?.kind}`,
		lines: ({ details: { pieces, failures } }, download) => {
			if (pieces.at === undefined) return waitingLines('the pieces', failures.pieces);
			if (pieces.total === 0) return ['The pieces are not known yet: the metadata is missing.'];
			return [
				`${pieceCounts(pieces, download)}, ${download.availability?.toFixed(2) ?? 'an unknown number of'} copies among peers and here.`,
			];
		},
	},
	health: {
		so: ({ details: { health, failures } }) =>
			[
				health.askedAt,
				health.checkingSince,
				health.isOverdue,
				health.answeredAt,
				healthSum(health),
				failures.health?.kind,
			].join(' '),
		lines: ({ details, ...rest }) => [
			healthSum(details.health),
			...(details.health.answer?.trackers ?? []).map(
				({ tracker, seeders, leechers, error }) =>
					`${oneLine(tracker, 300)}: ${error === '' ? `${count(seeders)} seeds, ${count(leechers)} peers` : oneLine(error, 300)}`,
			),
			...healthSayings({ details, ...rest }).map(({ text }) => text),
		],
	},
};

/** The tab that shows: told when it is another one, and when what is in it changes as a whole. */
export function tabTelling(state: State): Telling {
	const { shown, tab } = state.details;
	const download = current(state.downloads);
	if (shown === 'not' || !download) return { id: '', lines: () => ['Details are hidden.'] };
	const text = tabTexts[tab];
	return {
		id: `${tab} ${text.so(state)}`,
		lines: () => [`${tabs[tab].title}.`, ...text.lines(state, download).filter((line) => line !== '')],
	};
}

/** The row of the tab that the keys are on; undefined where they are not on one. */
export function tabRow(state: State): SpokenRow | undefined {
	const { shown, focused, tab } = state.details;
	const download = current(state.downloads);
	if (shown === 'not' || !focused || !download) return undefined;
	return tabTexts[tab].row?.(state, download);
}

function soOfPeers({ details: { peers, failures } }: State): string {
	return `${peers.at === undefined} ${peers.view.length === 0} ${failures.peers?.kind}`;
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

function trackerRow({ details }: State, { trackers = [] }: Download): SpokenRow | undefined {
	const at = Math.min(details.trackerAt, trackers.length - 1);
	const tracker = trackers[at];
	if (!tracker) return undefined;
	const { status, error = '' } = tracker;
	return {
		id: `tracker ${at}`,
		condition: status,
		lines: () => [
			`${rowSentence(trackerColumns, ['url', 'status', 'peers', 'seeds', 'leeches'], tracker)}; ${at + 1} of ${trackers.length}.`,
			...(error === '' ? [] : [`Its last error: ${oneLine(error, 600)}`]),
		],
	};
}
