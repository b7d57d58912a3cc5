import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AbsentError } from '../../source/client/http/errors.ts';
import { memoryDumpDialogText } from '../../source/tui/panes/debug/dialogs/memory-dump/dialog.tsx';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';

type Cockpit = Awaited<ReturnType<typeof openCockpit>>;

export async function openDump({ user, screen }: Cockpit, path: string): Promise<void> {
	user.press('pane-debug');
	await screen.shows('[Load]');
	user.press('memory-dump');
	await screen.shows(memoryDumpDialogText.process('service'));
	user.press('memory-dump-delete-to-start');
	user.type(path);
}

/** Services without memory dumps. */
export function testAbsentDumps(names: readonly string[]): void {
	test.each(names)('a service of %s without memory dumps is described in the dialog', async (name) => {
		const { url, dialect } = await runForeign(name);
		const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
		const folder = await makeFolder();
		const cockpit = await openCockpit({ url }, { flags, columns: 200 });
		const { user, screen } = cockpit;
		await screen.shows(/● 127/);
		await openDump(cockpit, join(folder, 'dump'));
		await screen.offersNot('memory-dump-process');
		user.press('memory-dump-save');
		await screen.shows(new AbsentError(url, 'GET /debug/memory/dump').message);
		expect(await readdir(folder)).toEqual([]);
	});
}
