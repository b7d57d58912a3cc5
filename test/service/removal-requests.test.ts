import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { registryText } from '../../source/service/downloads/download-registry.ts';
import { children } from '../programs/children.ts';
import { startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Starts a service that seeds torrents. */
async function seeding(count: number) {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const service = await startService(folder.path);
	onTestFinished(() => service.end());
	const client = service.client();
	const data = join(folder.path, 'data');
	const infohashes: string[] = [];
	for (let number = 0; number < count; number++) {
		const torrent = await makeTorrent(data, `torrent ${number}`, { 'a.bin': 50_000 });
		await client.addDownload({ body: { uri: torrent.path, destination: data } });
		infohashes.push(torrent.infohash);
	}
	await until(async () =>
		(await client.listDownloads()).downloads.every(({ status }) => status === 'SEEDING'),
	);
	return { service, client, infohashes, elsewhere: join(folder.path, 'elsewhere') };
}

/** Returns the status of a request's error, or 200. */
const statusOf = (request: Promise<unknown>): Promise<unknown> =>
	request.then(
		() => 200,
		(error: object) => ('status' in error ? error.status : error),
	);

test('a download that is being removed refuses changes, and stays removed', async () => {
	const { service, client, infohashes, elsewhere } = await seeding(1);
	const [infohash = ''] = infohashes;
	const params = { infohash };
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	onTestFinished(() => void process.kill(engine, 'SIGCONT'));
	const removal = client.removeDownload({ params, body: { remove_data: true } });
	const other = service.client();
	const [listed] = await until(async () => {
		const { downloads } = await other.listDownloads();
		return downloads[0]?.status === 'STOPPED' && downloads;
	});
	const message = expect.stringContaining(registryText.beingRemoved(listed?.name ?? ''));
	const changes: readonly Parameters<typeof other.changeDownload>[0]['body'][] = [
		{ state: 'stop' },
		{ state: 'resume' },
		{ state: 'recheck' },
		{ state: 'move_storage', dest_dir: elsewhere },
		{ selected_files: [0] },
		{ file_priorities: { high: [0] } },
		{ max_upload_speed: 1_000 },
		{ label: 'films' },
		{ name: 'other' },
	];
	for (const body of changes)
		await expect(other.changeDownload({ params, body }), JSON.stringify(body)).rejects.toMatchObject({
			status: 409,
			message,
		});
	const move = other.moveDownload({ params, body: { destination: elsewhere } });
	await expect(move).rejects.toMatchObject({ status: 409, message });
	expect((await other.listFiles({ params })).files).toHaveLength(1);
	process.kill(engine, 'SIGCONT');
	await removal;
	await until(async () => (await other.listDownloads()).downloads.length === 0);
	for (const request of [
		other.moveDownload({ params, body: { destination: elsewhere } }),
		other.cancelMove({ params }),
		other.changeDownload({ params, body: { state: 'resume' } }),
		other.listFiles({ params }),
		other.getTorrent({ params }),
	])
		expect(await statusOf(request)).toBe(404);
});

test('a move at the time of a removal is accepted, or refused with 404 or 409', async () => {
	const { client, infohashes, elsewhere } = await seeding(20);
	const statuses = await Promise.all(
		infohashes.map(async (infohash) => {
			const params = { infohash };
			const removal = client.removeDownload({ params, body: { remove_data: false } }).catch(() => {});
			const status = await statusOf(client.moveDownload({ params, body: { destination: elsewhere } }));
			await removal;
			return status;
		}),
	);
	expect(statuses.filter((status) => status !== 404 && status !== 409 && status !== 200)).toEqual([]);
});
