import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { leaves, marks, openCockpitOn } from './open-cockpit.ts';

const names = ['film-1', 'film-2', 'film-3', 'film-4'];
let folder: TemporaryFolder;
let service: RunningService;

async function downloads() {
	return (await service.client().listDownloads()).downloads.toSorted((a, b) => a.name.localeCompare(b.name));
}

async function areStopped(...expected: readonly string[]): Promise<void> {
	await until(async () => {
		const found = (await downloads()).filter(({ status }) => status === 'STOPPED').map(({ name }) => name);
		return found.join() === expected.join();
	});
}

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path, ['--no-pex']);
	for (const name of names) {
		const { path } = await makeTorrent(service.downloadFolder, name, { [`${name}.bin`]: 20_000 });
		await service.client().addDownload({ body: { uri: path } });
	}
	await until(async () => (await downloads()).every(({ status }) => status === 'SEEDING'));
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

test('a user stops the wrong downloads, presses undo, then redo', async () => {
	const session = await openCockpitOn(service);
	await session.shows('4 SEEDING');
	session.type('u');
	await session.shows('Nothing to undo.');
	// One of four is stopped before, and stays so.
	session.type('js');
	await areStopped('film-2');
	await session.shows('1 STOPPED');
	session.type('As');
	await areStopped(...names);
	await session.shows('4 STOPPED');
	session.type('u');
	await session.shows('Undone. Resumed: 3 downloads');
	await areStopped('film-2');
	session.type('U');
	await session.shows('Redone. Stopped: 3 downloads');
	await areStopped(...names);
	session.type('u');
	await areStopped('film-2');
	await session.shows('3 SEEDING');
	session.type('u');
	await session.shows('Undone. Resumed: film-2');
	await areStopped();
});

test('a user limits all downloads alike, presses undo, and each has its previous limit', async () => {
	const client = service.client();
	for (const [index, { infohash }] of (await downloads()).entries()) {
		await client.changeDownload({ params: { infohash }, body: { max_upload_speed: (index + 1) * 1000 } });
	}
	const limits = async () => (await downloads()).map(({ max_upload_speed }) => max_upload_speed);
	const own = await limits();
	expect(new Set(own).size).toBe(4);
	const session = await openCockpitOn(service);
	await session.shows('4 SEEDING');
	session.type('AL');
	await session.shows('Speed limits');
	session.type('\t50k\r');
	await until(async () => new Set(await limits()).size === 1);
	await session.shows('Limits changed: 4 downloads');
	session.type('u');
	await session.shows('Undone: ‘Limiting 4 downloads’');
	await until(async () => (await limits()).join() === own.join());
});

test('a user leaves the details with q and returns with tab; escape clears the selection last, and u restores it', async () => {
	const session = await openCockpitOn(service);
	await session.shows('4 SEEDING');
	session.type('jVjV');
	await marks(session, ['film-2', 'film-3']);
	session.type('v');
	await session.shows('i [Overview]');
	session.type('\t');
	await session.shows('▸ i [Overview]');
	session.type('q');
	await session.shows(/^─+ i \[Overview\]/m);
	session.type('\t\t');
	await session.shows('Nothing has happened yet.');
	session.type('\t');
	await session.shows('film-4');
	session.type('/film\r');
	await session.shows('/film');
	session.type('\x1b');
	await leaves(session, '[Overview]');
	await marks(session, ['film-2', 'film-3']);
	session.type('\x1b');
	await leaves(session, '/film');
	await marks(session, ['film-2', 'film-3']);
	session.type('\x1b');
	await marks(session, []);
	session.type('u');
	await session.shows('Marked again: 2 downloads.');
	await marks(session, ['film-2', 'film-3']);
});
