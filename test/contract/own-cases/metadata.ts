import { expect } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import type { CaseContext } from './all.ts';
import { withOwnChannel } from './own-channel.ts';

const notFound = { kind: 'not-found' };

/** Runs a check with the entry of a torrent in the own channel. */
async function withEntry(
	context: CaseContext,
	check: (key: { readonly public_key: string; readonly id: bigint }) => Promise<void>,
): Promise<void> {
	await withOwnChannel(context, async ({ channelid }) => {
		const { torrents } = await context.client.listChannelTorrents({ params: { channelid } });
		await check({ public_key: channelid, id: torrents[0]?.id ?? 0n });
	});
}

async function read(client: Client, { public_key, id }: { public_key: string; id: bigint }) {
	const [entry] = await client.listEntries({ params: { public_key, id: String(id) } });
	return entry;
}

/** Cases of metadata entries. */
export const metadataCases = {
	async listEntries(context: CaseContext) {
		const { client, infohash } = context;
		await withEntry(context, async (key) => {
			expect(await read(client, key)).toMatchObject({
				...key,
				type: 300,
				origin_id: 0n,
				status: 2,
				name: 'contract',
				category: 'Other',
				infohash,
				size: 300_000,
				num_seeders: 0,
				num_leechers: 0,
				last_tracker_check: 0,
			});
			expect(await read(client, { ...key, public_key: key.public_key.toUpperCase() })).toMatchObject(key);
			expect(await read(client, { ...key, id: 0n })).toMatchObject({
				type: 400,
				id: 0n,
				name: 'Mine',
				torrents: 1,
				state: 'Personal',
				dirty: false,
				description_flag: true,
			});
			for (const id of ['1', 'x', '-1', '9'.repeat(19), '9'.repeat(60)]) {
				const unknown = client.listEntries({ params: { ...key, id } });
				await expect(unknown).rejects.toMatchObject(notFound);
			}
			const unknownChannel = client.listEntries({ params: { public_key: 'f'.repeat(64), id: '0' } });
			await expect(unknownChannel).rejects.toMatchObject(notFound);
		});
	},

	async changeEntry(context: CaseContext) {
		const { client } = context;
		await withEntry(context, async (key) => {
			const params = { ...key, id: String(key.id) };
			const body = { name: 'renamed', category: 'Video', status: 1_000 };
			expect(await client.changeEntry({ params, body })).toMatchObject([{ ...key, ...body }]);
			await client.changeEntry({ params, body: { status: 0 } });
			expect(await read(client, key)).toMatchObject({ name: 'renamed', category: 'Video', status: 0 });
			const bad = [{ name: '' }, { category: 'x'.repeat(51) }, { status: -1 }, { origin_id: 5n }];
			for (const wrong of bad)
				await expect(client.changeEntry({ params, body: wrong })).rejects.toMatchObject({ status: 400 });
			const unknown = client.changeEntry({ params: { ...key, id: '1' }, body });
			await expect(unknown).rejects.toMatchObject(notFound);
			const channel = { ...params, id: '0' };
			await client.changeEntry({ params: channel, body: { name: 'By its entry' } });
			expect((await client.getMyChannel()).overview.name).toBe('By its entry');
			await client.changeEntry({ params: channel, body: { name: 'Mine' } });
			const refused = client.changeEntry({ params: channel, body: { status: 1 } });
			await expect(refused).rejects.toMatchObject({ status: 400 });
		});
	},

	async changeEntries(context: CaseContext) {
		const { client } = context;
		await withEntry(context, async (key) => {
			const channel = { ...key, id: 0n };
			const body = [
				{ ...key, name: 'both' },
				{ ...channel, name: 'Both' },
			];
			expect(await client.changeEntries({ body })).toMatchObject([
				{ ...key, name: 'both' },
				{ ...channel, name: 'Both' },
			]);
			await client.changeEntries({ body: [{ ...channel, name: 'Mine' }] });
			const half = client.changeEntries({
				body: [
					{ ...key, name: 'half' },
					{ ...key, id: 1n },
				],
			});
			await expect(half).rejects.toMatchObject(notFound);
			expect(await read(client, key)).toMatchObject({ name: 'both' });
			expect(await client.changeEntries({ body: [] })).toEqual([]);
		});
	},

	async removeEntries(context: CaseContext) {
		const { client } = context;
		await withEntry(context, async (key) => {
			const half = client.removeEntries({ body: [key, { ...key, id: 1n }] });
			await expect(half).rejects.toMatchObject(notFound);
			const own = client.removeEntries({ body: [{ ...key, id: 0n }] });
			await expect(own).rejects.toMatchObject({ status: 400 });
			expect(await read(client, key)).toMatchObject(key);
			expect(await client.removeEntries({ body: [key] })).toEqual([{ ...key, state: 'Deleted' }]);
			await expect(read(client, key)).rejects.toMatchObject(notFound);
			await expect(client.removeEntries({ body: [key] })).rejects.toMatchObject(notFound);
			expect(await client.removeEntries({ body: [] })).toEqual([]);
		});
	},
};
