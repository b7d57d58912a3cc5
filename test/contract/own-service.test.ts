import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { type CaseContext, cases } from './cases.ts';

let folder: TemporaryFolder;
let service: RunningService;
let torrent: Awaited<ReturnType<typeof makeTorrent>>;

beforeAll(async () => {
	folder = await temporaryFolder();
	torrent = await makeTorrent(join(folder.path, 'data'), 'contract', {
		'a/one.bin': 200_000,
		'two.bin': 100_000,
	});
	await mkdir(join(folder.path, 'empty'));
	service = await startService(folder.path);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

/** What each generation proved, for the table at the end. */
const covered = { A: new Set<string>(), B: new Set<string>() };

describe.each(['A', 'B'] as const)('generation %s', (generation) => {
	test.each(endpointNames.filter((name) => endpoints[name].generations.includes(generation)))(
		'%s',
		async (name) => {
			const client = service.client(generation);
			const context: CaseContext = {
				client,
				torrentPath: torrent.path,
				torrentBytes: torrent.bytes,
				infohash: torrent.infohash,
				dataFolder: join(folder.path, 'data'),
				emptyFolder: join(folder.path, 'empty'),
			};
			try {
				await cases[name](context);
				covered[generation].add(name);
			} finally {
				for (const { infohash } of (await client.listDownloads()).downloads) {
					await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
				}
			}
		},
	);
});

test('every endpoint of the table is covered in every generation it belongs to', () => {
	for (const generation of ['A', 'B'] as const) {
		const rows = endpointNames.filter((name) => endpoints[name].generations.includes(generation));
		process.stdout.write(
			`contract, our own service, generation ${generation}: ${covered[generation].size} of ${rows.length} endpoints\n`,
		);
		expect([...covered[generation]].sort()).toEqual([...rows].sort());
	}
});
