import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { demoFolderPrefix } from '../../source/demo/messages.ts';
import type { Swarm } from '../../source/demo/start.ts';
import { bundled } from '../programs/bundled.ts';

/** The program of a swarm. */
export const swarmEntry = new URL('../../dist/swarm.js', import.meta.url);

/** Makes a folder for a swarm, until the end of the test. */
export function demoFolder(): string {
	const path = mkdtempSync(join(tmpdir(), demoFolderPrefix));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

export interface OtherProcess {
	/** A swarm for each folder. */
	readonly swarms: readonly Pick<Swarm, 'pid' | 'torrents'>[];
	/** Output of the swarms. */
	lines(): string;
	/** Kills the process. If given, it asks the swarm with this index for its end just before. */
	kill(asked?: number): void;
}

/** Starts swarms in these folders from another process, which stands for a command. */
export async function swarmsOfAnother(folders: readonly string[]): Promise<OtherProcess> {
	const start = pathToFileURL(await bundled('source/demo/start.ts'));
	const program = `
		import { startSwarm } from ${JSON.stringify(start.href)};
		const options = { entry: ${JSON.stringify(swarmEntry.pathname)}, log: (line) => process.stderr.write(line) };
		const start = (folder) => startSwarm({ ...options, folder, execArgv: [] });
		const swarms = await Promise.all(${JSON.stringify(folders)}.map(start));
		process.send(swarms.map(({ pid, torrents }) => ({ pid, torrents })));
		process.once('message', (asked) => {
			void swarms[asked]?.close();
			process.kill(process.pid, 'SIGKILL');
		});`;
	const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
		stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
	});
	onTestFinished(() => void parent.kill('SIGKILL'));
	let lines = '';
	parent.stderr?.setEncoding('utf8').on('data', (text: string) => {
		lines += text;
	});
	const swarms = await new Promise<OtherProcess['swarms']>((resolve, reject) => {
		parent.once('message', (message) => resolve(message as unknown as OtherProcess['swarms']));
		parent.once('exit', () => reject(new Error(`The process of the swarms ended: ${lines}`)));
	});
	return { swarms, lines: () => lines, kill: (asked = -1) => void parent.send(asked) };
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
