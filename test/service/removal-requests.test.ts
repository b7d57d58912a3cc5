import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { registryText } from '../../source/service/downloads/download-registry.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { engineOf } from '../programs/children.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

/** Lets the service seed torrents. */
async function seeding(count: number) {
	const client = service.client();
	const data = join(service.folder, 'data');
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
	return { list, send, infohashes, elsewhere: join(service.folder, 'elsewhere') };
}

test('a download that is being removed refuses changes, and stays removed', async () => {
	const { list, send, infohashes, elsewhere } = await seeding(1);
	const [infohash = ''] = infohashes;
	const engine = engineOf(service);
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
	const { send, infohashes, elsewhere } = await seeding(10);
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
