import { expect, test } from 'vitest';
import { seedingText } from '../../source/service/seeding/seeding-end.ts';
import { seedingCommandsText } from '../../source/tui/panes/downloads/property-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';
import { downloadFrom, only, prepareServices, seed, service } from './seeding-scene.ts';

prepareServices();

test('a label ends the seeding of its downloads, and a download may have a limit of its own', async () => {
	const infohash = await seed('label');
	const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);
	expect((await command('label', 'add', 'short', '--ratio', '0.2')).code).toBe(0);
	expect((await command('label', 'set', 'short', 'label')).code).toBe(0);
	expect((await command('seeding', 'label', '--ratio', 'none')).code).toBe(0);
	await downloadFrom(infohash);
	expect(await only(service, infohash)).toMatchObject({
		status: 'SEEDING',
		label: 'short',
		seeding_ratio: 0,
	});
	// Without a limit of its own, it has that of its label, which it has reached.
	await service.client().changeDownload({ params: { infohash }, body: { seeding_ratio: null } });
	await until(async () => (await only(service, infohash))?.stopped_reason === seedingText.ratio(0.2));
});

test('a user of a service without limits of seeding learns that, and it receives no request', async () => {
	const foreign = await runForeign();
	const { user, screen } = await openCockpit(foreign);
	user.press('seeding');
	await screen.shows(seedingCommandsText.foreign);
	expect(foreign.server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
