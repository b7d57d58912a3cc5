import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorText } from '../../source/client/http/errors.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runHere } from '../commands/run-here.ts';
import { openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { openCockpit, prepareService, service } from './cockpit-scene.ts';

prepareService();

test('the second session of the cockpit uses the compiled code of the first, and damaged code is replaced', async () => {
	const service = await runService();
	const caches = join(service.folder, 'caches');
	const session = async () => {
		const { user, screen, session } = await openCockpitProcess(service, {
			env: { XDG_CACHE_HOME: caches },
			reportsEnd: true,
		});
		await screen.shows(/● 127/, downloadsPaneText.none, downloadsPaneText.addOne);
		await user.quit();
		expect(session.emulator.onAlternateScreen).toBe(false);
		expect(session.mode(25)).toBe(true);
		await screen.shows(/[^-]icanon/, /[^-]\becho\b/);
		const [name = ''] = readdirSync(join(caches, 'seedtop'));
		const path = join(caches, 'seedtop', name);
		return { path, ...statSync(path) };
	};
	const first = await session();
	expect(first.size).toBeGreaterThan(1_000_000);
	// V8 accepted it: otherwise the session would have saved it again.
	expect((await session()).mtimeMs).toBe(first.mtimeMs);
	writeFileSync(first.path, Buffer.alloc(first.size));
	expect((await session()).mtimeMs).not.toBe(first.mtimeMs);
});

test('a user opens two cockpits at once without a service, and both use the one that is started', async () => {
	const folder = await makeFolder();
	const state = join(folder, 'nobody-yet');
	const home = join(folder, 'new-home');
	const quiet = { SEEDTOP_NO_DHT: '1', SEEDTOP_NO_LOCAL_DISCOVERY: '1', SEEDTOP_NO_PEX: '1' };
	const options = { home, env: quiet, reportsEnd: true };
	const both = await Promise.all([1, 2].map(() => openCockpitProcess({ stateFolder: state }, options)));
	try {
		for (const { screen } of both) await screen.shows(downloadsPaneText.none);
		await Promise.all(both.map(({ user }) => user.quit()));
	} finally {
		await runHere(['shutdown', '--state-dir', state]);
	}
});

test('the service ends and returns: the rows stay, marked with their age, and are updated', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'survivor', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const { user, screen, list } = await openCockpit({ columns: 120, rows: 30 });
	await list.shows('survivor', 'SEEDING');
	const { port } = new URL(service.url);
	await service.end();
	await screen.shows(/✗ \S+ unreachable, data \d+s old/);
	await screen.shows('survivor');
	await screen.shows(errorText.unreachable(service.url));
	await service.restart(['--port', port]);
	await screen.shows(/● 127/);
	await list.shows('survivor', 'SEEDING');
	await user.quit();
});
