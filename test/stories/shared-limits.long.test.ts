import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { headerText } from '../../source/tui/shell/header.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { downloadsOf } from '../fixtures/service.ts';
import { startSeeder } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { openLimits, prepareService, service } from './shared-limits-scene.ts';

prepareService();

test('a user limits all downloads, sees the limit and the slower transfer', async () => {
	const data = join(service.folder, 'data');
	const torrent = await makeTorrent(data, 'large', { 'x.bin': 10_000_000 }, { pieceLength: 262_144 });
	const { infohash, path } = torrent;
	const seed = await startSeeder([{ ...torrent, folder: data }], 0);
	onTestFinished(() => seed.close());
	const cockpit = await openCockpit(service, { columns: 120 });
	const { user, screen } = cockpit;
	await openLimits(cockpit);
	user.type('500K');
	user.press('form-send');
	await screen.shows(headerText.of('500K'));
	await service.client().addDownload({ body: { uri: path } });
	const [, port] = /on port (\d+)/.exec(service.output()) ?? [];
	await seed.addSources(infohash, { trackers: [], webSeeds: [], peers: [`127.0.0.1:${port}`] });
	const received = async () => (await downloadsOf(service))[0]?.total_down ?? 0;
	await until(async () => (await received()) > 0);
	const [start, before] = [performance.now(), await received()];
	await until(() => performance.now() - start > 4_000, { awaited: '4 s' });
	const rate = (((await received()) - before) * 1_000) / (performance.now() - start);
	expect(Math.abs(rate / 512_000 - 1), `${rate} B/s`).toBeLessThan(0.4);
});
