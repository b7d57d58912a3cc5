import { expect, test } from 'vitest';
import { openCockpit as openOn } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';
import { describeManyFiles } from '../programs/many-files.ts';
import { until } from '../programs/until.ts';
import { testSelectionByList, wantedBy } from './files-cases.ts';

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
