import { Agent, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { addComplete, allSeed, runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

const MIB = 1024 * 1024;
const STREAMS = 200;
/** Each addition works with files several times. Each time it once waited for one read of each stream: 50 MiB. */
const MAX_BYTES_PER_ADDITION = 50 * MIB;

test('service adds downloads between the reads of 200 streams, and serves all of them', async () => {
	const service = await runService();
	const infohash = await addComplete(service, 'film', { 'film.mkv': 20 * MIB });
	await allSeed(service);
	const agent = new Agent({ maxSockets: STREAMS });
	onTestFinished(() => agent.destroy());
	const received: number[] = Array(STREAMS).fill(0);
	const total = () => received.reduce((sum, bytes) => sum + bytes, 0);
	const headers = { 'x-api-key': service.key };
	const read = (index: number): void => {
		get(`${service.url}/downloads/${infohash}/stream/0`, { agent, headers }, (answer) => {
			answer.on('data', (chunk: Buffer) => {
				received[index] = (received[index] ?? 0) + chunk.length;
			});
			answer.on('end', () => read(index)).on('error', () => {});
		}).on('error', () => {});
	};
	for (const index of received.keys()) read(index);
	await until(() => received.every((bytes) => bytes > 0), { seen: () => received.join(' ') });
	const before = total();
	const additions = 3;
	for (let number = 0; number < additions; number++)
		await service.client().addDownload({ body: { uri: `magnet:?xt=urn:btih:${String(number).repeat(40)}` } });
	expect((total() - before) / additions).toBeLessThan(MAX_BYTES_PER_ADDITION);
});
