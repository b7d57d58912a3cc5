import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, runService, runServiceProcess } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Kills while files are added. */
const KILLS = 8;

test(`${KILLS} kills while files are added lose no file, and add none twice`, async () => {
	const drop = await makeFolder();
	const data = await makeFolder();
	const service = await runServiceProcess({ flags: ['--watch-label', `films=${drop}`] });
	const expected: string[] = [];
	const isAdded = containing(watchText.added(ANY, 'films'));
	for (let kill = 0; kill < KILLS; kill++) {
		const names = Array.from({ length: 12 }, (_, index) => `file-${kill}-${index}`);
		for (const { path, infohash } of await Promise.all(
			names.map((name) => makeTorrent(data, name, { [`${name}.bin`]: 20_000 })),
		)) {
			await copyFile(path, join(drop, `${infohash}.torrent`));
			expected.push(infohash);
		}
		// At another place of the additions each time.
		await until(() => {
			const added = service
				.output()
				.split('\n')
				.filter((line) => isAdded.test(line));
			return added.length > kill;
		});
		await service.end('SIGKILL');
		await service.restart();
	}
	const isRenamed = (name: string) => name.endsWith('.torrent.added');
	await until(async () => (await readdir(drop)).filter(isRenamed).length === expected.length);
	expect((await readdir(drop)).filter((name) => !isRenamed(name))).toEqual([]);
	const found = await downloadsOf(service);
	expect(found.map(({ infohash }) => infohash).sort()).toEqual(expected.sort());
	expect(found.every(({ label }) => label === 'films')).toBe(true);
}, 300_000);

test('more files than a scan examines are all added', async () => {
	const drop = await makeFolder();
	// They stay: they are not regular files.
	for (let number = 0; number < 1_010; number++)
		await mkdir(join(drop, `${String(number).padStart(4, '0')}.torrent`));
	const service = await runService({ flags: ['--watch-folder', drop] });
	const torrent = await makeTorrent(await makeFolder(), 'behind', { 'behind.bin': 20_000 });
	await copyFile(torrent.path, join(drop, 'zz.torrent'));
	await until(async () => (await downloadsOf(service)).some(({ infohash }) => infohash === torrent.infohash));
	await until(async () => (await readdir(drop)).includes('zz.torrent.added'));
});
