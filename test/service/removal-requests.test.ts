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
	const list = async () => (await client.listDownloads()).downloads;
	await until(async () => (await list()).every(({ status }) => status === 'SEEDING'));
	/** Requests a path of a download. Returns the status and the body. */
	const send = async (method: string, infohash: string, path = '', body?: object) => {
		const response = await fetch(`${service.url}/downloads/${infohash}${path}`, {
			method,
			headers: { 'x-api-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		return { status: response.status, text: await response.text() };
	};
	return { service, list, send, infohashes, elsewhere: join(folder.path, 'elsewhere') };
}

test('a download that is being removed refuses changes, and stays removed', async () => {
	const { service, list, send, infohashes, elsewhere } = await seeding(1);
	const [infohash = ''] = infohashes;
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	onTestFinished(() => void process.kill(engine, 'SIGCONT'));
	const removal = send('DELETE', infohash, '', { remove_data: true });
	await until(async () => (await list())[0]?.status === 'STOPPED');
	const message = registryText.beingRemoved('torrent 0');
	for (const body of [
		{ state: 'stop' },
		{ state: 'resume' },
		{ state: 'recheck' },
		{ state: 'move_storage', dest_dir: elsewhere },
		{ selected_files: [0] },
		{ file_priorities: { high: [0] } },
		{ sequential: true },
		{ label: 'films' },
		{ name: 'other' },
	]) {
		const { status, text } = await send('PATCH', infohash, '', body);
		expect(status, JSON.stringify(body)).toBe(409);
		expect(text).toContain(message);
	}
	const move = await send('POST', infohash, '/move', { destination: elsewhere });
	expect(move.status).toBe(409);
	expect(move.text).toContain(message);
	expect((await send('GET', infohash, '/files')).status).toBe(200);
	process.kill(engine, 'SIGCONT');
	await removal;
	await until(async () => (await list()).length === 0);
	expect((await send('POST', infohash, '/move', { destination: elsewhere })).status).toBe(404);
	expect((await send('PATCH', infohash, '', { state: 'resume' })).status).toBe(404);
	for (const path of ['/files', '/torrent', '/stream/0'])
		expect((await send('GET', infohash, path)).status, path).toBe(404);
});

test('a move at the time of a removal is accepted, or refused with 404 or 409', async () => {
	const { send, infohashes, elsewhere } = await seeding(20);
	const answers = await Promise.all(
		infohashes.map(async (infohash) => {
			const removal = send('DELETE', infohash, '', { remove_data: false });
			const answer = await send('POST', infohash, '/move', { destination: elsewhere });
			await removal;
			return answer;
		}),
	);
	expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
});
