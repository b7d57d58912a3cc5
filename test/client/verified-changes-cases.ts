import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { VerifiedChanges } from '../../source/client/verified-changes.ts';
import type { Dialect } from '../contract/foreign/dialect.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { startForeign } from '../contract/foreign/server.ts';
import { nested, single, sources } from '../contract/foreign/world/torrents.ts';

async function open(dialect: Dialect) {
	const server = await startForeign(dialect);
	const client = createClient({ url: server.url, apiKey: dialect.key, generation: dialect.generation });
	onTestFinished(async () => {
		await client.close();
		await server.close();
	});
	for (const uri of [sources.nested, sources.single]) await client.addSource(uri, {});
	const sent = () => server.requests.filter((line) => line.startsWith('PATCH')).length;
	// Scripted services apply changes before they respond.
	return { server, client, changes: new VerifiedChanges(client, 50), sent };
}

/** Changes of services of these dialects. */
export function testVerifiedChanges(names: readonly string[]): void {
	const tested = dialects.filter(({ name }) => names.includes(name));

	describe('limits', () => {
		test.each(tested.filter(({ appliesLimits }) => appliesLimits))(
			'$name: are set, and verified once',
			async (dialect) => {
				const { server, changes } = await open(dialect);
				await changes.changeLimits(nested.infohash, { max_download_speed: 8_192, max_upload_speed: 0 });
				expect(server.world.downloads.get(nested.infohash)?.limits).toEqual({ down: 8_192, up: -1 });
				const requests = server.requests.filter((line) => line.startsWith('GET')).length;
				await changes.changeLimits(single.infohash, { max_upload_speed: 1_024 });
				expect(server.world.downloads.get(single.infohash)?.limits.up).toBe(1_024);
				expect(server.requests.filter((line) => line.startsWith('GET'))).toHaveLength(requests);
			},
		);

		test.each(tested.filter(({ appliesLimits }) => !appliesLimits))(
			'$name: are ignored, which is an error; they are not sent again to the same service',
			async (dialect) => {
				const { changes, sent } = await open(dialect);
				const limit = () => changes.changeLimits(nested.infohash, { max_download_speed: 8_192 });
				await expect(limit()).rejects.toMatchObject({
					kind: 'ignored',
					message: expect.stringContaining('Limits of single downloads not changed: '),
				});
				expect(sent()).toBe(1);
				await expect(limit()).rejects.toMatchObject({ kind: 'ignored' });
				expect(sent()).toBe(1);
				changes.forget();
				await expect(limit()).rejects.toMatchObject({ kind: 'ignored' });
				expect(sent()).toBe(2);
			},
		);
	});

	describe('files', () => {
		test.each(tested)('$name: the selection equals the sent one', async (dialect) => {
			const { server, changes } = await open(dialect);
			await changes.changeFiles(nested.infohash, [1, 3]);
			expect([...(server.world.downloads.get(nested.infohash)?.selected ?? [])]).toEqual([1, 3]);
		});

		test.each(tested)('$name: a selection that the service ignores is an error', async (dialect) => {
			const { server, changes } = await open(dialect);
			server.world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
				json: { modified: true, infohash: nested.infohash },
			});
			await expect(changes.changeFiles(nested.infohash, [1, 3])).rejects.toMatchObject({
				kind: 'ignored',
				message: expect.stringContaining('Selection of files not changed: '),
			});
		});
	});

	describe('an addition without safe seeding', () => {
		test.each(tested.filter(({ family }) => family === '8.x'))(
			'$name: is read back, and obeyed once the default is off',
			async (dialect) => {
				const { server, client, changes } = await open(dialect);
				const { downloads, settings } = server.world;
				const added = [nested.infohash, single.infohash];
				const kept = dialect.forcesSafeSeeding ? added : [];
				const withSafeSeeding = () => [...downloads.values()].filter(({ safeSeeding }) => safeSeeding);
				expect(withSafeSeeding().map(({ torrent }) => torrent.infohash)).toEqual(kept);
				expect(await changes.keptSafeSeeding(added)).toEqual(kept);
				await client.changeSettingsOf8({ seeding: { safe: false } });
				expect(settings.libtorrent.download_defaults).toMatchObject({
					safeseeding_enabled: false,
					saveas: '/srv/downloads',
				});
				downloads.clear();
				for (const uri of [sources.nested, sources.single]) await client.addSource(uri, {});
				expect(await changes.keptSafeSeeding(added)).toEqual([]);
				expect(withSafeSeeding()).toEqual([]);
			},
		);
	});

	describe('hops', () => {
		test.each(tested)('$name: are changed, and an ignored change is an error', async (dialect) => {
			const { server, changes } = await open(dialect);
			await changes.changeHops(nested.infohash, 2);
			expect(server.world.downloads.get(nested.infohash)?.hops).toBe(2);
			server.world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
				json: { modified: true, infohash: nested.infohash },
			});
			await expect(changes.changeHops(nested.infohash, 1)).rejects.toMatchObject({ kind: 'ignored' });
		});
	});
}
