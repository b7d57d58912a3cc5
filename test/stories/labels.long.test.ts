import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadsOf } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { prepareDownloads, service } from './labels-scene.ts';

prepareDownloads();

test('a download that is added with a label goes to the folder of the label, also after a restart', async () => {
	const client = service.client();
	const destination = join(service.folder, 'isos');
	await client.createLabel({ params: { name: 'isos' }, body: { destination, max_upload_speed: 7_000 } });
	const { path, infohash } = await makeTorrent(service.folder, 'late', { 'late.bin': 20_000 });
	await client.addDownload({ body: { uri: path, label: 'isos' } });
	await service.end();
	await service.restart();
	const found = await until(async () =>
		(await downloadsOf(service)).find((download) => download.infohash === infohash),
	);
	expect(found).toMatchObject({ label: 'isos', destination });
	const { labels: known } = await service.client().listLabels();
	expect(known.find(({ name }) => name === 'isos')).toMatchObject({
		destination,
		max_upload_speed: 7_000,
		downloads: 1,
	});
});
