import { join } from 'node:path';
import { expect } from 'vitest';
import type { CaseContext } from './all.ts';

const params = { name: 'films & more' };

/** Creates a label for the duration of a case. */
async function withLabel({ client }: CaseContext, run: () => Promise<void>): Promise<void> {
	await client.createLabel({ params });
	await run();
	const { labels } = await client.listLabels();
	for (const { name } of labels) await client.removeLabel({ params: { name } });
}

/** Cases of the extension 'labels'. */
export const labelCases = {
	async listLabels(context: CaseContext) {
		const { client, torrentPath, emptyFolder, infohash } = context;
		expect(await client.listLabels()).toEqual({ labels: [] });
		await withLabel(context, async () => {
			const body = { uri: torrentPath, destination: emptyFolder, label: params.name };
			await client.addDownload({ body });
			const plain = {
				destination: '',
				max_download_speed: 0,
				max_upload_speed: 0,
				seeding_ratio: null,
				seeding_minutes: null,
			};
			expect(await client.listLabels()).toEqual({ labels: [{ ...params, ...plain, downloads: 1 }] });
			const { downloads } = await client.listDownloads({ query: { infohash } });
			expect(downloads[0]?.label).toBe(params.name);
		});
	},

	async createLabel(context: CaseContext) {
		const { client, emptyFolder, torrentPath, infohash } = context;
		const destination = join(emptyFolder, 'of label');
		const properties = { destination, max_upload_speed: 5_000, seeding_ratio: 1.5, seeding_minutes: 0 };
		expect(await client.createLabel({ params, body: properties })).toEqual({ created: true, ...params });
		await expect(client.createLabel({ params })).rejects.toMatchObject({ status: 409 });
		for (const name of [' ', 'a\nb', 'x'.repeat(65)])
			await expect(client.createLabel({ params: { name } })).rejects.toMatchObject({ status: 400 });
		for (const body of [{ destination: 'relative' }, { seeding_ratio: -1 }, { max_upload_speed: -2 }])
			await expect(client.createLabel({ params: { name: 'other' }, body })).rejects.toMatchObject({
				status: 400,
			});
		const { labels } = await client.listLabels();
		expect(labels).toMatchObject([{ ...params, ...properties, downloads: 0 }]);
		await client.addDownload({ body: { uri: torrentPath, label: params.name } });
		const { downloads } = await client.listDownloads({ query: { infohash } });
		expect(downloads[0]).toMatchObject({ destination, label: params.name });
		await client.removeLabel({ params });
	},

	async changeLabel(context: CaseContext) {
		const { client, torrentPath, emptyFolder, infohash } = context;
		const labelOf = async () => {
			const { downloads } = await client.listDownloads({ query: { infohash } });
			return downloads[0]?.label;
		};
		await expect(client.changeLabel({ params, body: {} })).rejects.toMatchObject({ kind: 'not-found' });
		await withLabel(context, async () => {
			await client.addDownload({ body: { uri: torrentPath, destination: emptyFolder } });
			// An unknown label is created.
			await client.changeDownload({ params: { infohash }, body: { label: 'series' } });
			expect(await labelOf()).toBe('series');
			await expect(
				client.changeLabel({ params: { name: 'series' }, body: { name: params.name } }),
			).rejects.toMatchObject({ status: 409 });
			const body = { name: 'shows', max_download_speed: 9_000 };
			expect(await client.changeLabel({ params: { name: 'series' }, body })).toEqual({
				modified: true,
				name: 'shows',
			});
			expect(await labelOf()).toBe('shows');
			const { labels } = await client.listLabels();
			expect(labels.at(-1)).toMatchObject({ ...body, downloads: 1 });
			await client.changeDownload({ params: { infohash }, body: { label: '' } });
			expect(await labelOf()).toBe('');
			await expect(
				client.changeDownload({ params: { infohash }, body: { label: 'a\u0000b' } }),
			).rejects.toMatchObject({ status: 400 });
		});
	},

	async removeLabel(context: CaseContext) {
		const { client, torrentPath, emptyFolder, infohash } = context;
		await expect(client.removeLabel({ params })).rejects.toMatchObject({ kind: 'not-found' });
		await withLabel(context, async () => {
			await client.addDownload({ body: { uri: torrentPath, destination: emptyFolder, label: params.name } });
			expect(await client.removeLabel({ params })).toEqual({ removed: true });
			expect(await client.listLabels()).toEqual({ labels: [] });
			const { downloads } = await client.listDownloads({ query: { infohash } });
			expect(downloads[0]).toMatchObject({ infohash, label: '' });
		});
	},
};
