import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { writtenDocuments } from './results.ts';

/** The machine and the version that were measured. */
export interface Machine {
	/** Year, month, day. */
	readonly date: string;
	readonly processor: string;
	readonly cores: number;
	/** Bytes. */
	readonly memory: number;
	readonly node: string;
	/** Number of processes that wanted a processor in the minute before. Other programs disturb measurements most. */
	readonly load: number;
	/** Short commit, with '+' if files differ from it. */
	readonly commit: string;
}

export function thisMachine(folder: string): Machine {
	return {
		date: new Date().toISOString().slice(0, 10),
		processor: cpus()[0]?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memory: totalmem(),
		node: process.version,
		load: loadavg()[0] ?? 0,
		commit: commitOf(folder),
	};
}

/** Returns the commit. Changes of the written documents do not count. */
function commitOf(folder: string): string {
	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	try {
		const others = Object.values(writtenDocuments).map((path) => `:!${path}`);
		const changed = git('status', '--porcelain', '--', ...others) !== '';
		return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
	} catch {
		// A tree without its history.
		return 'unknown';
	}
}

export function machineLine({ date, processor, cores, memory, node, load, commit }: Machine): string {
	const gibibytes = (memory / 2 ** 30).toFixed(0);
	return `${date}, ${processor}, ${cores} cores (load ${load.toFixed(1)} before), ${gibibytes} GiB, Node ${node}, commit ${commit}`;
}
