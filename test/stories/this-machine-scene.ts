import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { readAnnouncement } from '../../source/service/storage/announce.ts';
import { openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';

export const MiB = 1024 * 1024;
/** First line of a log from an earlier run. */
export const earlier = 'written by an earlier run\n';

export let home: string;
export let state: string;
/** A user without settings: no option, no variable but the home. */
export let env: Readonly<Record<string, string>>;

/** Gives each test of a file a home of its own, and ends the service that it leaves. */
export function prepareHomes(): void {
	beforeEach(async () => {
		home = await makeFolder();
		state = join(home, '.local', 'state', 'seedtop');
		env = { HOME: home, XDG_STATE_HOME: '', CORE_API_PORT: '', SEEDTOP_URL: '', SEEDTOP_API_KEY: '' };
		await mkdir(state, { recursive: true });
	});

	afterEach(() => {
		const left = readAnnouncement(state);
		if (left) process.kill(left.pid, 'SIGKILL');
	});
}

/** Settings of the service, besides those that keep it on this machine. */
export const set = (settings: object) =>
	writeFile(
		join(state, 'settings.json'),
		JSON.stringify({ dht: false, local_discovery: false, pex: false, ...settings }),
	);

export const openProcess = () => openCockpitProcess(undefined, { env, home, reportsEnd: true });
