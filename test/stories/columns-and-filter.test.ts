import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadFields, statusMeanings } from '../../source/filter/download-fields.ts';
import { queryText } from '../../source/filter/query.ts';
import { exampleOf, termText } from '../../source/filter/terms.ts';
import { viewKeeperText } from '../../source/runtime/view-keeper.ts';
import { saveFilterText } from '../../source/tui/dialogs/form/forms/save-filter.ts';
import { columnsText } from '../../source/tui/panes/downloads/dialogs/columns/dialog.tsx';
import { filterText } from '../../source/tui/panes/downloads/dialogs/filter/commands.ts';
import { filtersText } from '../../source/tui/panes/downloads/dialogs/filters/dialog.tsx';
import { noMatchesText } from '../../source/tui/panes/downloads/no-matches.ts';
import { type Cockpit, type CockpitOptions, openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, downloadsOf, runService } from '../fixtures/service.ts';
import { type ListService, serveList } from '../programs/list-service.ts';
import { escaped } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { day, GiB, library, now, tracked } from './library.ts';

const names = Object.keys(library);

interface Opened extends Cockpit {
	readonly service: ListService;
	readonly home: string;
	/** Opens another cockpit on the same service, as the same user. */
	readonly again: (options?: CockpitOptions) => Promise<Cockpit>;
}

async function open(size: CockpitOptions = {}, view?: string): Promise<Opened> {
	const service = await serveList(library);
	const home = await makeFolder();
	if (view !== undefined) {
		await mkdir(join(home, '.config/seedtop'), { recursive: true });
		await writeFile(viewPath(home), view);
	}
	const again = async (options?: CockpitOptions) => {
		const cockpit = await openCockpit(service, { ...size, ...options, home, names });
		await cockpit.screen.listed(6);
		return cockpit;
	};
	return { ...(await again()), service, home, again };
}

/** Returns the field of this name. */
function fieldCalled(name: string) {
	const field = downloadFields.find((each) => each.name === name);
	if (!field) throw new Error(`No field has the name ${name}.`);
	return field;
}

const aboutField = (name: string) => escaped(fieldCalled(name).about);
const invalidSize = termText.invalidNumber('huge', 'size', exampleOf(fieldCalled('size')));

const viewPath = (home: string) => join(home, '.config/seedtop/view.json');

test('a user filters for well-seeded large downloads, and the cursor stays on its torrent', async () => {
	const { user, screen, list } = await open();
	user.press('down', 'down', 'down');
	await list.chooses('ubuntu-24.iso');
	user.press('filter');
	user.type('ratio>2 ');
	await list.lists(['debian-13.iso', 'ubuntu-24.iso']);
	await list.chooses('ubuntu-24.iso');
	user.type('size>1GiB name~iso');
	await list.lists(['ubuntu-24.iso']);
	user.press('filter-keep');
	await screen.shows('/ratio>2 size>1GiB name~iso  1 of 6 ');
	user.press('back');
	await list.lists(names);
	await list.chooses('ubuntu-24.iso');
});

test('a user filters by age, tracker, error and their negations', async () => {
	const { user, list } = await open();
	const filter = async (text: string, wanted: readonly string[]) => {
		user.press('filter', 'filter-delete-to-start');
		user.type(text);
		await list.lists(wanted);
		user.press('filter-keep');
	};
	await filter('added<7d', ['debian-13.iso', 'ubuntu-24.iso']);
	await filter('added>30d', ['日本語の名前', 'fedora-42.iso']);
	await filter('tracker:ubuntu.example', ['ubuntu-24.iso']);
	await filter('error', ['broken-disk']);
	await filter('error~"DISK FULL"', ['broken-disk']);
	await filter('not status:seeding', ['broken-disk', 'Café müsli']);
	await filter('-status:seeding -error', ['Café müsli']);
	await filter('error or ratio>2', ['debian-13.iso', 'broken-disk', 'ubuntu-24.iso']);
	await filter('cafe path:music', ['Café müsli']);
});

