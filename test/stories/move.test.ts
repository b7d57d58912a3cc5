import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { verifiedChangeNames } from '../../source/client/verified-changes.ts';
import { awaitMoveText } from '../../source/commands/downloads/await-move.ts';
import { exitCodes } from '../../source/commands/output/failure.ts';
import { moveNewsText } from '../../source/state/events/move-news.ts';
import { moveFormText } from '../../source/tui/dialogs/form/forms/move.ts';
import { dataCommandsText } from '../../source/tui/panes/downloads/data-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { folders, nested, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import {
	hasOtherFileSystem,
	makeFolderElsewhere,
	otherFileSystemText,
} from '../fixtures/other-file-system.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	removeAll,
	runServiceProcess,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import { addSparse, expectSparse } from '../fixtures/sparse-download.ts';
import { noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const SIZE = 384 * 1024 * 1024;

let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

afterEach(() => removeAll(service));

async function seedsIn(folder: string): Promise<void> {
	await until(async () =>
		(await downloadsOf(service)).every(
			({ destination, status }) => destination === folder && status === 'SEEDING',
		),
	);
}

test('a user moves a download to a folder, and back by a command that waits', async () => {
	await addComplete(service, 'ubuntu', { 'a.bin': 40_000 });
	await allSeed(service);
	const to = await makeFolder();
	const { user, screen, list } = await openCockpit(service, { names: ['ubuntu'] });
	await list.lists(['ubuntu']);
	user.press('move-data');
	await screen.shows(moveFormText.title);
	user.type(to);
	user.press('form-send');
	await seedsIn(to);
	await screen.shows(moveNewsText.moved('ubuntu', to).slice(0, 40));
	expect((await readFile(join(to, 'ubuntu/a.bin'))).equals(noise('a.bin', 40_000))).toBe(true);
	const words = ['move', 'ubuntu', service.downloadFolder, '--wait', '--state-dir', service.stateFolder];
	expect((await runHere(words)).code).toBe(0);
	expect(existsSync(join(service.downloadFolder, 'ubuntu/a.bin'))).toBe(true);
});

test.each(['7.14', '8.4'])('a user of %s moves data, and sees why a move fails', async (dialect) => {
	const foreign = await runForeign(dialect);
	const { infohash } = await foreign.client.addDownload({
		body: { uri: sources.nested, destination: folders.complete, anon_hops: 0, safe_seeding: false },
	});
	const { user, screen, list } = await openCockpit(foreign, {
		names: [nested.name],
		env: { SEEDTOP_API_KEY: foreign.dialect.key },
	});
	await list.shows(nested.name, 'SEEDING');
	user.press('move-data');
	await screen.shows(moveFormText.title);
	user.type('/nowhere');
	user.press('form-send');
	await screen.shows('Target directory (/nowhere) does not exist');
	user.press('form-delete-to-start');
	user.type('/srv/moved');
	user.press('form-send');
	await until(() => foreign.server.world.downloads.get(infohash)?.destination === '/srv/moved');
	await screen.hides(moveFormText.title);
	await list.shows(nested.name, 'SEEDING');
	user.press('move-cancel');
	await screen.shows(dataCommandsText.absentCancel);
	expect(foreign.server.requests.some((request) => request.includes('/move'))).toBe(false);
});

test('a user learns that a service accepted a move without moving the data', {
	timeout: 30_000,
}, async () => {
	const foreign = await runForeign('8.4');
	await foreign.client.addDownload({
		body: { uri: sources.nested, destination: folders.complete, anon_hops: 0, safe_seeding: false },
	});
	foreign.server.world.ignoresMoves = true;
	const service = ['--url', foreign.url, '--api-key', foreign.dialect.key ?? ''];
	const ignored = await runHere(['move', nested.name, '/srv/moved', ...service]);
	expect(ignored.code).toBe(exitCodes.notFound);
	expect(ignored.err).toContain(verifiedChangeNames.move);
	foreign.server.world.ignoresMoves = false;
	expect((await runHere(['move', nested.name, '/srv/moved', ...service])).code).toBe(0);
	// The service resolves a symbolic link.
	foreign.server.world.linkedFolder = '/srv/target';
	const linked = await runHere(['move', nested.name, '/srv/link', '--wait', ...service]);
	expect(linked).toMatchObject({ code: 0 });
	expect(linked.err).toContain(awaitMoveText.elsewhere(nested.name, '/srv/target'));
});

test.runIf(hasOtherFileSystem)(
	`a user moves a large download, and the service is killed halfway${otherFileSystemText}`,
	{ timeout: 120_000 },
	async () => {
		await addSparse(service, 'large', SIZE);
		await allSeed(service);
		const to = await makeFolderElsewhere();
		const { user, screen, list } = await openCockpit(service, { names: ['large'] });
		await list.lists(['large']);
		user.press('move-data');
		await screen.shows(moveFormText.title);
		user.type(to);
		user.press('form-send');
		await until(async () =>
			(await downloadsOf(service)).some(({ status, progress = 0 }) => status === 'MOVING' && progress > 0.2),
		);
		await service.end('SIGKILL');
		await service.restart();
		await seedsIn(to);
		await list.shows('large', 'SEEDING');
		await expectSparse(to, 'large', SIZE);
		expect(await readdir(to)).toEqual(['large']);
	},
);
