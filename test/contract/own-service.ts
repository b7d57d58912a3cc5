import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../source/client/client.ts';
import type { EndpointName } from '../../source/protocol/endpoints/table.ts';
import type { ServiceHere } from '../programs/service-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { cases } from './own-cases/all.ts';

/** Assets of the market. */
const assets = [
	{ name: 'MB', precision: 0, balance: 10_000, credit: 100 },
	{ name: 'BTC', precision: 8, balance: '0.5', credit: '0.001' },
	// One for each generation.
	{ name: 'LOCKEDA', precision: 2, balance: 5, credit: 1, wallet: { type: 'ledger', passphrase: true } },
	{ name: 'LOCKEDB', precision: 2, balance: 5, credit: 1, wallet: { type: 'ledger', passphrase: true } },
];

/** Our own running service, with a torrent that it does not have yet. */
export interface OwnService {
	readonly service: ServiceHere;
	readonly torrent: MadeTorrent;
	readonly folder: TemporaryFolder;
	end(): Promise<void>;
}

/** @param start starts the service in a folder, in this process or another */
export async function startOwnService(start: (folder: string) => Promise<ServiceHere>): Promise<OwnService> {
	const folder = await temporaryFolder();
	const torrent = await makeTorrent(join(folder.path, 'data'), 'contract', {
		'a/one.bin': 200_000,
		'two.bin': 100_000,
	});
	await mkdir(join(folder.path, 'empty'));
	await mkdir(join(folder.path, 'state'));
	await writeFile(join(folder.path, 'state', 'settings.json'), JSON.stringify({ market: { assets } }));
	const service = await start(folder.path);
	return {
		service,
		torrent,
		folder,
		end: async () => {
			await service.end();
			await folder.remove();
		},
	};
}

/** Runs a case, then removes all downloads of the service. */
export async function runOwnCase(own: OwnService, generation: 'A' | 'B', name: EndpointName): Promise<void> {
	const { service, torrent, folder } = own;
	const { url, key: apiKey } = service;
	// Detection finds that it is our own service.
	const client = createClient({ url, apiKey, generation, dialect: 'interface' });
	try {
		await cases[name]({
			client,
			generation,
			torrentPath: torrent.path,
			torrentBytes: torrent.bytes,
			infohash: torrent.infohash,
			dataFolder: join(folder.path, 'data'),
			emptyFolder: join(folder.path, 'empty'),
		});
	} finally {
		for (const { infohash } of (await client.listDownloads()).downloads) {
			await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
		}
		await client.close();
	}
}
