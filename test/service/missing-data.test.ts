import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { contents, missingDataScene } from './missing-data-scene.ts';

test('recorded data that is missing at a start stops its download, which resumes when it is back', async () => {
	const { root, end, start, add, order, reach } = await missingDataScene();
	const data = join(root, 'data');
	const files = { 'a.bin': 50_000, 'b.bin': 50_000 };
	const torrents = {
		away: await makeTorrent(join(data, 'away'), 'away', files),
		emptied: await makeTorrent(data, 'emptied', files),
		one: await makeTorrent(data, 'one', Object.fromEntries([...'0123456789'].map((name) => [name, 20_000]))),
		half: await makeTorrent(data, 'half', files),
		deselected: await makeTorrent(data, 'deselected', { 'a.bin': 65_536, 'b.bin': 50_000 }),
		blank: await makeTorrent(data, 'blank', { 'a.bin': 50_000, empty: 0 }),
	};
	await rm(join(data, 'half', 'b.bin'));
	await add(torrents.away.path, join(data, 'away'));
	for (const torrent of [torrents.emptied, torrents.one, torrents.half, torrents.blank])
		await add(torrent.path, data);
	await add(torrents.deselected.path, data, [0]);
	const before = {
		away: await reach(torrents.away, 'SEEDING'),
		emptied: await reach(torrents.emptied, 'SEEDING'),
		one: await reach(torrents.one, 'SEEDING'),
		half: await reach(torrents.half, 'DOWNLOADING'),
	};
	await reach(torrents.deselected, 'SEEDING');
	await reach(torrents.blank, 'SEEDING');
	await end();

	await rename(join(data, 'away'), join(root, 'elsewhere'));
	for (const lost of ['emptied/a.bin', 'emptied/b.bin', 'one/7', 'half', 'deselected/b.bin', 'blank/empty'])
		await rm(join(data, lost), { recursive: true });
	const left = await contents(data);
	await start();
	const errors = {
		away: missingText.files(join(data, 'away', 'away', 'a.bin'), 1),
		emptied: missingText.files(join(data, 'emptied', 'a.bin'), 1),
		one: missingText.files(join(data, 'one', '7'), 0),
		half: missingText.files(join(data, 'half', 'a.bin'), 0),
	};
	const names = ['away', 'emptied', 'one', 'half'] as const;
	const expectStopped = async () => {
		for (const name of names) {
			const { progress, pieces } = before[name];
			expect(await reach(torrents[name], 'STOPPED_ON_ERROR')).toMatchObject({
				error: errors[name],
				progress,
				pieces,
			});
		}
	};
	await expectStopped();
	// The user may have deleted files that are not selected, and empty ones hold no data.
	await reach(torrents.deselected, 'SEEDING');
	await reach(torrents.blank, 'SEEDING');
	const created = [...left, 'blank/empty'].sort();
	expect(await contents(data)).toEqual(created);

	for (const name of names) await order(torrents[name], 'resume');
	await expectStopped();
	expect(await contents(data)).toEqual(created);

	await rename(join(root, 'elsewhere'), join(data, 'away'));
	await order(torrents.away, 'resume');
	const { pieces } = before.away;
	expect(await reach(torrents.away, 'SEEDING')).toMatchObject({ error: '', pieces, progress: 1 });
	// Only a check accepts a loss.
	await order(torrents.one, 'recheck');
	const { error, progress } = await reach(torrents.one, 'DOWNLOADING');
	expect(error).toBe('');
	expect(progress).toBeGreaterThan(0.7);
	await order(torrents.emptied, 'recheck');
	expect(await reach(torrents.emptied, 'DOWNLOADING')).toMatchObject({ error: '', progress: 0 });
});
