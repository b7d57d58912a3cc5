import { readdir } from 'node:fs/promises';
import { makeFolder } from '../fixtures/folder.ts';
import {
	runService,
	runServiceProcess,
	type TestService,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import type { MadeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** A service that can be started again, in a folder of its own. */
export async function missingDataScene() {
	const root = await makeFolder();
	let service: TestService | TestServiceProcess = await runService({ folder: root });
	const find = async ({ infohash }: MadeTorrent) => {
		const { downloads } = await service.client().listDownloads({ query: { infohash, get_pieces: true } });
		return downloads[0];
	};
	return {
		root,
		end: () => service.end(),
		start: async () => {
			service = await runService({ folder: root });
		},
		/** Starts it in a process of its own. */
		startProcess: async () => {
			const started = await runServiceProcess({ folder: root });
			service = started;
			return started;
		},
		add: (uri: string, destination: string, selected_files?: number[]) =>
			service.client().addDownload({ body: { uri, destination, selected_files } }),
		order: ({ infohash }: MadeTorrent, state: 'stop' | 'resume' | 'recheck') =>
			service.client().changeDownload({ params: { infohash }, body: { state } }),
		reach: (torrent: MadeTorrent, status: string) =>
			until(async () => {
				const found = await find(torrent);
				return found?.status === status && found;
			}),
	};
}

/** Returns the paths of all files and folders below a folder. */
export const contents = async (folder: string) => (await readdir(folder, { recursive: true })).sort();
