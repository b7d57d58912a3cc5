import { beforeAll, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { seedingText } from '../../source/service/seeding/seeding-end.ts';
import { seedingFormText } from '../../source/tui/dialogs/form/forms/seeding.ts';
import { seedingCommandsText } from '../../source/tui/panes/downloads/property-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';

const flags = ['--no-pex'];

let service: TestService;
/** Another service, which downloads from it. */
let other: TestService;

beforeAll(async () => {
	[service, other] = await Promise.all([runService({ flags }), runService({ flags })]);
});

async function only({ client }: Pick<TestService, 'client'>, infohash: string) {
	return (await client().listDownloads()).downloads.find((each) => each.infohash === infohash);
}

/** Adds a complete download, and returns its infohash. */
async function seed(name: string): Promise<string> {
	const infohash = await addComplete(service, name, { [`${name}.bin`]: 40_000 });
	await until(async () => (await only(service, infohash))?.status === 'SEEDING');
	return infohash;
}

/** Downloads a torrent to the other service. */
async function downloadFrom(infohash: string): Promise<void> {
	const listening = containing(controllerText.listening(NUMBER));
	const [, port = ''] = await until(() => listening.exec(service.output()));
	const uri = `magnet:?xt=urn:btih:${infohash}&x.pe=127.0.0.1:${port}`;
	await other.client().addDownload({ body: { uri } });
	await until(async () => (await only(other, infohash))?.progress === 1);
}

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
