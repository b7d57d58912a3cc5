import type { Downloads } from '../downloads/downloads.ts';
import { bytesOf } from '../downloads/importation.ts';
import { torrentSource } from '../downloads/source.ts';
import type { Handlers } from '../http/route.ts';

/** Handler of the extension 'import'. */
export function importRoutes(downloads: Downloads) {
	return {
		async importDownload({ body }) {
			const source = await torrentSource(bytesOf('torrent', body.torrent), 'The field torrent');
			const destination = await downloads.destinations.prepare(body.destination);
			const imported = await downloads.additions.import({ source, destination, claims: body });
			return { imported, infohash: source.metainfo.infohash };
		},
	} satisfies Partial<Handlers>;
}
