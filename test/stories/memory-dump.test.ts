import { readdir, readFile, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { takeDumpText } from '../../source/service/debug/memory-dump.ts';
import { memoryDumpText } from '../../source/state/dialogs/memory-dump-dialog.ts';
import { memoryDumpDialogText } from '../../source/tui/panes/debug/dialogs/memory-dump/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { openDump, testAbsentDumps } from './memory-dump-cases.ts';

/** A process of its own has less memory to write than this one. */
let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

test('a user saves memory dumps of the service, after the one under way, and of its engine, which replaces it', async () => {
	const folder = await makeFolder();
	const path = join(folder, 'a.heapsnapshot');
	const cockpit = await openCockpit(service, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	// The dump is larger than the buffers of the connection. It lasts until this body is read or cut.
	const other = await new Promise<IncomingMessage>((resolve, reject) => {
		const headers = { 'x-api-key': service.key };
		get(`${service.url}/debug/memory/dump?process=engine`, { headers }, resolve).on('error', reject);
	});
	expect(other.statusCode).toBe(200);
	await openDump(cockpit, path);
	user.press('memory-dump-save');
	await screen.shows(takeDumpText.running);
	await screen.offers('memory-dump-save');
	expect(await readdir(folder)).toEqual([]);
	for await (const _ of other);
	user.press('memory-dump-save');
	await screen.shows(memoryDumpText.saved('service', path));
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect((await readFile(path)).includes('"DownloadRegistry"')).toBe(true);
	await openDump(cockpit, path);
	await screen.offers('memory-dump-process');
	user.press('memory-dump-process');
	await screen.shows(memoryDumpDialogText.process('engine'));
	user.press('memory-dump-save');
	await screen.shows(memoryDumpText.exists);
	user.press('memory-dump-overwrite');
	await screen.shows(memoryDumpText.saved('engine', path));
	expect((await readFile(path)).includes('"WebTorrentEngine"')).toBe(true);
	expect(await readdir(folder)).toEqual(['a.heapsnapshot']);
});

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
