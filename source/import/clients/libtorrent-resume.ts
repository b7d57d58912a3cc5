import type { Metainfo } from '../../metainfo/metainfo.ts';
import type { ClaimedDownload } from '../reading/assemble.ts';
import { allPieces, bitfieldOfBytes } from '../reading/piece-claims.ts';
import type { SavedValues } from '../reading/saved-values.ts';

/** Values that libtorrent saves for a download, in qBittorrent, deluge and Tribler. */
export function libtorrentClaims(
	metainfo: Metainfo,
	saved: SavedValues,
): ClaimedDownload & { readonly autoManaged: boolean } {
	const pieces = saved.bytes('pieces');
	const isSeed = saved.integer('seed_mode') === 1 && !pieces;
	const mapped = saved.texts('mapped_files');
	return {
		destination: saved.text('save_path'),
		bitfield: isSeed ? allPieces(metainfo) : pieces && bitfieldOfBytes(metainfo, pieces),
		running: saved.integer('paused') !== 1,
		autoManaged: saved.integer('auto_managed') === 1,
		wanted: saved.integers('file_priority')?.map((priority) => priority !== 0),
		downloaded: saved.integer('total_downloaded'),
		uploaded: saved.integer('total_uploaded'),
		timeAdded: saved.integer('added_time'),
		timeFinished: saved.integer('completed_time'),
		seedingSeconds: saved.integer('seeding_time'),
		trackers: saved.nestedTexts('trackers'),
		maxDownloadSpeed: saved.integer('download_rate_limit'),
		maxUploadSpeed: saved.integer('upload_rate_limit'),
		sequential: saved.integer('sequential_download') === 1,
		paths: mapped,
	};
}
