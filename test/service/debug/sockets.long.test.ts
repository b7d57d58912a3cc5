import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runService } from '../../fixtures/service.ts';
import { startSeeder, startTracker } from '../../programs/seeder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';

test('open_sockets lists the connection to a peer, and open_files the file that arrives', async () => {
	const service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	const { folder } = service;
	const client = service.client();
	const tracker = await startTracker();
	onTestFinished(() => tracker.close());
	const data = join(folder, 'seeded');
	const torrent = await makeTorrent(data, 'large', { 'a.bin': 1_000_000 }, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: data }], 200_000);
	onTestFinished(() => seeder.close());
	await client.addDownload({ body: { uri: torrent.path } });
	const peer = await until(async () => {
		const { downloads } = await client.listDownloads({ query: { get_peers: true } });
		return downloads[0]?.peers?.[0];
	});
	const { open_sockets } = await client.listOpenSockets();
	const address = `${peer.ip}:${peer.port}`;
	const found = open_sockets.find(({ raddr }) => raddr === address);
	expect(found).toMatchObject({ family: 2, type: 1, status: 'ESTABLISHED', process: 'engine' });
	expect(found?.laddr).toMatch(/^127\.0\.0\.1:\d+$/);
	const path = await until(async () => {
		const { open_files } = await client.listOpenFiles();
		return open_files.find((each) => each.process === 'engine' && each.path.endsWith('large/a.bin'));
	});
	expect(path.fd).toBeGreaterThan(2);
	await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: true } });
});
