import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

test('priorities stay with a download whose data moves, whose torrent is added again, and over a restart', async () => {
	const service = await runService();
	const { path, infohash } = await makeTorrent(await makeFolder(), 'moved', { a: 50_000, b: 50_000 });
	const client = service.client();
	await client.addDownload({ body: { uri: path } });
	const params = { infohash };
	await client.changeDownload({ params, body: { file_priorities: { low: [1] }, sequential: true } });
	const to = join(await makeFolder(), 'elsewhere');
	await client.moveDownload({ params, body: { destination: to } });
	await until(async () => (await downloadsOf(service))[0]?.destination === to);
	await client.addDownload({ body: { uri: path } });
	const expectKept = async () => {
		const { files } = await service.client().listFiles({ params });
		expect(files.map(({ priority }) => priority)).toEqual(['normal', 'low']);
		expect(await downloadsOf(service)).toMatchObject([{ infohash, sequential: true }]);
	};
	await expectKept();
	await service.end();
	await service.restart();
	await expectKept();
});
