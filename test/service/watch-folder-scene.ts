import { join } from 'node:path';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { downloadsOf, runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';

/** A service that watches a folder, which does not exist yet. */
export async function watchFolderScene() {
	const folder = await makeFolder();
	const drop = join(folder, 'drop');
	const service = await runService({ folder, flags: ['--watch-folder', drop] });
	const events = await recordEvents(service.client());
	return {
		drop,
		service,
		/** Returns the names of files that were reported as corrupt. */
		corrupt: () => events.of('watch_folder_corrupt_torrent').map(({ payload }) => payload.name),
		make: (name: string) => makeTorrent(join(folder, 'data'), name, { 'a.bin': 50_000 }),
		infohashes: async () => (await downloadsOf(service)).map(({ infohash }) => infohash),
		/** Returns how often a text was logged. */
		times: (text: string) => service.output().split(text).length - 1,
	};
}
