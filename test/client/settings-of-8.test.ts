import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { settingsOf8Text } from '../../source/client/settings-of-8.ts';
import type { FormerSettings } from '../../source/protocol/repair/former-settings.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { runForeign } from '../fixtures/foreign-service.ts';

const releases = dialects.filter(({ family }) => family === '8.x').map(({ name }) => name);

/** Starts a service of 8.x. `settings` returns its settings as they are now. */
async function open(name: string) {
	const foreign = await runForeign(name);
	const { world } = foreign.server;
	return { ...foreign, world, settings: () => structuredClone(world.settings) };
}

describe.each(releases)('changes of settings of %s', (name) => {
	test('keep all other settings', async () => {
		const { client, settings } = await open(name);
		const before = settings();
		await client.changeSharedLimits({ download: 5_000_000 });
		await client.changeSettingsOf8({ seeding: { mode: 'time', minutes: 90 } });
		const { download_defaults: defaults } = before.libtorrent;
		expect(settings()).toEqual({
			...before,
			libtorrent: {
				...before.libtorrent,
				max_download_rate: 5_000_000,
				download_defaults: { ...defaults, seeding_mode: 'time', seeding_time: 5_400 },
			},
		});
	});

	test('wait for each other, also of two clients', async () => {
		const { client, settings, server, dialect } = await open(name);
		const other = createClient({ url: server.url, apiKey: dialect.key });
		atEnd(() => other.close());
		await Promise.all([
			client.changeSharedLimits({ download: 1_000 }),
			other.changeSettingsOf8({ seeding: { ratio: 3 } }),
			client.changeSharedLimits({ upload: 2_000 }),
			other.changeSettingsOf8({ seeding: { mode: 'ratio' } }),
		]);
		expect(settings().libtorrent).toMatchObject({
			max_download_rate: 1_000,
			max_upload_rate: 2_000,
			download_defaults: { seeding_ratio: 3, seeding_mode: 'ratio', saveas: '/srv/downloads' },
		});
	});

	test('are undone, without changes of others since then', async () => {
		const { client, world, settings } = await open(name);
		const before = settings();
		const kept: FormerSettings[] = [];
		const keep = (former: FormerSettings) => void kept.push(former);
		await client.changeSettingsOf8({ seeding: { mode: 'never' }, limits: { upload: 9 } }, { keep });
		world.settings.libtorrent.port = 8_888;
		const [former] = kept;
		if (former) await client.restoreSettingsOf8(former, { keep });
		expect(settings()).toEqual({ ...before, libtorrent: { ...before.libtorrent, port: 8_888 } });
		// Undoing the undo changes them again.
		const [, undone] = kept;
		if (undone) await client.restoreSettingsOf8(undone);
		expect(settings().libtorrent).toMatchObject({
			max_upload_rate: 9,
			port: 8_888,
			download_defaults: { seeding_mode: 'never' },
		});
		// Logs and reports contain no password.
		expect(inspect(kept, { depth: 9, showHidden: true }) + JSON.stringify(kept)).not.toContain('secret');
	});

	test('that the service does not take are errors with the names, and the undo restores lost settings', async () => {
		const { client, world, settings } = await open(name);
		const before = settings();
		const { loseSettings } = world;
		loseSettings.add('port').add('proxy_auth');
		let former: FormerSettings | undefined;
		const change = client.changeSharedLimits(
			{ download: 7 },
			{
				keep: (kept) => {
					former = kept;
				},
			},
		);
		await expect(change).rejects.toMatchObject({
			kind: 'ignored',
			message: settingsOf8Text.different(client.url, ['port', 'proxy_auth']),
			hint: settingsOf8Text.undo,
		});
		await expect(change).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
		expect(settings().libtorrent).not.toHaveProperty('port');
		loseSettings.clear();
		if (former) await client.restoreSettingsOf8(former);
		expect(settings()).toEqual(before);
	});

	test('are not sent if the settings cannot be read or kept', async () => {
		const { client, server, world } = await open(name);
		const change = () => client.changeSharedLimits({ download: 7 });
		for (const answer of [
			{ status: 500, json: { error: 'broken' } },
			{ json: { settings: {} } },
			{ json: { settings: { libtorrent: [] } } },
			{ bytes: Buffer.from('{"settings": {"libtorrent": {"port": 7790') },
		]) {
			world.scripted.set('GET /settings', answer);
			await expect(change()).rejects.toThrow();
			world.scripted.clear();
		}
		const full = new Error('The disk is full.');
		const keep = () => Promise.reject(full);
		await expect(client.changeSharedLimits({ download: 7 }, { keep })).rejects.toBe(full);
		expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
	});
});

test('limits of 8.4 are refused while its advanced limits replace them, and the end of seeding is not', async () => {
	const { client, server, settings, world } = await open('8.4');
	world.settings.libtorrent.use_advanced_rate_limits = true;
	await expect(client.changeSharedLimits({ download: 7 })).rejects.toMatchObject({
		message: settingsOf8Text.advanced,
	});
	expect(server.bodies).toEqual([]);
	await client.changeSettingsOf8({ seeding: { ratio: 3 } });
	expect(settings().libtorrent.download_defaults.seeding_ratio).toBe(3);
});
