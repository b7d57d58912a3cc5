import type { Download } from '../../protocol/resources/download.ts';
import type { AddDialog } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { type Choice, choiceOf } from './choice.ts';
import type { LocalTorrent, Torrent } from './local-files.ts';
import { infohashesOf, type Source } from './source.ts';
import { sourcesOf } from './sources-of.ts';

/** A source and the result of adding it. */
export interface PlanLine {
	readonly source: Source;
	readonly infohash: string | undefined;
	/** `there`: it is already in the list. `reading`: the file is being read. */
	readonly status: 'add' | 'wrong' | 'there' | 'reading';
	/** Reason or remark; may be untrusted. */
	readonly note: string;
	/** Content of a parsed .torrent file, and the selected files. */
	readonly torrent: Torrent | undefined;
	readonly choice: Choice | undefined;
	/** The existing download of the source. */
	readonly existing: Download | undefined;
}

export const planText = {
	alreadyAdded: (name: string) => `already added: ${name}`,
	reading: 'reading it…',
	noFiles: 'none of its files is selected',
	absent: 'not here; the service looks for it',
} as const;

const downloadsByList = new WeakMap<readonly Download[], ReadonlyMap<string, Download>>();

/** Returns downloads by infohash. Memoized by list. */
function byInfohash(list: readonly Download[]): ReadonlyMap<string, Download> {
	const found = downloadsByList.get(list) ?? new Map(list.map((download) => [download.infohash, download]));
	downloadsByList.set(list, found);
	return found;
}

/** Returns every source of the dialog with the result of adding it now. */
export function planOf(state: AddingData, dialog: AddDialog): readonly PlanLine[] {
	const downloads = byInfohash(state.downloads.list);
	return sourcesOf(state, dialog).map((source) => lineOf(source, state, downloads));
}

function lineOf(source: Source, { adding }: AddingData, downloads: ReadonlyMap<string, Download>): PlanLine {
	const local = source.kind === 'path' ? adding.torrents.get(source.uri) : undefined;
	const torrent = local?.status === 'read' ? local.torrent : undefined;
	// A hybrid torrent has two infohashes. Services differ in which one they use.
	const infohashes = torrent ? [torrent.infohash, torrent.infohash2] : infohashesOf(source);
	const [infohash] = infohashes.filter((each) => each !== undefined);
	const existing = infohashes.map((each) => downloads.get(each ?? '')).find((each) => each !== undefined);
	const choice = torrent && choiceOf(torrent, adding.choices.get(source.uri));
	const line = { source, infohash, torrent, choice, existing };
	if (source.kind === 'wrong') return { ...line, status: 'wrong', note: source.why };
	if (existing)
		return { ...line, status: 'there', note: planText.alreadyAdded(existing.name || existing.infohash) };
	return source.kind === 'path'
		? { ...line, ...statusOfFile(local, choice) }
		: { ...line, status: 'add', note: '' };
}

function statusOfFile(
	local: LocalTorrent | undefined,
	choice: Choice | undefined,
): Pick<PlanLine, 'status' | 'note'> {
	if (!local) return { status: 'reading', note: planText.reading };
	if (choice?.count === 0) return { status: 'wrong', note: planText.noFiles };
	if (local.status === 'read') return { status: 'add', note: '' };
	return local.absent ? { status: 'add', note: planText.absent } : { status: 'wrong', note: local.why };
}
