import { expect, test } from 'vitest';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { prepareService, service } from './header-scene.ts';

prepareService();

test('a user sees the number of unseen failures, until they are opened', async () => {
	const { user, screen, list } = await openCockpit(service, { columns: 120 });
	await screen.counts(1, 'SEEDING');
	// The service has no proxies for hops and refuses.
	user.press('hops');
	await screen.shows('Hops now: 0');
	user.press('form-delete-to-start');
	user.type('3');
	user.press('form-send');
	await screen.shows('! 1 alert');
	user.press('pane-events');
	await screen.hides('1 alert');
	user.press('pane-downloads');
	await list.shows('kept', 'SEEDING');
	expect(screen.text()).not.toContain('1 alert');
});

test('a user sees that the profiler of the service runs', async () => {
	const foreign = await runForeign();
	await foreign.client.startProfiler();
	const { screen } = await openCockpit(foreign, { columns: 120 });
	await screen.shows('● profiler');
});
