import { exactBitfield, selectionBytes } from '../../metainfo/layout.ts';
import { trackerList } from '../../metainfo/tracker-list.ts';
import type { EndpointBody } from '../../protocol/endpoints/table.ts';
import { invalidParameter } from '../http/http-error.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { newRecord } from './addition.ts';
import { givenNameOf } from './given-name.ts';
import type { TorrentSource } from './source.ts';

const importationText = {
	notBase64: (field: string) => `${field} is not base64.`,
	pieces: (pieceCount: number) =>
		`pieces has another length: the torrent has ${pieceCount} pieces, one bit each.`,
};

/** A request to add a download of another client. */
export interface Importation {
	readonly source: TorrentSource;
	/** Absolute, normalized path. */
	readonly destination: string;
	readonly claims: EndpointBody<'importDownload'>;
}

/**
 * Returns the record of an imported download. Its claimed pieces count as complete until the engine has hashed a sample
 * of them. Throws a 400 if the torrent has no such files or pieces.
 */
export function importedRecord({ source, destination, claims }: Importation): DownloadRecord {
	const { metainfo } = source;
	const selected = claims.selected_files && claims.selected_files.length > 0 ? claims.selected_files : null;
	const record = newRecord({
		source,
		destination,
		hops: 0,
		safeSeeding: false,
		selected,
		usesFiles: true,
	});
	const bitfield =
		claims.pieces === undefined
			? new Uint8Array()
			: exactBitfield(metainfo, bytesOf('pieces', claims.pieces));
	if (!bitfield) throw invalidParameter(importationText.pieces(metainfo.pieceCount));
	const { total, complete } = selectionBytes(metainfo, bitfield, selected);
	return {
		...record,
		bitfield,
		progress: total === 0 ? 1 : complete / total,
		requestedState: claims.state ?? 'running',
		givenName: givenNameOf(claims.name ?? '', metainfo.name),
		label: claims.label?.trim() ?? '',
		...(claims.trackers ? { trackers: trackerList(claims.trackers), ownTrackers: true } : {}),
		totalDown: claims.total_down ?? 0,
		totalUp: claims.total_up ?? 0,
		seedingSeconds: claims.seeding_seconds ?? 0,
		timeAdded: Math.min(claims.time_added || record.timeAdded, record.timeAdded),
		timeFinished: claims.time_finished || null,
		maxDownloadSpeed: claims.max_download_speed ?? 0,
		maxUploadSpeed: claims.max_upload_speed ?? 0,
		sequential: claims.sequential ?? false,
		seedingRatio: claims.seeding_ratio ?? null,
		seedingMinutes: claims.seeding_minutes ?? null,
	};
}

/** Returns the bytes of a field. Throws a 400 if it is not base64. */
export function bytesOf(field: string, base64: string): Uint8Array {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw invalidParameter(importationText.notBase64(field));
	return Buffer.from(base64, 'base64');
}
