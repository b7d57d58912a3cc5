import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DebuggedProcesses, NO_ENGINE } from '../../../source/service/debug/debugged-processes.ts';
import { Profiler, stoppedText } from '../../../source/service/debug/profiler.ts';
import { ServiceWatcher } from '../../../source/service/debug/service-watcher.ts';
import { HttpError } from '../../../source/service/http/http-error.ts';
import { escaped } from '../../programs/message-pattern.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { until } from '../../programs/until.ts';

/** A profiler of this process, without an engine. */
async function profiler(maxTime: number) {
	const folder = await temporaryFolder();
	const watcher = new ServiceWatcher(new URL('../../../dist/watcher.js', import.meta.url));
	const processes = new DebuggedProcesses(watcher.methods, {
		pid: undefined,
		watcher: watcher.methods,
		tolerateSilence: (work) => work(),
	});
	const lines: string[] = [];
	const created = new Profiler({
		processes,
		folder: join(folder.path, 'profiles'),
		log: (_, text) => lines.push(text),
		maxTime,
	});
	onTestFinished(async () => {
		created.close();
		await watcher.close();
		await folder.remove();
	});
	return { profiler: created, processes, lines };
}

test('Profiler stops by itself at its limit of time, and a stop after it names the file', async () => {
	const { profiler: limited, lines } = await profiler(50);
	await limited.start();
	await until(() => lines.length > 0);
	const [, file = ''] = new RegExp(`^${escaped(stoppedText(''))}(.*)$`).exec(lines[0] ?? '') ?? [];
	expect(file).toMatch(/-service\.cpuprofile$/);
	expect(existsSync(file)).toBe(true);
	expect(limited.status.state).toBe('STOPPED');
	const failure = await limited.stop().catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(HttpError);
	expect(failure).toMatchObject({ status: 500, message: expect.stringContaining(file) });
	await limited.start();
	expect(limited.status.state).toBe('STARTED');
	expect(await limited.stop()).toHaveLength(1);
});

test('Profiler refuses a start while another one is under way', async () => {
	const { profiler: shared } = await profiler(60_000);
	const results = await Promise.allSettled([shared.start(), shared.start()]);
	expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
	const stops = await Promise.allSettled([shared.stop(), shared.stop()]);
	expect(stops.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('DebuggedProcesses reports rows of the service and a reason without an engine', async () => {
	const { processes } = await profiler(60_000);
	const { rows, unavailable } = await processes.openFiles();
	expect(unavailable).toBe(NO_ENGINE);
	expect(new Set(rows.map(({ process }) => process))).toEqual(new Set(['service']));
});
