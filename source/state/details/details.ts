import type { Failure } from '../connection/connection.ts';
import { type FilesSlice, noFiles } from '../files/files.ts';
import type { TabId } from '../surfaces/tabs.ts';
import { type HealthSlice, noHealth } from './health.ts';
import { noPeers, type PeersSlice } from './peers.ts';
import { noPieces, type PiecesSlice } from './pieces.ts';

/** Parts of the details that are requested alone. */
export type DetailsPart = 'peers' | 'pieces' | 'files' | 'health' | 'stream-files';

/** Details of one download: the current tab, its arrangement, and the data of all tabs. */
export interface DetailsSlice {
	/** 'split': beside or below the list, depending on the screen. 'full': instead of the list. */
	readonly shown: 'not' | 'split' | 'full';
	/** Whether the user has neither opened nor closed them. Then they are open on screens with room for them. */
	readonly isAuto: boolean;
	/** Whether the tab has the focus instead of the list. False while hidden, true in full view. */
	readonly focused: boolean;
	readonly tab: TabId;
	/** Infohash of the download of all tabs: the one under the cursor. */
	readonly of: string | undefined;
	/** Index of the first visible line of the overview. */
	readonly overviewScroll: number;
	readonly peers: PeersSlice;
	/** Index of the tracker under the cursor. There may be fewer by now. */
	readonly trackerIndex: number;
	readonly pieces: PiecesSlice;
	readonly health: HealthSlice;
	/** Index of the cursor among the trackers of the health tab. There may be fewer by now. */
	readonly healthIndex: number;
	readonly files: FilesSlice;
	/** Last failures of the queries of tabs. */
	readonly failures: Readonly<Partial<Record<DetailsPart, Failure>>>;
}

const noFailures: DetailsSlice['failures'] = {};

export const initialDetails: DetailsSlice = {
	shown: 'not',
	isAuto: true,
	focused: false,
	tab: 'overview',
	of: undefined,
	overviewScroll: 0,
	peers: noPeers,
	trackerIndex: 0,
	pieces: noPieces,
	health: noHealth,
	healthIndex: 0,
	files: noFiles,
	failures: noFailures,
};

/** Makes the details follow the cursor to the download `of`; data of another download is dropped. */
export function followCursor(details: DetailsSlice, of: string | undefined): DetailsSlice {
	if (details.of === of) return details;
	const { shown, isAuto, focused, tab, peers, failures } = details;
	// A literal, because a copy with other properties takes V8 ten times as long with every key.
	return {
		shown,
		isAuto,
		focused,
		tab,
		of,
		overviewScroll: 0,
		// The next download keeps the order of the peers.
		peers: peers.sort === noPeers.sort ? noPeers : { ...noPeers, sort: peers.sort },
		trackerIndex: 0,
		pieces: noPieces,
		health: noHealth,
		healthIndex: 0,
		files: noFiles,
		failures: permanentFailures(failures),
	};
}

/** Returns the failures that hold for every download: a service without health checks. */
function permanentFailures({ health }: DetailsSlice['failures']): DetailsSlice['failures'] {
	return health?.kind === 'absent' ? { health } : noFailures;
}

/** Forgets missing endpoints: the service restarted and may be another release. */
export function forgetAbsent(details: DetailsSlice): DetailsSlice {
	const { health, ...failures } = details.failures;
	return health?.kind === 'absent' ? { ...details, failures } : details;
}
