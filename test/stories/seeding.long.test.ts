import { expect, test } from 'vitest';
import { seedingText } from '../../source/service/seeding/seeding-end.ts';
import { seedingFormText } from '../../source/tui/dialogs/form/forms/seeding.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { downloadFrom, only, prepareServices, seed, service } from './seeding-scene.ts';

prepareServices();

test('a user ends the seeding of a download at a ratio, and resumes it past that', async () => {
	const infohash = await seed('ratio');
	const { user, screen, list } = await openCockpit(service, { names: ['ratio'] });
	await list.shows('ratio', 'SEEDING');
	user.press('seeding');
	await screen.shows(seedingFormText.title);
	user.type('0.5');
	user.press('form-send');
	await until(async () => (await only(service, infohash))?.seeding_ratio === 0.5);
	await downloadFrom(infohash);
	await list.shows('ratio', 'STOPPED');
	await screen.shows(seedingText.ratio(0.5));
	const reached = { status: 'STOPPED', error: '', stopped_reason: seedingText.ratio(0.5) };
	expect(await only(service, infohash)).toMatchObject(reached);
	await service.end();
	await service.restart();
	await until(async () => (await only(service, infohash))?.stopped_reason === reached.stopped_reason);
	// The cockpit finds the service at its new address.
	await screen.shows(`● ${new URL(service.url).host}`);
	user.press('resume');
	await list.shows('ratio', 'SEEDING');
	const resumed = await only(service, infohash);
	expect(resumed).toMatchObject({ status: 'SEEDING', seeding_ratio: 0 });
	expect(resumed?.stopped_reason).toBeUndefined();
	// The form has the limit 'none', which the typed number replaces.
	user.press('seeding');
	await screen.shows(seedingFormText.title);
	user.type('3');
	user.press('form-send');
	await until(async () => (await only(service, infohash))?.seeding_ratio === 3);
	await screen.shows('Ratio: 3');
});
