import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskCauses, diskText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { NOT_A_FILE, NOT_A_FILE_TEXT } from '../../source/service/storage/opened-path.ts';
import { runService } from '../fixtures/service.ts';
import { ANY, exactly } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

test('fifos in place of files of downloads are reported as such and block nothing', async () => {
	const service = await runService();
	const client = service.client();
	const data = join(service.folder, 'data');
	const find = async (infohash: string) =>
		(await client.listDownloads()).downloads.find((each) => each.infohash === infohash);
	const torrents = [];
	// More than Node has threads for files.
	for (let index = 0; index < 6; index++) {
		const name = `piped-${index}`;
		const torrent = await makeTorrent(data, name, { 'a.bin': 50_000, 'b.bin': 40_000 });
		if (index > 0) {
			await rm(join(data, name, 'b.bin'));
			expect(spawnSync('mkfifo', [join(data, name, 'b.bin')]).status).toBe(0);
		}
		torrents.push(torrent);
	}
	const [whole, ...piped] = torrents;
	for (const { path } of [...piped, ...(whole ? [whole] : [])])
		await client.addDownload({ body: { uri: path, destination: data } });
	await until(async () => (await find(whole?.infohash ?? ''))?.status === 'SEEDING');
	for (const [index, { infohash }] of piped.entries()) {
		const failed = await until(async () => {
			const now = await find(infohash);
			return now?.status === 'STOPPED_ON_ERROR' && now;
		});
		const path = join(data, `piped-${index + 1}`, 'b.bin');
		expect(failed.error).toBe(
			`cannot write ${path}: a pipe, a socket or a device is in its place, not a file`,
		);
	}
	// A file that was replaced while it was seeded, and is read by a client.
	const params = { infohash: whole?.infohash ?? '' };
	await rm(join(data, 'piped-0', 'a.bin'));
	spawnSync('mkfifo', [join(data, 'piped-0', 'a.bin')]);
	const answer = await fetch(`${service.url}/downloads/${params.infohash}/stream/0`, {
		headers: { 'x-api-key': service.key },
	});
	expect(answer.status).toBe(500);
	expect(await answer.text()).toContain(NOT_A_FILE_TEXT);
	await client.changeDownload({ params, body: { state: 'recheck' } });
	const failed = await until(async () => {
		const now = await find(params.infohash);
		return now?.status === 'STOPPED_ON_ERROR' && now;
	});
	expect(failed.error).toMatch(exactly(diskText(ANY, ANY, diskCauses[NOT_A_FILE])));
	// The data of a failed download can be removed. The fifo is not opened.
	await client.removeDownload({ params, body: { remove_data: true } });
	await until(async () => (await find(params.infohash)) === undefined);
});
