import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from './bundled.ts';

let program: Promise<string> | undefined;

/**
 * Runs the mover (mover.ts), and kills it `killAfterMs` after its first change if that is given. Resolves with
 * whether it ended by itself. Rejects if it failed.
 */
export async function runMover(
	intentPath: string,
	direction: 'move' | 'back',
	paths: readonly string[],
	killAfterMs?: number,
): Promise<boolean> {
	program ??= bundled('test/programs/mover.ts');
	const child = spawn(process.execPath, [await program, intentPath, direction, JSON.stringify(paths)], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const exited = once(child, 'exit');
	let [out, errors] = ['', ''];
	child.stderr.on('data', (bytes) => {
		errors += String(bytes);
	});
	child.stdout.on('data', (bytes) => {
		const isFirst = out === '';
		out += String(bytes);
		if (isFirst && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
	});
	await exited;
	if (out.includes('done')) return true;
	if (child.signalCode !== 'SIGKILL') throw new Error(`The mover failed: ${errors}`);
	return false;
}
