import { expect, test } from 'vitest';
import { nested } from '../contract/foreign/world/torrents.ts';
import { openCockpit as openOn } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';
import { describeManyFiles } from '../programs/many-files.ts';
import { until } from '../programs/until.ts';
import { awaitWanted, openForeign, testSelectionByList, wantedBy } from './files-cases.ts';

testSelectionByList(['7.14', '7.2', 'doc A']);

test('a user goes through 4,000 files: expands all folders, moves to the end, filters, and deselects', async () => {
	const service = await runService({ flags: ['--no-pex'] });
	const torrent = await describeManyFiles(service.folder, 'huge', { files: 4_000, perFolder: 200 });
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path } });
	await client.changeDownload({ params: { infohash: torrent.infohash }, body: { state: 'stop' } });
	const { user, screen, list } = await openOn(service);
	await list.shows('huge', 'STOPPED');
	user.press('tab-files', 'details-full');
	await screen.shows('4000 of 4000 files selected, 62.5 KiB of 62.5 KiB');
	user.press('files-expand-all', 'last');
	await screen.shows(/ 4020 of 4020 ─[─╯]$/m);
	await screen.shows(/^[ ▌]?\[x\] {5}file 1999\.bin /m);
	// The service was asked to expand the visible folders, and responded with that page.
	const query = { view_start_path: 'huge/part 9/file 1998.bin', view_size: 5 };
	await until(async () => {
		const { files } = await client.listFiles({ params: { infohash: torrent.infohash }, query });
		return files[0]?.name === 'huge/part 9/file 1999.bin';
	});
	user.press('files-out', 'files-choose');
	await screen.shows('3800 of 4000 files selected');
	user.press('files-filter');
	user.type('3141.b');
	user.press('files-filter-keep');
	await screen.shows(/filter: 3141\.b 1 file$/m);
	user.press('last', 'files-choose');
	await screen.shows(/^[ ▌]?\[ \] {5}file 3141\.bin /m);
	await screen.shows('3799 of 4000 files selected');
	await screen.hides('pending');
	const wanted = new Set(await wantedBy(client, torrent.infohash));
	expect(wanted.size).toBe(3_799);
	expect(wanted.has('part 9/file 1900.bin')).toBe(false);
}, 60_000);

test('a user of a service with trees (8.1) expands folders remotely, reads pages, and selects by list', async () => {
	const { user, screen, server, client } = await openForeign('8.1');
	user.press('tab-files', 'details-full');
	await screen.shows('5 of 5 files selected');
	user.press('files-expand-all');
	await screen.shows('ünï 中文 😀.txt');
	const asked = (text: string) => until(() => server.requests.some((each) => each.includes(text)));
	await asked('/files/expand?path=nested%2Fa%2Fdeep');
	await asked('/files?view_start_path=&view_size=300');
	user.press('files-choose');
	await screen.shows(/^[ ▌]?\[ \] ▾ a\/ .* 0\/2$/m);
	// The flat list would not show the selection made in the tree.
	expect(server.requests.some((each) => each.includes('/files/deselect'))).toBe(false);
	await screen.shows('3 of 5 files selected');
	await awaitWanted(
		client,
		nested.infohash,
		nested.files.slice(2).map(({ path }) => path),
	);
	user.press('files-collapse-all');
	await asked('/files/collapse?path=nested%2Fa');
	// No files are requested while they are not visible.
	user.press('tab-overview');
	await screen.shows('copies');
	// The details show the availability, which the list has on request.
	const lists = () => server.requests.filter((each) => /\/downloads(\?\S*)?$/.test(each)).length;
	const listed = lists();
	await until(() => lists() > listed);
	const files = () => server.requests.filter((each) => each.includes('/files')).length;
	const before = files();
	await until(() => lists() > listed + 3);
	expect(files()).toBe(before);
});
