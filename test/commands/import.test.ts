import { spawn } from 'node:child_process';
import { cp, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { importText } from '../../source/commands/import/import-downloads.ts';
import { diskLayoutText } from '../../source/import/disk-layout.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { statePath } from '../import/entries.ts';
import { until } from '../programs/until.ts';
import { listed, prepareService, service, withState } from './import-scene.ts';
import { runHere } from './run-here.ts';

prepareService();

describe('seedtop import', () => {
	test('imports a download, hashes a sample only, and skips it the next time', async () => {
		const { torrent, data, state, invoke } = await withState({ 'a.bin': 900_000, 'b.bin': 700_000 });
		const before = await readdir(state, { recursive: true });
		const dry = await invoke('--dry-run');
		expect(dry).toMatchObject({ code: 0, err: '' });
		expect(dry.out).toMatch(/^moved\trunning\t100%\t/);
		expect(await listed(service)).toEqual([]);
		const done = `${torrent.infohash}\tmoved\timported\n`;
		expect(await invoke()).toMatchObject({ code: 0, out: done, err: '' });
		await until(async () => (await listed(service))[0]?.status === 'SEEDING');
		expect(await listed(service)).toMatchObject([
			{ infohash: torrent.infohash, progress: 1, destination: data, all_time_upload: 7 },
		]);
		await until(() => /2 of 98 pieces read from the disk/.test(service.output()));
		const again = await invoke('--json');
		expect(JSON.parse(again.out)).toMatchObject({
			results: [{ result: 'present', done: false }],
			totals: { imported: 0, already_there: 1 },
		});
		expect(await readdir(state, { recursive: true })).toEqual(before);
	});

	test('checks all of a file whose sample differs', async () => {
		const { data, invoke } = await withState({ 'a.bin': 900_000, 'b.bin': 700_000 });
		await writeFile(join(data, 'moved/b.bin'), Buffer.alloc(700_000));
		expect(await invoke()).toMatchObject({ code: 0, err: '' });
		const found = await until(async () => {
			const [download] = await listed(service);
			return download?.status === 'DOWNLOADING' && (download.progress ?? 1) < 1 && download;
		});
		expect(found.progress).toBeGreaterThan(0.5);
		expect(found.progress).toBeLessThan(0.6);
	});

	test('imports a download with a renamed file stopped, and says why', async () => {
		const { data, invoke } = await withState({ 'a.bin': 100_000, 'b.bin': 100_000 });
		await rename(join(data, 'moved/b.bin'), join(data, 'moved/b.bin.part'));
		const { code, err } = await invoke();
		expect(code).toBe(0);
		expect(err).toContain(diskLayoutText.otherName(1, 'moved/b.bin', 'moved/b.bin.part'));
		const [download] = await listed(service);
		expect(download?.status).toBe('STOPPED');
		expect(await readdir(join(data, 'moved'))).toEqual(['a.bin', 'b.bin.part']);
	});

	test('imports stopped downloads with --stopped', async () => {
		const { invoke } = await withState({ 'a.bin': 100_000 });
		await invoke('--stopped');
		expect(await listed(service)).toMatchObject([{ status: 'STOPPED', progress: 1 }]);
	});

	test('continues after an entry that cannot be imported', async () => {
		const { state, invoke } = await withState({ 'a.bin': 100_000 });
		await writeFile(join(state, 'torrents/0.torrent'), 'text');
		const { code, err } = await invoke();
		expect(code).toBe(1);
		expect(err).toContain('0.torrent: ');
		expect(await listed(service)).toHaveLength(1);
	});

	test('refuses while the client runs on the folder, without --force', async () => {
		const { folder, state, invoke } = await withState({ 'a.bin': 100_000 });
		const program = join(folder, 'transmission-da');
		await writeFile(program, 'read -r _');
		const child = spawn('/bin/sh', [program, '-g', state]);
		onTestFinished(() => {
			child.kill('SIGKILL');
		});
		const refused = await until(async () => {
			const ended = await invoke();
			return ended.code === 1 && ended;
		});
		expect(refused.err).toContain(importText.running('transmission', child.pid ?? 0));
		expect((await invoke('--dry-run')).code).toBe(0);
		expect(await invoke('--force')).toMatchObject({ code: 0 });
		expect(await listed(service)).toHaveLength(1);
	});

	test('sends nothing to a service that cannot import', async () => {
		const { url, server } = await runForeign();
		const { code, err } = await runHere(['import', 'transmission', statePath('transmission'), '--url', url]);
		expect(code).toBe(5);
		expect(err).toContain(importText.noExtension(url));
		expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	});

	test('names the folders that it looked in', async () => {
		const home = await makeFolder();
		const line = ['import', 'tribler', '--state-dir', service.stateFolder];
		const env = { HOME: home };
		const { code, err } = await runHere(line, { env });
		expect(code).toBe(5);
		expect(err).toContain(join(home, '.Tribler'));
		await cp(statePath('tribler'), join(home, '.Tribler'), { recursive: true });
		const found = await runHere([...line, '--dry-run'], { env });
		expect(found.code).toBe(0);
		expect(found.out.trim().split('\n')).toHaveLength(4);
	});
});
