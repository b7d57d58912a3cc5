import { type ForeignTorrent, folders } from './torrents.ts';

export interface ForeignDownload {
	readonly torrent: ForeignTorrent;
	destination: string;
	hops: number;
	readonly safeSeeding: boolean;
	/** The current status, and the status at each following request of the list. */
	status: string;
	next: string[];
	complete: boolean;
	error: string;
	/** Indices of the selected files. */
	selected: Set<number>;
	/** The selected files as a list named them; undefined while all are selected. Some flat lists show this. */
	listed: Set<number> | undefined;
	/** Bytes per second; -1 for no limit. */
	limits: { down: number; up: number };
	/** Place in the queue; -1 if the service does not manage the download. */
	place: number;
	/** Announce URLs. */
	trackers: string[];
	/** Trackers of requested announces. */
	readonly announced: string[];
	/** Expanded folders of the tree, as paths with the root. */
	readonly expanded: Set<string>;
}

interface AdditionOptions {
	readonly torrent: ForeignTorrent;
	readonly destination: string;
	readonly hops: number;
	readonly safeSeeding: boolean;
	readonly selected: readonly number[] | undefined;
	/** Status of a download in an unwritable folder: 7.14 STOPPED, 8.4 STOPPED_ON_ERROR. */
	readonly broken: 'STOPPED' | 'STOPPED_ON_ERROR';
}

/** Every action answers at once. The status follows, one step at each request of the list. */
export function createDownload({
	torrent,
	destination,
	hops,
	safeSeeding,
	selected,
	broken,
}: AdditionOptions): ForeignDownload {
	const everything = torrent.files.map((_, index) => index);
	const isListed = selected !== undefined && selected.length > 0;
	const complete = destination === folders.complete;
	const download: ForeignDownload = {
		torrent,
		destination,
		hops,
		safeSeeding,
		status: 'STOPPED',
		next: [],
		complete,
		error: '',
		selected: new Set(isListed ? selected : everything),
		listed: isListed ? new Set(selected) : undefined,
		limits: { down: 4_096, up: -1 },
		place: -1,
		trackers: ['http://127.0.0.1:6969/announce'],
		announced: [],
		expanded: new Set(),
	};
	if (destination === folders.unwritable) {
		download.error = `'Permission denied: ${destination}/${torrent.name}'`;
		download.status = broken;
	} else {
		download.next =
			torrent.files.length === 0
				? ['METADATA']
				: ['WAITING_FOR_HASHCHECK', 'HASHCHECKING', running(download)];
	}
	return download;
}

export function running(download: ForeignDownload): string {
	if (download.torrent.files.length === 0) return 'METADATA';
	return download.complete ? 'SEEDING' : 'DOWNLOADING';
}

export function look(download: ForeignDownload): void {
	const next = download.next.shift();
	if (next !== undefined) download.status = next;
}
