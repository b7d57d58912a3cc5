import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { torrentFromInfo } from '../../source/metainfo/torrent-file.ts';
import { webSeedText } from '../../source/service/engine/webtorrent/sources/web-seeds/web-seeds.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';
import { differing, sample } from './engine/lab.ts';
import { serveFiles } from './http-client/file-server.ts';
import { httpServer } from './http-client/servers.ts';

async function only(service: ServiceHere) {
	const { downloads } = await service.client().listDownloads({ query: { get_peers: true } });
	const [download] = downloads;
	if (!download) throw new Error('there is no download');
	return download;
}

test('the service downloads from a web seed, lists it, and obeys --no-web-seeds', async () => {
	const one = await sample({ 'a.bin': 300_000 });
	const url = await httpServer(serveFiles(one.seedFolder));
	const folder = await temporaryFolder();
	onTestFinished(folder.remove);
	const uri = join(folder.path, 'x.torrent');
	await writeFile(uri, torrentFromInfo(one.metainfo.info, [], [url]));

	const disabled = await serveHere(folder.path, ['--peer-host', '127.0.0.1', '--no-web-seeds']);
	await disabled.client().addDownload({ body: { uri } });
	const listed = await until(async () => {
		const download = await only(disabled);
		return download.trackers?.[0]?.url.startsWith('[Web seed]') && download;
	});
	expect(listed.trackers?.[0]).toEqual({
		url: `[Web seed] ${url}`,
		status: 'Disabled',
		peers: 0,
		error: webSeedText.disabled,
	});
	await disabled.end();

	const service = await serveHere(folder.path, ['--peer-host', '127.0.0.1']);
	onTestFinished(() => service.end());
	const done = await until(async () => {
		const download = await only(service);
		return download.status.endsWith('SEEDING') && download;
	});
	expect(differing(one, service.downloadFolder)).toEqual([]);
	expect(done.total_down).toBeGreaterThanOrEqual(300_000);
	expect(done.trackers?.[0]).toEqual({ url: `[Web seed] ${url}`, status: 'Working', peers: 1, error: '' });
});
