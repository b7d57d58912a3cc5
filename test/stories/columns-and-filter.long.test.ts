import { test } from 'vitest';
import { openCockpitProcess } from '../fixtures/cockpit.ts';
import { serveList } from '../programs/list-service.ts';
import { library } from './library.ts';

test('a user of the screen reader hears the matches of a filter and its completions', async () => {
	const service = await serveList(library);
	const size = { columns: 120, rows: 60 };
	const { user, screen } = await openCockpitProcess(service, { ...size, flags: '--linear' });
	await screen.shows('6 downloads');
	user.press('filter');
	await screen.shows('6 of 6 shown, on debian-13.iso');
	user.press('filter-next-completion');
	await screen.shows(/tab completes to status:stopped\S*, 2 of/);
	user.type('ratio>2');
	await screen.shows('2 of 6 shown, on debian-13.iso');
	user.press('filter-keep');
	await screen.shows('Filter: ratio>2.');
	user.press('sort-by');
	await screen.shows('Sort by.');
	user.press('sort-column-size');
	await screen.shows('Sorted by size, the greatest first.');
});