test('a user sees completions of statuses with their counts, and tab inserts the filter', async () => {
	const { user, screen, list } = await open({ columns: 60, rows: 20 });
	user.press('filter');
	await screen.shows(new RegExp(`^ status:seeding +4 {2}${statusMeanings.SEEDING}`, 'm'));
	await screen.shows(/^ status:stopped +1 /m);
	user.type('st');
	await screen.shows(new RegExp(`^ status: +${aboutField('status')}`, 'm'));
	user.press('filter-complete');
	await screen.shows(/^\/status:/m);
	// The next one, and the one after it.
	user.press('filter-next-completion', 'filter-next-completion', 'filter-complete');
	await screen.shows(/^\/status:stopped/m);
	await until(() => list.order().length === 1);
	user.type(' si');
	await screen.shows(new RegExp(`^ size> +${aboutField('size')}`, 'm'));
	user.press('filter-complete');
	user.type('4');
	await screen.shows(new RegExp(`^ size>4GiB +${aboutField('size')}`, 'm'));
	user.press('filter-complete');
	await screen.shows(/^\/status:\S+ size>4GiB/m);
});

test('a user reads about invalid conditions while typing and after applying, and the others apply', async () => {
	const { user, screen, list } = await open();
	user.press('filter');
	user.type('iso sise>4');
	await screen.shows(`! ${queryText.noField('sise')}`);
	await list.lists(['debian-13.iso', 'ubuntu-24.iso', 'fedora-42.iso']);
	user.press(
		'filter-backspace',
		'filter-backspace',
		'filter-backspace',
		'filter-backspace',
		'filter-backspace',
		'filter-backspace',
	);
	user.type('size>huge');
	await screen.shows(`! ${invalidSize}`);
	user.press('filter-keep');
	await screen.shows(new RegExp(`^! ${escaped(filterText.check(invalidSize))}`, 'm'));
	await list.lists(['debian-13.iso', 'ubuntu-24.iso', 'fedora-42.iso']);
	user.press('filter', 'filter-delete-to-start');
	user.type('ratio>99');
	await screen.shows(noMatchesText.conditions);
});

test('a user filters by a status from the list with its count, selects all, and stops them', async () => {
	const { user, screen, service } = await open();
	user.press('filters');
	await screen.shows(/│ {4}seeding +4 {2}│/);
	user.press('filters-down', 'filters-use');
	await screen.shows('/status:seeding  4 of 6 ');
	user.press('mark-all');
	await screen.shows('4 selected');
	user.press('stop');
	await until(() => service.downloads.every(({ status }) => status.startsWith('STOPPED')));
	// They stopped seeding: the filter follows their status.
	await screen.shows(noMatchesText.conditions);
});

test('a user saves a filter under a name, finds it at the next start, uses it, and deletes it', async () => {
	const { user, screen, again, home } = await open();
	user.press('filter');
	user.type('ratio>2 -error');
	await screen.shows('2 of 6');
	user.press('filter-save');
	await screen.shows(saveFilterText.title);
	user.type('good ones');
	user.press('form-send');
	await screen.shows(new RegExp(`^✓ ${escaped(saveFilterText.saved('good ones'))}`, 'm'));
	await screen.shows('/ratio>2 -error  2 of 6 ');
	await user.quit();
	const next = await again();
	next.user.press('filters');
	await next.screen.shows(/│ {4}good ones +ratio>2 -error +2 +│/);
	// Below it are the trackers.
	next.user.press('filters-last', 'filters-up', 'filters-up', 'filters-up', 'filters-use');
	await next.list.lists(['debian-13.iso', 'ubuntu-24.iso']);
	next.user.press('filters');
	await next.screen.shows(/● good ones/);
	next.user.press('filters-delete');
	await next.screen.shows('Deleted the filter good ones: ratio>2 -error');
	next.user.press('filters-close');
	await next.screen.hides(filtersText.title);
	await next.user.quit();
	expect(JSON.parse(await readFile(viewPath(home), 'utf8')).filters).toEqual([]);
});

