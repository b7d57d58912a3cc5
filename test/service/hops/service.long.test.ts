import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { missingRouteText } from '../../../source/service/downloads/hops.ts';
import type { RunningService } from '../../programs/service-process.ts';
import { until } from '../../programs/until.ts';
import { differing, sample } from '../engine/lab.ts';
import { only, reach, starter } from './service-with-proxies.ts';
import { unixSockets, unknownSocketsOf } from './sockets-of.ts';
import { socksServer } from './socks-server.ts';
import { names, watchedSwarm } from './swarm-behind.ts';

/** The service and the engine it runs. */
function processesOf({ child }: RunningService): number[] {
	const pid = child.pid ?? 0;
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/);
	return [pid, ...children.map(Number)];
}

test('hops apply to the URL of a .torrent and to all changes', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 400_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	behind.pages.set('/x.torrent', behind.sample.torrent);
	const first = await socksServer({ host: '127.0.0.2', names });
	const second = await socksServer({ host: '127.0.0.3', names });
	const start = await starter();

	const service = await start([first, second]);
	const seen = new Set<string>();
	const own = Number(new URL(service.url).port);
	const known = unixSockets();
	const timer = setInterval(() => {
		for (const pid of processesOf(service)) {
			for (const { protocol, listening, local, remote } of unknownSocketsOf(pid, known)) {
				if (!listening && !local.endsWith(`:${own}`)) seen.add(`${protocol} ${remote}`);
			}
		}
	}, 3);
	onTestFinished(() => clearInterval(timer));
	const params = { infohash };
	const uri = `http://${behind.server.replace('tracker', 'files')}/x.torrent`;

	const add = (hops: number) =>
		service.client().addDownload({ body: { uri, anon_hops: hops, safe_seeding: true } });
	await expect(add(3)).rejects.toMatchObject({
		status: 500,
		code: 'HopsUnavailableError',
		message: missingRouteText(3, 2),
	});
	expect(behind.announces).toEqual([]);
	expect(await add(2)).toMatchObject({ started: true, infohash });
	expect(await reach(service, 'SEEDING')).toMatchObject({
		hops: 2,
		anon_download: true,
		safe_seeding: true,
		trackers: [
			{ status: 'Working', error: '' },
			{ status: 'Disabled' },
			{ url: '[DHT]', status: 'Disabled' },
			{ url: '[PeX]', status: 'Disabled' },
			{ url: '[LSD]', status: 'Disabled' },
		],
	});
	expect(differing(behind.sample, service.downloadFolder)).toEqual([]);
	expect(behind.announces.some(({ query }) => query.get('page') === '/x.torrent')).toBe(true);
	expect(new Set(behind.announces.map(({ from }) => from))).toEqual(new Set([second.host]));

	// Fewer hops, alone in their request: through the first proxy from now on.
	await expect(
		service.client().changeDownload({ params, body: { anon_hops: 1, state: 'resume' } }),
	).rejects.toMatchObject({ status: 400 });
	await service.client().changeDownload({ params, body: { anon_hops: 1 } });
	expect(await reach(service, 'SEEDING')).toMatchObject({ hops: 1, anon_download: true, safe_seeding: true });
	await until(() => behind.announces.some(({ from }) => from === first.host));
	await expect(service.client().changeDownload({ params, body: { anon_hops: 3 } })).rejects.toMatchObject({
		code: 'HopsUnavailableError',
	});
	expect((await only(service)).hops).toBe(1);
	// A request for more hops also does not start the download that has fewer.
	await expect(add(2)).rejects.toMatchObject({ code: 'HopsConflictError' });
	clearInterval(timer);
	expect([...seen]).toEqual([`tcp ${first.host}:${first.port}`]);
});

test('a download with hops waits while the settings have no proxies, and continues with them', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 400_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	behind.pages.set('/x.torrent', behind.sample.torrent);
	const first = await socksServer({ host: '127.0.0.2', names });
	const start = await starter();
	let service = await start([first]);
	const params = { infohash };
	const uri = `http://${behind.server.replace('tracker', 'files')}/x.torrent`;
	await service.client().addDownload({ body: { uri, anon_hops: 1, safe_seeding: true } });
	await reach(service, 'SEEDING');

	// It waits and shows the reason.
	await service.end();
	const before = first.clients.length;
	service = await start([]);
	expect((await reach(service, 'STOPPED_ON_ERROR')).error).toBe(missingRouteText(1, 0));
	await service.client().changeDownload({ params, body: { state: 'resume' } });
	await reach(service, 'STOPPED_ON_ERROR');
	await service.end();
	expect(first.clients.length).toBe(before);
	service = await start([first]);
	expect(await reach(service, 'SEEDING')).toMatchObject({ hops: 1, error: '' });
});
