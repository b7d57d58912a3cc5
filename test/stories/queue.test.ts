import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { queueCommandsText } from '../../source/tui/panes/downloads/queue-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const names = ['one', 'two', 'three'];
let service: TestService;

/** Returns the statuses in the order of the queue: 'one DOWNLOADING, two QUEUED'. */
async function queue(): Promise<string> {
	const place = ({ queue_position = -1 }: { queue_position?: number | undefined }) => queue_position;
	const ordered = (await downloadsOf(service)).toSorted((one, other) => place(one) - place(other));
	return ordered.map(({ name, status }) => `${name} ${status}`).join(', ');
}

const isQueue = (expected: string) => until(async () => (await queue()) === expected, { awaited: expected });

beforeAll(async () => {
	service = await runService({ flags: ['--no-pex'] });
	const client = service.client();
	await client.changeServiceSettings({ body: { queue: { active_downloads: 1 } } });
	for (const name of names) {
		const { path } = await makeTorrent(join(service.folder, 'elsewhere'), name, { [`${name}.bin`]: 20_000 });
		await client.addDownload({ body: { uri: path } });
	}
	await isQueue('one DOWNLOADING, two QUEUED, three QUEUED');
});

test('a user moves a download to the top, starts another past the queue, and all survives a restart', async () => {
	const { user, screen, list } = await openCockpit(service, { names });
	await list.lists(names);
	user.press('first', 'queue-up');
	await screen.shows(queueCommandsText.atEnd);
	user.press('last', 'queue-top');
	await screen.shows(queueCommandsText.moved(queueCommandsText.steps.top, 'three'));
	await isQueue('three DOWNLOADING, one QUEUED, two QUEUED');

	user.press('first', 'queue-down');
	await isQueue('three DOWNLOADING, two QUEUED, one QUEUED');
	await list.shows('one', 'QUEUED');
	// The forced download has the only slot.
	user.press('resume');
	await isQueue('three QUEUED, two QUEUED, one DOWNLOADING');
	await list.shows('one', 'DOWNLOADING');
	user.press('stop');
	await isQueue('three DOWNLOADING, two QUEUED, one STOPPED');
	await list.shows('one', 'STOPPED');
	user.press('resume');
	await isQueue('three DOWNLOADING, two QUEUED, one QUEUED');
	await service.end();
	await service.restart();
	await isQueue('three DOWNLOADING, two QUEUED, one QUEUED');
});

test('the next download starts when one is complete, and seeds wait for their own slots', async () => {
	const seeder = await runService({ flags: ['--no-pex'] });
	const { infohash } = await (async () => {
		const torrent = await makeTorrent(seeder.downloadFolder, 'three', { 'three.bin': 20_000 });
		await seeder.client().addDownload({ body: { uri: torrent.path } });
		return torrent;
	})();
	const own = (await downloadsOf(service)).find((download) => download.name === 'three');
	expect(own?.infohash).toBe(infohash);
	const listening = containing(controllerText.listening(NUMBER));
	const [, port = ''] = await until(() => listening.exec(seeder.output()));
	await service
		.client()
		.addDownload({ body: { uri: `magnet:?xt=urn:btih:${infohash}&x.pe=127.0.0.1:${port}` } });
	await until(async () => /three SEEDING/.test(await queue()) && /two DOWNLOADING/.test(await queue()));
	await service.client().changeServiceSettings({ body: { queue: { active_downloads: 0 } } });
	await until(async () => !/QUEUED/.test(await queue()));
});

test('a user of a service without a queue learns that, and it receives no request', async () => {
	const foreign = await runForeign();
	const { user, screen } = await openCockpit(foreign);
	user.press('queue-up');
	await screen.shows(queueCommandsText.foreign);
	expect(foreign.server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
