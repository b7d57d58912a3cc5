/**
 * Loaded into service and engine before their program. At SIGUSR2 each process writes the longest stall of its event
 * loop since the last time, in milliseconds.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	process.on('SIGUSR2', () => {
		const path = join(process.env.SEEDTOP_BENCH_STALLS ?? '.', `stall-${process.pid}`);
		writeFileSync(`${path}.part`, String(delay.max / 1e6));
		renameSync(`${path}.part`, path);
		delay.reset();
	});
}
