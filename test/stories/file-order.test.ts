import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orderCommandText } from '../../source/tui/panes/downloads/property-commands.ts';
import { filePrioritiesText } from '../../source/tui/panes/downloads/tabs/files/priority-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { downloadsOf } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { infohash, prepareSeries, service } from './file-order-scene.ts';

prepareSeries();

test('a user makes a download sequential, undoes that, finds it by a filter, and it survives a restart', async () => {
	const becomes = (sequential: boolean) =>
		until(async () => (await downloadsOf(service))[0]?.sequential === sequential);
	const { user, screen, list } = await openCockpit(service, { names: ['series'], columns: 110, rows: 40 });
	await list.shows('series', 'DOWNLOADING');
	user.press('details-beside', 'sequential');
	await becomes(true);
	await screen.shows(/order +sequential/);
	user.press('undo');
	await becomes(false);
	await screen.hides(/order +sequential/);
	user.press('redo');
	await becomes(true);
	await service.end();
	await service.restart();
	await becomes(true);
	await screen.shows(`● ${new URL(service.url).host}`);
	user.filter('is:sequential');
	await list.lists(['series']);
	const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);
	expect((await command('sequential', 'off', '--filter', 'is:sequential')).code).toBe(0);
	await becomes(false);
	await list.lists([]);
	expect((await command('ls', 'is:sequential')).code).toBe(5);

	const other = join(await makeFolder(), 'other');
	const { path } = await makeTorrent(other, 'added', { 'a.bin': 20_000 });
	expect((await command('add', path, '--sequential')).code).toBe(0);
	const added = (await downloadsOf(service)).find((each) => each.infohash !== infohash);
	expect(added).toMatchObject({ name: 'added', sequential: true });
});

test('a user of a service without priorities and order learns that, and it receives no request', async () => {
	const foreign = await runForeign('8.4');
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await foreign.client.addDownload({ body });
	const flags = `--api-key ${foreign.dialect.key}`;
	const { user, screen, list } = await openCockpit(foreign, { columns: 110, flags });
	await list.shows('nested', 'DOWNLOADING');
	user.press('sequential');
	await screen.shows(orderCommandText.foreign);
	user.press('tab-files', 'details-full');
	await screen.shows(/\d of \d files selected/);
	user.press('files-raise');
	await screen.shows(filePrioritiesText.foreign);
	expect(foreign.server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
