import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeDumpText } from '../../source/service/debug/memory-dump.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { localDebug, startLocalService } from '../programs/local-service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';

import { openDump, testAbsentDumps } from './memory-dump-cases.ts';

testAbsentDumps(['7.14']);

test('a user reads how much memory a refused memory dump needs', async () => {
	const folder = await makeFolder();
	const debug = { ...localDebug, freeMemory: () => 20 * 1024 * 1024 };
	const local = await startLocalService(await makeFolder(), { debug });
	atEnd(() => local.close());
	const cockpit = await openCockpit(local, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	await openDump(cockpit, join(folder, 'a.heapsnapshot'));
	await screen.offers('memory-dump-process');
	for (const name of ['service', 'engine'] as const) {
		user.press('memory-dump-save');
		// The dialog wraps the text before its last words.
		const [state = '', nextStep = ''] = takeDumpText.noMemory(name, ANY, '20.0 MiB').split(' Free ');
		await screen.shows(containing(state), nextStep);
		if (name === 'service') user.press('memory-dump-process');
	}
	expect(await readdir(folder)).toEqual([]);
});
