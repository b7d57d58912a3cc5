import type { ImportRow } from '../../columns/imported.ts';
import { examineLayout } from '../../import/disk-layout.ts';
import type { ImportEntry, ImportedDownload } from '../../import/imported-download.ts';
import { selectionBytes } from '../../metainfo/layout.ts';
import type { EndpointBody } from '../../protocol/endpoints/table.ts';

const MINUTE_S = 60;

/** A download with the request that imports it. */
export interface PlannedImport {
	readonly row: ImportRow;
	readonly body: EndpointBody<'importDownload'>;
	/** Facts that are no problem, one sentence each. */
	readonly notes: readonly string[];
}

export function unusableRow({ name, reason }: Extract<ImportEntry, { kind: 'unusable' }>): ImportRow {
	const problem = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
	return {
		...{ name, infohash: '', result: 'failed', state: undefined, progress: undefined },
		...{ destination: '', label: '', problem },
	};
}

/**
 * Plans the import of a download. One whose data is not where it should be is imported stopped, without the pieces that
 * cannot be there: otherwise they would be downloaded again.
 */
export async function plannedImport(
	download: ImportedDownload,
	present: ReadonlySet<string>,
	allStopped: boolean,
): Promise<PlannedImport> {
	const { metainfo, selected, destination, label, name } = download;
	const isPresent = present.has(metainfo.infohash);
	const { bitfield, problem } = isPresent
		? { bitfield: undefined, problem: '' }
		: await examineLayout(download);
	const state = allStopped || problem !== '' ? 'stopped' : download.state;
	const claimed = isPresent ? download.bitfield : bitfield;
	const { total, complete } = selectionBytes(metainfo, claimed ?? new Uint8Array(), selected);
	return {
		row: {
			name,
			infohash: metainfo.infohash,
			result: isPresent ? 'present' : 'imported',
			state,
			progress: claimed && (total === 0 ? 1 : complete / total),
			destination,
			label,
			problem: problem === '' ? '' : `${problem} Imported stopped.`,
		},
		body: bodyOf(download, state, bitfield),
		notes: download.notes,
	};
}

function bodyOf(
	download: ImportedDownload,
	state: 'running' | 'stopped',
	bitfield: Uint8Array | undefined,
): EndpointBody<'importDownload'> {
	const { timeAdded, timeFinished, seedingRatio, seedingTime, trackers, selected } = download;
	return {
		torrent: base64(download.torrent),
		destination: download.destination,
		state,
		name: download.name,
		total_down: download.downloaded,
		total_up: download.uploaded,
		seeding_seconds: download.seedingSeconds,
		max_download_speed: download.maxDownloadSpeed,
		max_upload_speed: download.maxUploadSpeed,
		sequential: download.sequential,
		...(bitfield ? { pieces: base64(bitfield) } : {}),
		...(download.label === '' ? {} : { label: download.label }),
		...(selected ? { selected_files: [...selected] } : {}),
		...(trackers ? { trackers: [...trackers] } : {}),
		...(timeAdded === undefined ? {} : { time_added: timeAdded }),
		...(timeFinished === undefined ? {} : { time_finished: timeFinished }),
		...(seedingRatio === undefined ? {} : { seeding_ratio: seedingRatio }),
		...(seedingTime === undefined ? {} : { seeding_minutes: Math.ceil(seedingTime / MINUTE_S) }),
	};
}

function base64(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