test('a user chooses columns, order and widths, and finds them at the next start', async () => {
	const { user, screen, again, home } = await open();
	user.press('columns');
	await screen.shows(columnsText.title('narrow', 'standard'));
	// The rate of received data follows the name, a little wider. The progress disappears.
	user.press(
		'columns-down',
		'columns-down',
		'columns-down',
		'columns-earlier',
		'columns-wider',
		'columns-wider',
		'columns-wider',
		'columns-down',
		'columns-toggle',
	);
	await screen.shows(/\[ \] PROGRESS/);
	await screen.shows(/\[x\] DOWN\/S +=11 /);
	user.press('columns-keep');
	await until(() => screen.titles().slice(0, 3).join() === 'NAME,DOWN/S,UP/S');
	expect(screen.rows()[2]).toMatch(/ {6}DOWN\/S {5}UP\/S/);
	await user.quit();
	expect(JSON.parse(await readFile(viewPath(home), 'utf8')).columns.narrow.slice(0, 3)).toEqual([
		{ id: 'state' },
		{ id: 'name' },
		{ id: 'down', width: 11 },
	]);
	const next = await again();
	await until(() => next.screen.titles().slice(0, 3).join() === 'NAME,DOWN/S,UP/S');
	expect(next.screen.rows()[3]).toMatch(/▲ debian-13\.iso /);
	// A wide window has columns of its own.
	const wide = await again({ columns: 160, rows: 24 });
	expect(wide.screen.titles().slice(0, 3)).toEqual(['NAME', 'PROGRESS', 'DOWN/S']);
});

test('a user tries presets for the window, and escape keeps the previous columns', async () => {
	const { user, screen } = await open({ columns: 200, rows: 40 });
	const before = screen.titles();
	user.press('columns');
	await screen.shows('Columns in windows of 100 columns and more: standard');
	user.press('columns-preset', 'columns-preset');
	await screen.shows('and more: wide');
	expect(screen.titles()).toContain('TRACKER');
	await screen.shows(/^▌▲ debian-13\.iso .* debian\.example /m);
	user.press('columns-undo');
	await until(() => screen.titles().join() === before.join());
	user.press('columns', 'columns-preset', 'columns-keep');
	await until(() => screen.titles().join() === 'NAME,PROGRESS,DOWN/S,UP/S');
});

test('a user finds the custom columns after the last preset, and the dialog shows its keys', async () => {
	const { user, screen } = await open({ columns: 60, rows: 20 });
	user.press('columns');
	await screen.offers('columns-toggle');
	user.press('columns-down', 'columns-wider', 'columns-keep', 'columns');
	await screen.shows('100 columns: custom');
	for (const name of ['standard', 'narrow', 'wide', 'seeding', 'fetching', 'custom', 'standard']) {
		user.press('columns-preset');
		await screen.shows(`100 columns: ${name} `);
	}
	user.press('columns-undo');
	await screen.hides(columnsText.title('narrow', ''));
	user.press('columns');
	await screen.shows('100 columns: custom');
	await screen.shows(/NAME +=33 /);
});

test('a user sorts by any column with its key, both ways, and finds the order at the next start', async () => {
	const { user, screen, list, again } = await open();
	user.press('sort-by');
	await screen.shows('Sort by');
	user.press('sort-column-size');
	const bySize = ['ubuntu-24.iso', '日本語の名前', 'broken-disk', 'fedora-42.iso', 'debian-13.iso'];
	await list.lists([...bySize, 'Café müsli']);
	user.press('sort-by', 'sort-column-size');
	await list.lists(['Café müsli', ...bySize.toReversed()]);
	// A filter without a key and without a place in the window, by its place in the list.
	user.press('sort-by', 'sort-last', 'sort-chosen');
	await screen.shows('─ ↑INFOHASH');
	await list.lists(names);
	user.press('sort-by', 'sort-column-connected');
	await screen.shows('─ ↓CONN');
	await until(() => list.order()[0] === '日本語の名前');
	await user.quit();
	const next = await again();
	await next.screen.shows('─ ↓CONN');
	await until(() => next.list.order()[0] === '日本語の名前');
});

