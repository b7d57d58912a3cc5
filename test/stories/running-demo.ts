import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { type Cockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';

export interface RunningDemo extends Cockpit<Session> {
	/** Folder in which the demo would leave files. */
	readonly folder: string;
	/** Returns the processes of the demo: those whose command line or folder is below ours. */
	processes(): string[];
}

/** Starts `seedtop demo` in a terminal. It is killed at the end of its scope. */
export async function startDemo(): Promise<RunningDemo> {
	const folder = await makeFolder();
	const demo = await openCockpitProcess(undefined, {
		flags: 'demo',
		columns: 120,
		rows: 40,
		env: { TMPDIR: folder },
		home: folder,
		reportsEnd: true,
	});
	return { ...demo, folder, processes: () => processesOf(folder) };
}

function processesOf(folder: string): string[] {
	return readdirSync('/proc')
		.filter((pid) => /^\d+$/.test(pid))
		.flatMap((pid) => {
			try {
				const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
				const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
				const ours = environment.includes(`TMPDIR=${folder}\0`) && command.includes('dist/');
				return ours && !command.startsWith('bash') ? [`${pid} ${command}`] : [];
			} catch {
				return []; // It ended during the check.
			}
		});
}

/** Starts a demo, ends it, and waits until its files and processes are gone. */
export async function expectNothingLeft(end: (session: Session) => void): Promise<void> {
	const { folder, list, session, processes } = await startDemo();
	await list.shows('slow-archive.tar', 'DOWNLOADING');
	expect(await readdir(folder)).toHaveLength(1);
	end(session);
	await until(() => processes().length === 0, { seen: () => processes().join('\n') });
	await until(async () => (await readdir(folder)).length === 0, {
		seen: () => readdirSync(folder, { recursive: true }).join('\n'),
	});
}
