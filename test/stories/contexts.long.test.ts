import { expect, test } from 'vitest';
import { contextSessionsText } from '../../source/runtime/context-sessions.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { serveHeld } from '../programs/held-service.ts';
import { until } from '../programs/until.ts';
import { homeWith, names, writeContexts } from './contexts-scene.ts';

// Hidden services are requested at long intervals.
test('a user changes the contexts while the cockpit runs, and it adds, reopens and ends sessions', async () => {
	const [one, two, three] = await Promise.all([
		serveHeld(['alpha']),
		serveHeld(['beta', 'gamma']),
		serveHeld(['delta']),
	]);
	const [home, box, third] = [
		{ name: 'home', url: one.url },
		{ name: 'box', url: two.url },
		{ name: 'third', url: three.url },
	] as const;
	const folder = await homeWith([home, box]);
	const { user, screen, list } = await openCockpit(undefined, { names, home: folder, columns: 100 });
	await list.lists(['alpha']);
	user.press('pane-services');
	await screen.shows(/ home +connected/, / box +connected/);
	two.key = 'another';
	await screen.shows(/ box +unauthorized/);
	await writeContexts(folder, [home, { ...box, key: 'another' }, third]);
	await screen.shows(/ box +connected/, / third +connected/);
	await writeContexts(folder, [{ ...box, key: 'another' }, third]);
	await screen.shows(contextSessionsText.removed('home', 'box'));
	await until(() => !screen.has(' home  '));
	const ended = one.listRequests('');
	const running = two.listRequests('');
	await until(() => two.listRequests('') >= running + 2);
	expect(one.listRequests('')).toBe(ended);
	user.press('services-leave');
	await list.lists(['beta', 'gamma']);
	await screen.shows(/● box 127/);
});
