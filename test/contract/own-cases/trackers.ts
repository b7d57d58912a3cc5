import { expect } from 'vitest';
import { until } from '../../programs/until.ts';
import type { CaseContext } from './all.ts';

/** No server listens there. */
const [one, other, third] = [9, 10, 11].map((port) => `http://127.0.0.1:${port}/announce`) as [
	string,
	string,
	string,
];

async function added({ client, torrentPath, dataFolder }: CaseContext): Promise<void> {
	await client.addDownload({ body: { uri: torrentPath, destination: dataFolder } });
}

async function seeding(context: CaseContext): Promise<void> {
	await added(context);
	await until(async () => (await context.client.listDownloads()).downloads[0]?.status === 'SEEDING');
}

async function trackersOf({ client }: CaseContext): Promise<readonly string[]> {
	const { trackers = [] } = (await client.listDownloads()).downloads[0] ?? {};
	return trackers.map(({ url }) => url).filter((url) => !url.startsWith('['));
}

/** Announces and changes of trackers, extensions of the interface. */
export const trackerCases = {
	async announceDownload(context: CaseContext) {
		const { client, infohash } = context;
		const params = { infohash };
		await seeding(context);
		expect(await client.announceDownload({ params })).toEqual({ announced: true, infohash });
		await client.changeDownload({ params, body: { state: 'stop' } });
		await expect(client.announceDownload({ params })).rejects.toMatchObject({
			status: 409,
			code: 'NotAnnouncedError',
		});
		await expect(client.announceDownload({ params: { infohash: '0'.repeat(40) } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async announceToTracker(context: CaseContext) {
		const { client, infohash } = context;
		const params = { infohash };
		await seeding(context);
		await client.addTrackers({ params, body: { url: one } });
		expect(await client.announceToTracker({ params, body: { url: one } })).toEqual({ forced: true });
		await expect(client.announceToTracker({ params, body: { url: other } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async addTrackers(context: CaseContext) {
		const { client, infohash } = context;
		const params = { infohash };
		await added(context);
		expect(await client.addTrackers({ params, body: { url: one } })).toEqual({ added: true, private: false });
		await client.addTrackers({ params, body: { urls: [one, other] } });
		await until(async () => (await trackersOf(context)).join() === [one, other].join());
		const refused = (body: { url?: string; urls?: string[] }) =>
			expect(client.addTrackers({ params, body })).rejects.toMatchObject({ status: 400 });
		await refused({});
		await refused({ url: 'ftp://127.0.0.1/' });
		await refused({ url: ` ${third}` });
		await refused({ urls: [third, 'nothing'] });
		await refused({ url: `http://127.0.0.1/${'x'.repeat(2048)}` });
		await refused({ urls: Array.from({ length: 199 }, (_, port) => `http://127.0.0.1:${port + 1000}/`) });
		await until(async () => (await trackersOf(context)).join() === [one, other].join());
		await expect(
			client.addTrackers({ params: { infohash: '0'.repeat(40) }, body: { url: one } }),
		).rejects.toMatchObject({ kind: 'not-found' });
	},

	async removeTrackers(context: CaseContext) {
		const { client, infohash } = context;
		const params = { infohash };
		await added(context);
		await client.addTrackers({ params, body: { urls: [one, other, third] } });
		expect(await client.removeTrackers({ params, body: { urls: [one, third] } })).toEqual({ removed: true });
		await until(async () => (await trackersOf(context)).join() === other);
		await expect(client.removeTrackers({ params, body: { url: one } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async replaceTracker(context: CaseContext) {
		const { client, infohash } = context;
		const params = { infohash };
		await added(context);
		await client.addTrackers({ params, body: { urls: [one, other] } });
		expect(await client.replaceTracker({ params, body: { url: one, new_url: third } })).toEqual({
			modified: true,
			infohash,
		});
		await until(async () => (await trackersOf(context)).join() === [third, other].join());
		await expect(
			client.replaceTracker({ params, body: { url: third, new_url: other } }),
		).rejects.toMatchObject({ status: 400 });
		await expect(client.replaceTracker({ params, body: { url: one, new_url: one } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},
};
