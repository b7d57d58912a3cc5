import { beforeAll, expect, test } from 'vitest';
import { servicesText } from '../../source/columns/services.ts';
import { contextDialogText } from '../../source/tui/dialogs/context/dialog.tsx';
import { servicesPaneText } from '../../source/tui/panes/services/text.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, allSeed, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { serveHeld } from '../programs/held-service.ts';
import { until } from '../programs/until.ts';
import { homeWith, names, type Written } from './contexts-scene.ts';

async function addAll(service: Pick<TestService, 'client' | 'downloadFolder'>, downloads: readonly string[]) {
	for (const name of downloads) await addComplete(service, name);
	await allSeed(service);
}

let one: TestService;
let two: TestService;

beforeAll(async () => {
	[one, two] = await Promise.all([runService(), runService()]);
	await Promise.all([addAll(one, ['alpha', 'beta', 'gamma']), addAll(two, ['delta', 'omega'])]);
});

const contextOf = (name: string, { url, key }: Pick<TestService, 'url' | 'key'>): Written => ({
	name,
	url,
	key,
});

test('a user switches between two services, and each keeps cursor, filter and pane', {
	timeout: 120_000,
}, async () => {
	const home = await homeWith([contextOf('home', one), contextOf('box', two)]);
	const { user, screen, list } = await openCockpit(undefined, { names, home, columns: 100 });
	await list.lists(['alpha', 'beta', 'gamma']);
	await screen.shows(/● home 127/);
	user.press('down');
	await list.chooses('beta');
	user.press('palette');
	user.type('box');
	user.press('palette-run');
	await screen.shows(/● box 127/);
	await list.lists(['delta', 'omega']);
	user.filter('omega');
	await list.lists(['omega']);
	user.press('switch-service');
	await screen.asks(`─ ${contextDialogText.title} ─`);
	user.press('context-up', 'context-show');
	await screen.shows(/● home 127/);
	await list.lists(['alpha', 'beta', 'gamma']);
	await list.chooses('beta');
	user.press('pane-services');
	await screen.shows(/ home +connected/, / box +connected/);
	user.press('services-filter');
	user.type('box');
	await screen.hides(/ home +connected/);
	user.press('list-filter-keep');
	await screen.shows('/box');
	user.press('services-leave');
	await screen.shows(/ home +connected/, / box +connected/);
	user.press('down', 'services-show');
	await list.lists(['omega']);
	// A change belongs to its service.
	user.press('stop');
	await until(async () => (await downloadsOf(two)).some(({ status }) => status === 'STOPPED'));
	user.press('palette');
	user.type('home');
	user.press('palette-run');
	await list.lists(['alpha', 'beta', 'gamma']);
	user.press('undo');
	await until(async () => (await downloadsOf(one)).every(({ status }) => status === 'SEEDING'));
	expect((await downloadsOf(two)).filter(({ status }) => status === 'STOPPED')).toHaveLength(1);
});

test('the overview marks a service that ended, and shows it again after its restart', {
	timeout: 120_000,
}, async () => {
	const home = await homeWith([contextOf('home', one), contextOf('box', two)]);
	const { user, screen, list } = await openCockpit(undefined, { names, home, columns: 100 });
	await list.lists(['alpha', 'beta', 'gamma']);
	user.press('pane-services');
	await screen.shows(/ {2}box +connected/);
	user.press('down', 'services-show');
	await list.lists(['delta', 'omega']);
	user.press('down');
	await list.chooses('omega');
	user.press('pane-services', 'up', 'services-show');
	await screen.shows(/● home 127/);
	const { port } = new URL(two.url);
	await two.end();
	user.press('pane-services');
	await screen.shows(/! box +unreachable, data/);
	// The data of a service that ended is there at once, with its age.
	user.press('down', 'services-show');
	await list.lists(['delta', 'omega']);
	await screen.shows(/✗ box 127.*data \d+s old/);
	user.press('pane-services');
	await two.restart(['--port', port]);
	await screen.shows(/ {2}box +connected/);
	user.press('services-leave');
	await list.chooses('omega');
	await screen.shows(/● box 127/);
});

test('a change of a hidden service ends, and its failure names the service', async () => {
	const [own, held] = await Promise.all([serveHeld(['alpha']), serveHeld(['beta', 'gamma'])]);
	const home = await homeWith([
		{ name: 'slow', url: held.url },
		{ name: 'home', url: own.url },
	]);
	const { user, screen, list } = await openCockpit(undefined, { names, home, columns: 100 });
	await list.lists(['beta', 'gamma']);
	held.isHolding = true;
	user.press('stop');
	await until(() => held.waiting() > 0);
	user.press('palette');
	user.type('home');
	user.press('palette-run');
	await list.lists(['alpha']);
	// From now on it refuses every request, also the one that waits.
	held.key = 'another';
	held.release();
	await screen.shows(/slow: .*beta/);
	await screen.shows(/● home 127/);
});

test('a cockpit of one service has no overview and no names', async () => {
	const { url } = await serveHeld(['alpha']);
	const home = await homeWith([{ name: 'lonely', url }]);
	const { user, screen, list } = await openCockpit(undefined, { names, home });
	await list.lists(['alpha']);
	user.press('pane-services');
	await screen.shows(servicesPaneText.onlyOne.slice(0, 40));
	expect(screen.has('lonely')).toBe(false);
	expect(screen.has(servicesText.connected)).toBe(false);
});

test('an unknown context ends the cockpit, and names the known ones', async () => {
	const home = await homeWith([{ name: 'box', url: ':1' }]);
	const ended = await runHere(['--context', 'bax'], { env: { HOME: home } });
	expect(ended).toMatchObject({ code: 2, out: '' });
	expect(ended.err).toMatch(/'bax'.*\bbox\b/s);
});
