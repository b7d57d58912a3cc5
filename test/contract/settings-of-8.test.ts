import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../source/commands/declaration/failure.ts';
import { addText } from '../../source/commands/downloads/add.ts';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { changeSettingsText } from '../../source/commands/settings/change-settings.ts';
import { formerFileText } from '../../source/commands/settings/former-file.ts';
import { fieldsOf8Text } from '../../source/settings/fields-of-8.ts';
import { runHere } from '../commands/run-here.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';
import { folders, magnet, sources } from './foreign/world/torrents.ts';

/** Starts a service of 8.x. `seedtop` runs a command with it, and with a state folder of its own. */
async function open(name: string) {
	const { url, dialect, server, client } = await runForeign(name);
	const state = await makeFolder();
	const flags = ['--url', url, '--api-key', dialect.key ?? ''];
	const { world } = server;
	return {
		world,
		url,
		settings: () => structuredClone(world.settings),
		former: join(state, 'seedtop/former-settings.json'),
		seedtop: (...words: string[]) => runHere([...words, ...flags], { env: { XDG_STATE_HOME: state } }),
		/** Adds two complete downloads and waits until they seed. */
		seed: async () => {
			for (const source of ['nested', 'single'] as const)
				await client.addDownload({ body: { uri: sources[source], destination: folders.complete } });
			await until(async () =>
				(await client.listDownloads()).downloads.every(({ status }) => status === 'SEEDING'),
			);
		},
		/** Returns the statuses after the service has applied its settings. */
		statuses: async () => (await client.listDownloads()).downloads.map(({ status }) => status),
	};
}

/** One release replaces a section, the other changes keys of it. */
test.each(['8.1', '8.4'])(
	'settings of %s are shown and changed by command, all others stay, and an undo restores them',
	async (name) => {
		const { seedtop, settings, former } = await open(name);
		const before = settings();
		expect((await seedtop('settings')).out).toBe(
			'limits.download\t0\nlimits.upload\t0\nseeding.mode\tforever\nseeding.ratio\t2\nseeding.minutes\t1\n' +
				'seeding.safe\ttrue\n',
		);
		expect((await seedtop('settings', 'undo')).err).toContain(formerFileText.nothing);
		const words = ['limits.upload', '2M', 'seeding.mode', 'time', 'seeding.minutes', '90'];
		const changed = await seedtop('settings', 'set', ...words);
		expect([changed.code, changed.out]).toEqual([
			exitCodes.done,
			'limits.upload\t2097152\nseeding.mode\ttime\nseeding.minutes\t90\n',
		]);
		const { libtorrent } = before;
		const defaults = { ...libtorrent.download_defaults, seeding_mode: 'time', seeding_time: 5_400 };
		expect(settings()).toEqual({
			...before,
			libtorrent: { ...libtorrent, max_upload_rate: 2_097_152, download_defaults: defaults },
		});
		// The saved settings contain passwords.
		expect((await stat(former)).mode & 0o777).toBe(0o600);
		expect(await readFile(former, 'utf8')).toContain('user:secret');
		const unknown = await seedtop('settings', 'set', 'queue.active_seeds', '3');
		expect(unknown.code).toBe(exitCodes.usage);
		expect(unknown.err).toContain(changeSettingsText.unknown('queue.active_seeds', []).split('.')[0]);
		const undone = await seedtop('settings', 'undo');
		expect([undone.code, undone.err]).toEqual([exitCodes.done, '']);
		expect(undone.out).toContain('seeding.mode\tforever\n');
		expect(settings()).toEqual(before);
		expect((await seedtop('limits', '--download', '5M')).code).toBe(exitCodes.done);
		expect(settings()).toEqual({ ...before, libtorrent: { ...libtorrent, max_download_rate: 5_242_880 } });
		await seedtop('settings', 'undo');
		expect(settings()).toEqual(before);
	},
);

test('settings of 8.1 that would stop seeds are changed only after a confirmation', async () => {
	const { seedtop, settings, seed, statuses, world } = await open('8.1');
	await seed();
	const before = settings();
	for (const words of [
		['seeding.mode=never'],
		['seeding.mode=ratio', 'seeding.ratio=0.5'],
		['seeding.mode', 'time'],
	]) {
		const refused = await seedtop('settings', 'set', ...words);
		expect(refused.code).toBe(exitCodes.usage);
		expect(refused.err).toContain(confirmText.withoutTerminal(changeSettingsText.stops(2)));
	}
	expect(settings()).toEqual(before);
	expect(await statuses()).toEqual(['SEEDING', 'SEEDING']);
	// A ratio that nothing has reached stops nothing.
	expect((await seedtop('settings', 'set', 'seeding.mode=ratio', 'seeding.ratio=3')).code).toBe(0);
	expect(await statuses()).toEqual(['SEEDING', 'SEEDING']);
	expect((await seedtop('settings', 'set', 'seeding.mode=never', '--yes')).code).toBe(0);
	expect(world.settings.libtorrent.download_defaults.seeding_mode).toBe('never');
	expect(await statuses()).toEqual(['STOPPED', 'STOPPED']);
});

test('settings of 8.1 have no end of seeding none, which would end it at once', async () => {
	const { seedtop, settings, seed, statuses } = await open('8.1');
	await seed();
	const before = settings();
	for (const [field, value] of [
		['seeding.ratio', 'none'],
		['seeding.minutes', '0'],
	] as const) {
		const refused = await seedtop('settings', 'set', 'seeding.mode=ratio', `${field}=${value}`, '--yes');
		expect(refused.code).toBe(exitCodes.usage);
		expect(refused.err).toContain(changeSettingsText.invalid(field, value, fieldsOf8Text.positive));
	}
	expect(settings()).toEqual(before);
	expect(await statuses()).toEqual(['SEEDING', 'SEEDING']);
});

test('an addition to 8.1 that keeps safe seeding is a warning with the next step, which works', async () => {
	const { seedtop, world } = await open('8.1');
	const add = () => seedtop('add', `magnet:?xt=urn:btih:${magnet.infohash}`, '--json');
	const warned = await add();
	expect([warned.code, warned.err]).toEqual([exitCodes.done, `seedtop: ${addText.safe(1)}\n`]);
	expect(JSON.parse(warned.out).results).toMatchObject([{ infohash: magnet.infohash, safe_seeding: true }]);
	await seedtop('settings', 'set', 'seeding.safe=off');
	expect(world.settings.libtorrent.download_defaults.safeseeding_enabled).toBe(false);
	world.downloads.clear();
	expect((await add()).err).toBe('');
	expect(world.downloads.get(magnet.infohash)?.safeSeeding).toBe(false);
});
