import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { verifiedChangeNames } from '../../source/client/verified-changes.ts';
import { exitCodes } from '../../source/commands/declaration/failure.ts';
import { awaitMoveText } from '../../source/commands/downloads/await-move.ts';
import { moveFormText } from '../../source/tui/dialogs/form/forms/move.ts';
import { runHere } from '../commands/run-here.ts';
import { folders, nested, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import {
	hasOtherFileSystem,
	makeFolderElsewhere,
	otherFileSystemText,
} from '../fixtures/other-file-system.ts';
import { allSeed, downloadsOf, runServiceProcess } from '../fixtures/service.ts';
import { addSparse, expectSparse } from '../fixtures/sparse-download.ts';
import { until } from '../programs/until.ts';
import { seedsIn, testForeignMove } from './move-cases.ts';

const SIZE = 384 * 1024 * 1024;

testForeignMove('7.14');

test.runIf(hasOtherFileSystem)(
	`a user moves a large download, and the service is killed halfway${otherFileSystemText}`,
	{ timeout: 120_000 },
	async () => {
		const service = await runServiceProcess();
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
		await seedsIn(service, to);
		await list.shows('large', 'SEEDING');
		await expectSparse(to, 'large', SIZE);
		expect(await readdir(to)).toEqual(['large']);
	},
);

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
