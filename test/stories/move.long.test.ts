import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { moveFormText } from '../../source/tui/dialogs/form/forms/move.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
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
