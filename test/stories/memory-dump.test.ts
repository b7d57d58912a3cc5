import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryDumpText } from '../../source/state/dialogs/memory-dump-dialog.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { openDump, testAbsentDumps } from './memory-dump-cases.ts';
import { prepareService, service } from './memory-dump-scene.ts';

prepareService();

test('a user cancels a memory dump, and no file is left', async () => {
	const folder = await makeFolder();
	const cockpit = await openCockpit(service, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	await openDump(cockpit, join(folder, 'a.heapsnapshot'));
	// The second key comes before the service has written its memory.
	user.press('memory-dump-save', 'memory-dump-cancel');
	await screen.shows(memoryDumpText.cancelled);
	expect(await readdir(folder)).toEqual([]);
});

testAbsentDumps(['8.1']);
