import { resolve } from 'node:path';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { trackerList } from '../../metainfo/tracker-list.ts';
import { MAX_LABEL_LENGTH } from '../../protocol/label-name.ts';
import type { ImportEntry, ImportedDownload } from '../imported-download.ts';
import { MAX_NAME } from '../limits.ts';

export const assembleText = {
	noDestination: 'its saved state names no folder for the data',
	relative: (path: string) => `its folder ${path} is not an absolute path`,
	noFileSelected: 'No file was selected there. All files are selected, and it is stopped.',
	otherLabel: (label: string) => `Its label is changed to '${label}'.`,
	unknownProgress: 'Its progress is unknown. All data is checked.',
};

/** Values that a client saved for a download, still unchecked. Omitted ones have the default of a new download. */
export interface ClaimedDownload {
	/** Name that the client shows; that of the torrent if empty. */
	readonly name?: string | undefined;
	readonly destination: string | undefined;
	readonly bitfield: Uint8Array | undefined;
	readonly running: boolean;
	/** Whether each file is selected, in the torrent's order; undefined for all. */
	readonly wanted?: readonly boolean[] | undefined;
	readonly downloaded?: number | undefined;
	readonly uploaded?: number | undefined;
	readonly timeAdded?: number | undefined;
	readonly timeFinished?: number | undefined;
	readonly seedingSeconds?: number | undefined;
	readonly label?: string | undefined;
	/** All announce URLs; undefined if they are those of the torrent. */
	readonly trackers?: readonly string[] | undefined;
	readonly maxDownloadSpeed?: number | undefined;
	readonly maxUploadSpeed?: number | undefined;
	readonly sequential?: boolean;
	readonly seedingRatio?: number | undefined;
	readonly seedingTime?: number | undefined;
	/** Paths below the destination, in the torrent's order; empty or undefined for a file with its own name. */
	readonly paths?: readonly (string | undefined)[] | undefined;
	readonly notes?: readonly string[];
}

/** Returns the checked download of a torrent and the values that a client saved for it. */
export function assemble(torrent: Uint8Array, metainfo: Metainfo, claimed: ClaimedDownload): ImportEntry {
	const { destination } = claimed;
	if (!destination || destination.includes('\0')) {
		return { kind: 'unusable', name: metainfo.name, reason: assembleText.noDestination };
	}
	if (!destination.startsWith('/')) {
		return { kind: 'unusable', name: metainfo.name, reason: assembleText.relative(destination) };
	}
	const selected = selectionOf(metainfo, claimed.wanted);
	const nothing = selected !== null && selected.length === 0;
	const trackers = claimed.trackers && trackerList(claimed.trackers);
	const label = plain(claimed.label ?? '', MAX_LABEL_LENGTH);
	const notes = [
		...(claimed.label && label !== claimed.label ? [assembleText.otherLabel(label)] : []),
		...(claimed.notes ?? []),
		...(nothing ? [assembleText.noFileSelected] : []),
		...(claimed.bitfield === undefined ? [assembleText.unknownProgress] : []),
	];
	const download: ImportedDownload = {
		name: plain(claimed.name ?? '', MAX_NAME) || metainfo.name,
		torrent,
		metainfo,
		destination: resolve(destination),
		bitfield: claimed.bitfield,
		state: claimed.running && !nothing ? 'running' : 'stopped',
		selected: nothing ? null : selected,
		downloaded: amount(claimed.downloaded) ?? 0,
		uploaded: amount(claimed.uploaded) ?? 0,
		timeAdded: positive(claimed.timeAdded),
		timeFinished: positive(claimed.timeFinished),
		seedingSeconds: amount(claimed.seedingSeconds) ?? 0,
		label,
		trackers: trackers && isSame(trackers, metainfo.trackers) ? undefined : trackers,
		maxDownloadSpeed: amount(claimed.maxDownloadSpeed) ?? 0,
		maxUploadSpeed: amount(claimed.maxUploadSpeed) ?? 0,
		sequential: claimed.sequential ?? false,
		seedingRatio: limit(claimed.seedingRatio),
		seedingTime: limit(claimed.seedingTime),
		renamed: renamedFiles(metainfo, claimed.paths),
		notes,
	};
	return { kind: 'download', download };
}

/** Returns a text without invisible characters, in at most `most` characters. */
function plain(text: string, most: number): string {
	const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
	const cut = [...visible].slice(0, most).join('').trim();
	// A path of a URL cannot have these as a name.
	return cut === '.' || cut === '..' ? '' : cut;
}

function selectionOf({ files }: Metainfo, wanted: readonly boolean[] | undefined): readonly number[] | null {
	if (!wanted) return null;
	const stored = files.map(({ padding }, index) => ({ padding, index })).filter(({ padding }) => !padding);
	const selected = stored.filter(({ index }) => wanted[index] ?? true).map(({ index }) => index);
	return selected.length === stored.length ? null : selected;
}

function renamedFiles(
	{ files }: Metainfo,
	paths: readonly (string | undefined)[] | undefined,
): ReadonlyMap<number, string> {
	const renamed = new Map<number, string>();
	if (!paths) return renamed;
	files.forEach(({ diskPath, padding }, index) => {
		const path = paths[index];
		if (!padding && path && path !== diskPath) renamed.set(index, path);
	});
	return renamed;
}

/** Whether two lists have the same URLs, in any order. */
function isSame(trackers: readonly string[], own: readonly string[]): boolean {
	return trackers.length === own.length && trackers.every((url) => own.includes(url));
}

function amount(value: number | undefined): number | undefined {
	return value !== undefined && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

function positive(value: number | undefined): number | undefined {
	const rounded = amount(value);
	return rounded === 0 ? undefined : rounded;
}

function limit(value: number | undefined): number | undefined {
	return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
