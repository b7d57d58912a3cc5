import { prepareDestination } from '../downloads/destination.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { bytesOf } from '../downloads/importation.ts';
import { torrentSource } from '../downloads/source.ts';
import type { Handlers } from '../http/route.ts';
import type { PathGuard } from '../storage/path-guard.ts';

/** Handler of the extension 'import'. */
export function importRoutes(downloads: Downloads, guard: PathGuard): Pick<Handlers, 'importDownload'> {
	return {
		async importDownload({ body }) {
			const source = await torrentSource(bytesOf('torrent', body.torrent), 'The field torrent');
			const destination = await prepareDestination(body.destination, guard);
			const imported = await downloads.import({ source, destination, claims: body });
			return { imported, infohash: source.metainfo.infohash };
		},
	};
}
