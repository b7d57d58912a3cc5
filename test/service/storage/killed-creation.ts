import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStorage } from '../../../source/service/state-database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { cli, quiet } from '../../programs/service-process.ts';

/** Kills a service after so many changes of the folder of its new database. Expects that the database can be opened. */
export async function expectReadableAfterKill(folder: string, changesBefore: number): Promise<void> {
	const state = join(folder, `after-${changesBefore}`, 'state');
	await mkdir(state, { recursive: true });
	const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--state-dir', state, ...quiet], {
		stdio: 'ignore',
	});
	const ended = once(child, 'exit');
	let changes = 0;
	const watcher = watch(state, (_, name) => {
		if (name?.startsWith('seedtop.db') && changes++ >= changesBefore) child.kill('SIGKILL');
	});
	await ended;
	watcher.close();
	const database = openStorage(state, false, () => {});
	expect(new DownloadStore(database).load()).toEqual([]);
	database.close();
	expect(await readdir(state)).not.toContainEqual(expect.stringContaining('.new-'));
}
