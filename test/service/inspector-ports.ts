import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

/** Returns the ports of all inspectors that a program's output reports. */
export function inspectorPorts(output: string): number[] {
	return [...output.matchAll(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) =>
		Number(port),
	);
}

export async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/** Returns options for node that open the inspector before the program, as SIGUSR1 does while node starts. */
export async function opensInspector(folder: string): Promise<string> {
	const module = join(folder, 'open.mjs');
	const lines = [
		"import { open } from 'node:inspector';",
		"import { isMainThread } from 'node:worker_threads';",
		'if (isMainThread) open(0);',
	];
	await writeFile(module, lines.join('\n'));
	return `--import=${module} --inspect-port=0`;
}