test('a user sees how many downloads each tracker has, and chooses one like a status', async () => {
	const { user, screen, list, service } = await open();
	user.press('filters');
	await screen.shows(/│ {4}debian\.example tracker +1 +│/);
	await screen.shows(/│ {4}ubuntu\.example tracker +1 +│/);
	user.press('filters-last', 'filters-use');
	await screen.shows('/tracker=ubuntu.example');
	await list.lists(['ubuntu-24.iso']);
	// One more matches: its count updates while the list of filters is open.
	user.press('filters');
	await screen.shows(/● ubuntu\.example tracker +1 +│/);
	for (const download of service.downloads) Object.assign(download, tracked('ubuntu.example'));
	service.sendEvent('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	await screen.shows(/● ubuntu\.example tracker +6 +│/);
	expect(screen.text()).not.toContain('debian.example');
	for (const download of service.downloads) Object.assign(download, { trackers: [] });
	service.sendEvent('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	await screen.shows(filtersText.noTrackers);
});

test('a user filters by a month, a day or since a day, and completion shows the syntax', async () => {
	const { user, screen, list } = await open();
	const month = new Date((now - 90 * day) * 1000).toISOString().slice(0, 7);
	user.press('filter');
	user.type('added');
	await screen.shows(new RegExp(`^ added< +${aboutField('added')}, ${exampleOf(fieldCalled('added'))}`, 'm'));
	user.type(':');
	await screen.shows(new RegExp(`^ added:today +${aboutField('added')}`, 'm'));
	user.type(month);
	await list.lists(['fedora-42.iso']);
	user.press('filter-delete-to-start');
	user.type(`added>=${new Date((now - 3 * day) * 1000).toISOString().slice(0, 10)}`);
	await list.lists(['debian-13.iso', 'ubuntu-24.iso']);
	user.press('filter-delete-to-start');
	user.type('added:2026-13');
	await screen.shows(`! ${termText.invalidAge('2026-13', 'added', '')}`.slice(0, 46));
	user.press('filter-delete-to-start');
	user.type('finished:today');
	user.press('filter-keep');
	await screen.shows(noMatchesText.conditions);
});

test('a user negates with !, alternates with | and matches any text with *, as in other programs', async () => {
	const { user, list } = await open();
	user.press('filter');
	user.type('!iso');
	await list.lists(['日本語の名前', 'broken-disk', 'Café müsli']);
	user.press('filter-delete-to-start');
	user.type('name=*-4*.iso | !status:seeding');
	await list.lists(['broken-disk', 'Café müsli', 'fedora-42.iso']);
	user.press('filter-delete-to-start');
	user.type('name!~iso name!=*sk');
	await list.lists(['日本語の名前', 'Café müsli']);
});

test('a user sorts by size and then by status, and each status is sorted by size, now and at the next start', async () => {
	const { user, screen, list, service, again } = await open();
	const bySize = ['ubuntu-24.iso', '日本語の名前', 'fedora-42.iso', 'debian-13.iso'];
	user.press('sort-by', 'sort-column-size');
	await until(() => list.order()[0] === 'ubuntu-24.iso');
	user.press('sort-by', 'sort-column-status');
	await screen.shows('─ ↑STATUS, then ↓SIZE');
	await list.lists([...bySize, 'Café müsli', 'broken-disk']);
	user.press('sort-by');
	await screen.shows(/STATUS .* ↑ +│/);
	await screen.shows(/SIZE .* then ↓ +│/);
	user.press('sort-column-status');
	await list.lists(['broken-disk', 'Café müsli', ...bySize]);
	// Changes from a poll are sorted among equal rows.
	Object.assign(service.downloads[0] ?? {}, { size: 9 * GiB });
	service.sendEvent('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	const grown = ['debian-13.iso', 'ubuntu-24.iso', '日本語の名前', 'fedora-42.iso'];
	await list.lists(['broken-disk', 'Café müsli', ...grown]);
	await user.quit();
	const next = await again();
	await next.screen.shows('─ ↓STATUS, then ↓SIZE');
	await next.list.lists(['broken-disk', 'Café müsli', ...grown]);
});

test('a user saves and deletes filters in one cockpit, and the other one shows it without a restart', async () => {
	const { again, home, ...one } = await open();
	const other = await again();
	const kept = () => readFile(viewPath(home), 'utf8').catch(() => '');
	one.user.press('filter');
	one.user.type('error');
	one.user.press('filter-save');
	await one.screen.shows(saveFilterText.title);
	one.user.type('bad');
	one.user.press('form-send');
	await until(async () => (await kept()).includes('"bad"'));
	other.user.press('filters');
	await other.screen.shows(/│ {4}bad +error +1 +│/);
	other.user.press('filters-last', 'filters-up', 'filters-up', 'filters-up', 'filters-delete');
	await other.screen.shows('Deleted the filter bad: error');
	await until(async () => !(await kept()).includes('"bad"'));
	one.user.type('F');
	await until(() => one.screen.text().includes(filtersText.title) && !one.screen.text().includes(' bad '));
});

test('a user with an unwritable home reads it once, and everything else works', async () => {
	const { again } = await open({ columns: 120, rows: 30 });
	const { user, screen } = await again({ env: { XDG_CONFIG_HOME: '/proc/seedtop' } });
	user.press('sort-by', 'sort-column-size');
	await screen.shows(/^! The view cannot be saved for the next start: /m);
	user.press('sort-by', 'sort-column-status');
	await screen.shows('─ ↑STATUS, then ↓SIZE');
	user.press('filter');
	user.type('error');
	user.press('filter-save');
	await screen.shows(saveFilterText.title);
	user.type('bad');
	user.press('form-send', 'filters');
	await screen.shows(/│ {2}● bad +error +1 +│/);
	user.press('filters-close');
	await screen.hides(filtersText.title);
	user.press('pane-events');
	await screen.shows(/success +Saved the filter bad/);
	await user.quit();
	expect(screen.text().match(/is not kept for the next start/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test('a user sees invalid numbers as unknown, and the list stays sorted', async () => {
	const { user, screen, list, service } = await open({ columns: 200, rows: 40 });
	const [first] = service.downloads;
	const odd = {
		num_seeds: -1e308,
		num_peers: 1e300,
		size: 1e300,
		ratio: -5,
		progress: 7.5,
		hops: -3,
		eta: -1,
	};
	Object.assign(first ?? {}, odd, { time_added: 1e300, speed_down: -1e308, availability: -1 });
	service.sendEvent('torrent_finished', { infohash: first?.infohash, name: 'debian-13.iso' });
	await screen.shows(/▲ debian-13\.iso +100% .* –\/∞ .* ∞ /m);
	user.press('filter');
	user.type('seeds<5 added>1d');
	await until(() => !list.order().includes('debian-13.iso'));
	user.press('filter-undo');
	await list.lists(names);
	user.press('columns', 'columns-preset', 'columns-preset', 'columns-keep');
	await screen.shows('SEEDS PEERS');
	expect(screen.text()).not.toMatch(/NaN|Infinity|e\+\d/);
});

test('two cockpits keep the choices of both', async () => {
	const { again, home, ...one } = await open();
	const other = await again();
	one.user.press('sort-by', 'sort-column-status');
	await one.screen.shows('↑STATUS');
	other.user.press('filter');
	other.user.type('error');
	other.user.press('filter-save');
	await other.screen.shows(saveFilterText.title);
	other.user.type('bad');
	other.user.press('form-send');
	await other.screen.shows(saveFilterText.saved('bad'));
	await other.user.quit();
	one.user.press('filter');
	one.user.type('iso');
	one.user.press('filter-save');
	await one.screen.shows(saveFilterText.title);
	one.user.type('images');
	one.user.press('form-send');
	await one.screen.shows(saveFilterText.saved('images'));
	await one.user.quit();
	expect(JSON.parse(await readFile(viewPath(home), 'utf8'))).toEqual({
		sort: { column: 'status', descending: false },
		filters: [
			{ name: 'bad', filter: 'error' },
			{ name: 'images', filter: 'iso' },
		],
		earlier: ['iso', 'error'],
	});
	expect(await readdir(join(home, '.config/seedtop'))).toEqual(['view.json']);
});

test('a user with an invalid view file reads that it is kept aside, and the cockpit works', async () => {
	const { user, screen, home } = await open({ columns: 200, rows: 24 }, '{ "columns": [oops');
	await screen.shows(/^! The saved view is not used: /m);
	user.press('sort-by', 'sort-column-name');
	await screen.shows('↑NAME');
	await screen.shows(viewKeeperText.renamed(viewPath(home), `${viewPath(home)}.broken`));
	await user.quit();
	expect(await readFile(`${viewPath(home)}.broken`, 'utf8')).toBe('{ "columns": [oops');
	expect(JSON.parse(await readFile(viewPath(home), 'utf8'))).toEqual({
		sort: { column: 'name', descending: false },
	});
});

test('a user filters the list of a real service, and acts on the matches', async () => {
	const service = await runService();
	await addComplete(service, 'small');
	await addComplete(service, 'large', { 'a.bin': 3_000_000 });
	const { user, screen, list } = await openCockpit(service);
	await list.shows('large', 'SEEDING');
	await list.shows('small', 'SEEDING');
	user.filter('size>1MiB status:seeding added<1h');
	await screen.shows('1 of 2 ');
	user.press('stop');
	await screen.shows('0 of 2 ');
	const downloads = await downloadsOf(service);
	expect(Object.fromEntries(downloads.map(({ name, status }) => [name, status]))).toEqual({
		small: 'SEEDING',
		large: 'STOPPED',
	});
});
