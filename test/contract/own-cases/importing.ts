import { expect } from 'vitest';
import { until } from '../../programs/until.ts';
import type { CaseContext } from './all.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Cases of the extension 'import'. */
export const importCases = {
	async importDownload({ client, infohash, torrentBytes, dataFolder }: CaseContext) {
		const torrent = text(torrentBytes);
		const body = { torrent, destination: dataFolder };
		for (const wrong of [
			{ torrent: 'no base64!' },
			{ pieces: 'AA==' },
			{ selected_files: [2] },
			{ destination: 'relative' },
			{ total_up: -1 },
			{ label: 'a\nb' },
			{ name: 'x'.repeat(300) },
		]) {
			await expect(client.importDownload({ body: { ...body, ...wrong } })).rejects.toMatchObject({
				status: 400,
			});
		}
		expect((await client.listDownloads()).downloads).toEqual([]);
		const imported = await client.importDownload({
			body: {
				...body,
				state: 'stopped',
				// 19 pieces. Bits after the last one are ignored.
				pieces: text(new Uint8Array([0xff, 0xff, 0xff])),
				selected_files: [0, 1],
				trackers: ['http://127.0.0.1:1/announce', 'no url'],
				total_down: 5_000_000_000,
				total_up: 600_000,
				time_added: 1_600_000_000,
				max_download_speed: 70_000,
				max_upload_speed: 50_000,
				label: 'imported',
			},
		});
		expect(imported).toEqual({ imported: true, infohash });
		const read = async () =>
			(await client.listDownloads({ query: { get_pieces: true, get_files: true } })).downloads.find(
				(each) => each.infohash === infohash,
			);
		expect(await read()).toMatchObject({
			status: 'STOPPED',
			progress: 1,
			destination: dataFolder,
			files: [{ included: true }, { included: true }],
			trackers: [{ url: 'http://127.0.0.1:1/announce' }],
			pieces: text(new Uint8Array([0xff, 0xff, 0xe0])),
			all_time_download: 5_000_000_000,
			all_time_upload: 600_000,
			time_added: 1_600_000_000,
			max_download_speed: 70_000,
			max_upload_speed: 50_000,
			label: 'imported',
		});
		// An existing download keeps all its values.
		const again = await client.importDownload({ body: { ...body, state: 'running', time_added: 5 } });
		expect(again).toEqual({ imported: false, infohash });
		expect(await read()).toMatchObject({ status: 'STOPPED', time_added: 1_600_000_000 });
		await client.changeDownload({ params: { infohash }, body: { state: 'resume' } });
		await until(async () => (await read())?.status === 'SEEDING');
		await client.removeLabel({ params: { name: 'imported' } });
	},
};
