import { expect } from 'vitest';
import { folders, magnet, nested, single, sources, torrentFileOf } from '../foreign/world/torrents.ts';
import { added, downloadIn, type ForeignContext, reached } from './context.ts';

const params = { infohash: nested.infohash };
const unknown = { params: { infohash: '0'.repeat(40) } };

export const downloadCases = {
	async addDownload(context: ForeignContext) {
		const { client, dialect, server, world } = context;
		const body = {
			uri: sources.nested,
			destination: folders.complete,
			anon_hops: 1,
			safe_seeding: true,
			selected_files: [0, 3],
		};
		expect(await client.addDownload({ body })).toEqual({ started: true, infohash: nested.infohash });
		expect(await downloadIn(context)).toMatchObject({ hops: 1, anon_download: true, safe_seeding: true });
		expect([...(world.downloads.get(nested.infohash)?.selected ?? [])]).toEqual([0, 3]);
		// Again: nothing is added, and nothing refused.
		expect(await client.addDownload({ body })).toEqual({ started: true, infohash: nested.infohash });
		expect(world.downloads.size).toBe(1);
		expect(server.bodies[0]?.text).toBe(
			context.dialect.generation === 'A'
				? 'uri=file%3A%2F%2F%2Fsrv%2Ftorrents%2Fnested.torrent&destination=%2Fsrv%2Fcomplete&anon_hops=1&safe_seeding=1&selected_files%5B%5D=0&selected_files%5B%5D=3'
				: JSON.stringify(body),
		);

		expect(await client.addDownload({ body: { uri: sources.magnet } })).toMatchObject({
			infohash: magnet.infohash,
		});
		expect(await reached(context, 'METADATA', magnet.infohash)).toMatchObject({ size: 0, total_pieces: 0 });
		const withPieces = await client.listDownloads({ query: { get_pieces: true, get_files: true } });
		expect(withPieces.downloads.at(-1)).toMatchObject({ infohash: magnet.infohash, pieces: '', files: [] });

		const refused = (uri: string) => expect(client.addDownload({ body: { uri } })).rejects;
		await refused('file:///srv/none.torrent').toMatchObject({
			kind: 'refused',
			status: 500,
			message: "[Errno 2] No such file or directory: '/srv/none.torrent'",
		});
		await refused('magnet:?xt=urn:btih:zz').toMatchObject({ status: 500, message: 'Missing infohash' });
		await refused(nested.infohash).toMatchObject({ status: 500, message: 'invalid uri' });
		await refused('/srv/none.torrent').toMatchObject(
			dialect.sources === 'uris'
				? { status: 500, message: 'invalid uri' }
				: { status: 500, message: "[Errno 2] No such file or directory: '/srv/none.torrent'" },
		);
		await refused('thisisnotauri').toMatchObject({ status: 500, message: 'invalid uri' });
		await refused('http://127.0.0.1/none.torrent').toMatchObject({ kind: 'refused', status: 500 });
		await expect(
			client.addDownload({ body: { uri: sources.single, anon_hops: 1, safe_seeding: false } }),
		).rejects.toMatchObject({
			status: 400,
			message: 'Cannot set anonymous download without safe seeding enabled',
		});

		// An unwritable folder is reported later, in a field, and not by every release with a status.
		await added(context, 'single', folders.unwritable);
		const broken = await downloadIn(context, single.infohash);
		expect(broken?.status).toBe(context.dialect.fields === '8.4' ? 'STOPPED_ON_ERROR' : 'STOPPED');
		expect(broken?.error).toContain('Permission denied');
	},

	async removeDownload(context: ForeignContext) {
		const { client, world } = context;
		for (const remove_data of [true, false]) {
			await added(context);
			expect(await client.removeDownload({ params, body: { remove_data } })).toEqual({
				removed: true,
				infohash: nested.infohash,
			});
			expect(world.downloads.size).toBe(0);
		}
		await expect(client.removeDownload({ params, body: { remove_data: false } })).rejects.toMatchObject({
			kind: 'not-found',
			message: 'this download does not exist',
		});
	},

	async changeDownload(context: ForeignContext) {
		const { client, dialect, server } = context;
		await added(context);
		await reached(context, 'SEEDING');
		const change = (body: Parameters<typeof client.changeDownload>[0]['body']) =>
			client.changeDownload({ params, ...(body ? { body } : {}) });
		const included = async () => (await client.listFiles({ params })).files.map((file) => file.included);

		expect(await change({})).toEqual({ modified: true, infohash: nested.infohash });
		expect(await change({ state: 'stop' })).toEqual({ modified: true, infohash: nested.infohash });
		await reached(context, 'STOPPED');
		await change({ state: 'recheck' });
		await reached(context, 'HASHCHECKING');
		await reached(context, 'STOPPED');
		await change({ state: 'resume' });
		await reached(context, 'SEEDING');

		await change({ selected_files: [1, 4] });
		expect(await included()).toEqual([false, true, false, false, true]);
		// A form cannot contain an empty list and leaves it out.
		if (dialect.generation === 'B') {
			await change({ selected_files: [] });
			expect(await included()).toEqual(Array(5).fill(dialect.emptySelection === 'all'));
		}
		await expect(change({ selected_files: [0, 99] })).rejects.toMatchObject({
			status: 400,
			message: 'index out of range',
		});

		// All services accept limits; some apply them.
		const body = { max_download_speed: 8_192, max_upload_speed: 0 };
		expect(await change(body)).toEqual({ modified: true, infohash: nested.infohash });
		expect(await downloadIn(context)).toMatchObject({
			max_download_speed: dialect.appliesLimits ? 8_192 : 4_096,
			max_upload_speed: 0,
		});

		// Fields of extensions are not sent.
		const changes = () => server.requests.filter((request) => request.startsWith('PATCH')).length;
		const changesBefore = changes();
		for (const field of [{ name: 'n' }, { label: 'l' }, { seeding_ratio: 1 }, { seeding_minutes: 1 }])
			await expect(change({ state: 'stop', ...field })).rejects.toMatchObject({ kind: 'absent' });
		expect(changes()).toBe(changesBefore);

		await change({ anon_hops: 2 });
		expect(await downloadIn(context)).toMatchObject({ hops: 2, anon_download: true });
		await expect(change({ anon_hops: 0, state: 'stop' })).rejects.toMatchObject({ status: 400 });
		await expect(client.changeDownload({ ...unknown, body: { state: 'stop' } })).rejects.toMatchObject({
			kind: 'not-found',
		});
		await expect(
			client.changeDownload({ params: { infohash: 'xyz' }, body: { state: 'stop' } }),
		).rejects.toMatchObject({ kind: 'refused', status: 500 });
	},

	async getTorrent(context: ForeignContext) {
		const { client } = context;
		await added(context);
		const bytes = await client.getTorrent({ params });
		expect(Buffer.from(bytes).equals(torrentFileOf(nested))).toBe(true);
		await expect(client.getTorrent(unknown)).rejects.toMatchObject({ kind: 'not-found' });
		await added(context, 'magnet');
		await expect(client.getTorrent({ params: { infohash: magnet.infohash } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},
} as const;
