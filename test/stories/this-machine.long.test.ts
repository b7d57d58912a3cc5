import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnnouncement } from '../../source/service/storage/announce.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runHere } from '../commands/run-here.ts';
import { earlier, env, MiB, openProcess, prepareHomes, set, state } from './this-machine-scene.ts';

prepareHomes();

test('the log of a service that the cockpit started is rotated when it is full, and no line is lost', async () => {
	await set({ port: 0, log_level: 'debug', log_size: 1, log_files: 2 });
	const log = join(state, 'service.log');
	// Room for some lines, so that the service's own lines fill it.
	const nearlyFull = earlier.repeat(Math.floor((MiB - 2_000) / earlier.length));
	await Promise.all([
		writeFile(log, nearlyFull),
		writeFile(`${log}.1`, 'put aside before\n'),
		writeFile(`${log}.2`, 'put aside long before\n'),
	]);
	const { user, screen } = await openProcess();
	await screen.shows(downloadsPaneText.none);
	const announced = readAnnouncement(state);
	const key = await readFile(announced?.api_key_file ?? '', 'utf8');
	const asked = 100;
	for (let number = 0; number < asked; number++) {
		// No other client requests it, so that its lines can be counted.
		const path = `/downloads/${'0'.repeat(40)}/torrent`;
		const answer = await fetch(announced?.url + path, { headers: { 'x-api-key': key.trim() } });
		await answer.arrayBuffer();
	}
	await user.quit();
	expect(await runHere(['shutdown'], { env })).toMatchObject({ code: 0 });

	const [newest, aside, older] = await Promise.all(
		[log, `${log}.1`, `${log}.2`].map((path) => readFile(path, 'utf8')),
	);
	expect(older).toBe('put aside before\n');
	expect(existsSync(`${log}.3`)).toBe(false);
	const written = (aside ?? '') + (newest ?? '');
	expect(written.startsWith(nearlyFull)).toBe(true);
	const lines = written.slice(nearlyFull.length).split('\n').slice(0, -1);
	for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (INFO|DEBUG|WARNING|ERROR) +\S/);
	expect(lines.filter((line) => /\/torrent: 404 /.test(line))).toHaveLength(asked);
	expect(lines[0]).toContain(`listens on ${announced?.url}`);
	expect(lines.at(-1)).toMatch(/ Stopped\.$/);
	// All lines are in both files: the log rotated between them.
	expect(aside?.length).toBeGreaterThan(nearlyFull.length);
	expect((await stat(`${log}.1`)).size).toBeLessThanOrEqual(MiB);
	expect(newest?.length).toBeGreaterThan(0);
	expect((await stat(log)).mode & 0o777).toBe(0o600);
});

test('a user reads why a service of the cockpit does not start, and the log has the reason too', async () => {
	await set({ port: 0, log_size: 1 });
	await writeFile(join(state, 'seedtop.db'), 'This was written by somebody else.\n'.repeat(200));
	await writeFile(join(state, 'service.log'), earlier.repeat(Math.ceil(MiB / earlier.length)));
	const { screen } = await openProcess();
	await screen.shows('seedtop: The service failed to start: seedtop: The database');
	await screen.shows('code=1');
	expect(await readFile(join(state, 'service.log'), 'utf8')).toMatch(/\nseedtop: The database .* is corrupt/);
});
