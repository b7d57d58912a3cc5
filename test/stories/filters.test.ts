import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { conditions } from '../../source/filter/download-conditions.ts';
import { saveFilterText } from '../../source/tui/dialogs/form/forms/save-filter.ts';
import { filterText } from '../../source/tui/panes/downloads/dialogs/filter/commands.ts';
import { filtersText } from '../../source/tui/panes/downloads/dialogs/filters/dialog.tsx';
import { type Cockpit, openCockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { serveList } from '../programs/list-service.ts';
import { escaped } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';

const tracker = (status: string, host = 'a.example') => ({
	trackers: [
		{ url: `https://${host}/announce`, status },
		{ url: '[DHT]', status: 'Not working' },
	],
});

/** 2026-11-21 02:00 in UTC: in New York it is the evening before. */
const evening = Date.UTC(2026, 10, 21, 2) / 1000;

const library = {
	fast: { size: 10, status: 'DOWNLOADING', progress: 0.5, speed_down: 100, ...tracker('Working') },
	hangs: { size: 10, status: 'DOWNLOADING', progress: 0.5, ...tracker('Not working') },
	magnet: { size: 0, status: 'METADATA', progress: 0, ...tracker('Not contacted yet', 'b.example') },
	seed: { size: 30, ratio: 3, ...tracker('Working') },
	old: { size: 20, ratio: 3, status: 'STOPPED', time_added: evening, trackers: [] },
	broken: { size: 20, status: 'STOPPED_ON_ERROR', error: 'disk full', trackers: [] },
};
const names = Object.keys(library);

let home: string;
beforeEach(async () => {
	home = await makeFolder();
});

async function open(columns = 80, rows = 24, TZ = 'UTC'): Promise<Cockpit> {
	const service = await serveList(library);
	const cockpit = await openCockpit(service, { columns, rows, home, names, env: { TZ } });
	await cockpit.screen.listed(names.length);
	return cockpit;
}

test('a user presses F and finds stalled downloads, missing and failing trackers, with their counts', async () => {
	const { user, screen, list } = await open();
	user.press('filters');
	for (const [name, filter, count] of [
		['errors', 'error', 1],
		['active', 'is:active', 1],
		['idle', 'is:idle', 5],
		['stalled', 'is:stalled', 2],
		['tracker errors', 'is:tracker_error', 1],
		['without trackers', 'is:untracked', 2],
	] as const) {
		await screen.shows(new RegExp(` ${name} +${filter} +${count} +│`));
	}
	user.press('filters-close', 'filter');
	user.type('is:stalled');
	await list.lists(['hangs', 'magnet']);
	user.press('filter-delete-to-start');
	user.type('is:tracker-error');
	await list.lists(['hangs']);
	user.press('filter-delete-to-start');
	user.type('unreg');
	await screen.shows(new RegExp(`^ is:tracker_error +1 {2}${conditions.tracker_error?.about}`, 'm'));
	user.press('filter-delete-to-start');
	user.type('sta');
	await screen.shows(new RegExp(`^ is:stalled +2 {2}${conditions.stalled?.about}`, 'm'));
});

test('a user sees how many would remain, and narrows the filter by one more choice or replaces it', async () => {
	const { user, screen, list } = await open();
	user.filter('ratio>2');
	user.press('filters');
	await screen.offers('filters-instead');
	await screen.shows(/ seeding +1 +│/);
	await screen.shows(/ stopped +1 +│/);
	await screen.shows(/ downloading +0 +│/);
	await screen.shows(/ without trackers +is:untracked +1 +│/);
	await screen.shows(/ a\.example tracker +1 +│/);
	user.press('filters-last', 'filters-use');
	await screen.shows('/ratio>2 tracker=a.example  1 of 6 ');
	await list.lists(['seed']);
	user.press('filters', 'filters-instead');
	await until(() => list.order().length > 1);
	user.press('filter', 'filter-delete-to-start');
	user.type('ratio>2 or error');
	user.press('filter-keep', 'filters');
	await screen.shows(/ without trackers +is:untracked +2 +│/);
	user.press('filters-last', 'filters-last');
	await screen.shows(filtersText.title);
	user.press('filters-instead');
	await list.lists(['fast', 'hangs', 'seed']);
});

test('a user chooses another status, and the rest of the filter stays', async () => {
	const { user, screen } = await open();
	user.filter('status:seeding size>5');
	user.press('filters');
	await screen.shows(/● seeding +1 +│/);
	// From the active filter to the one above or below it that has two.
	await screen.shows(/ downloading +2 +│/);
	const at = screen.rows().findIndex((row) => / downloading +2 /.test(row));
	const on = screen.rows().findIndex((row) => /● seeding/.test(row));
	user.press(...Array<string>(Math.abs(at - on)).fill(at > on ? 'filters-down' : 'filters-up'));
	user.press('filters-use');
	await screen.shows('/size>5 status:downloading  2 of 6 ');
});

test('a user reads in the completion how many would remain with the rest of the filter', async () => {
	const { user, screen } = await open();
	user.press('filter');
	user.type('ratio>2 status:');
	await screen.shows(/^ status:stopped +1 /m);
	await screen.shows(/^ status:seeding +1 /m);
	await screen.hides(/status:downloading +2/);
	user.press('filter-delete-to-start');
	user.type('size>15 is:un');
	await screen.shows(/^ is:untracked +2 /m);
});

test('a user recalls recent filters with the arrow, also at the next start, which shows all rows', async () => {
	const { user, list } = await open(64, 20);
	user.filter('ratio>2');
	await list.lists(['seed', 'old']);
	user.press('filter', 'filter-delete-to-start');
	user.type('error');
	user.press('filter-keep');
	await list.lists(['broken']);
	await user.quit();
	const next = await open(64, 20);
	await next.list.lists(names);
	next.user.press('filter');
	next.user.type('si');
	await next.screen.offers('filter-earlier');
	next.user.press('filter-earlier');
	await next.list.lists(['broken']);
	next.user.press('filter-earlier');
	await next.screen.shows(/^\/ratio>2/m);
	await next.list.lists(['seed', 'old']);
	next.user.press('filter-earlier');
	await next.screen.shows(filterText.noEarlier);
	next.user.press('filter-later', 'filter-later');
	await next.screen.shows(/^\/si/m);
	next.user.press('filter-earlier', 'filter-earlier', 'filter-keep');
	await next.list.lists(['seed', 'old']);
	await next.user.quit();
	const { earlier } = JSON.parse(await readFile(join(home, '.config/seedtop/view.json'), 'utf8'));
	expect(earlier).toEqual(['ratio>2', 'error']);
});

test('a user saves a filter, reads a notice, the prompt closes, and the next keys are commands', async () => {
	const { user, screen, list } = await open();
	user.press('filter');
	user.type('ratio>2');
	user.press('filter-save');
	await screen.shows(saveFilterText.title);
	user.type('good');
	user.press('form-send');
	await screen.shows(new RegExp(`^✓ ${escaped(saveFilterText.saved('good'))}`, 'm'));
	user.press('mark-all');
	await screen.shows('2 selected');
	await list.lists(['seed', 'old']);
});

test('a user filters by days and hours of the local time zone', async () => {
	const here = await open(120, 30, 'America/New_York');
	here.user.filter('added:2026-11-20');
	await here.list.lists(['old']);
	here.user.press('details');
	await here.screen.shows(/added +2026-11-20 21:00:00/);
	const there = await open(120, 30, 'Asia/Tokyo');
	there.user.filter('added:2026-11-21');
	await there.list.lists(['old']);
	there.user.press('details');
	await there.screen.shows(/added +2026-11-21 11:00:00/);
	expect(there.screen.text()).not.toContain('UTC');
});

test('a user of the screen reader hears the filter that the arrow recalls', async () => {
	const size = { columns: 120, rows: 60 };
	const { user, screen } = await openCockpitProcess(await serveList(library), { ...size, flags: '--linear' });
	await screen.shows(`${names.length} downloads: `);
	user.filter('ratio>2');
	await screen.shows('Filter: ratio>2.');
	user.press('filter', 'filter-delete-to-start', 'filter-earlier');
	await screen.shows(/ratio>2; 2 of 6 shown/);
	user.press('filter-undo');
});
