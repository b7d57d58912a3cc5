import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disabledText } from '../../../source/service/debug/debug.ts';
import { takeDumpText } from '../../../source/service/debug/memory-dump.ts';
import { controllerText } from '../../../source/service/downloads/engine-controller.ts';
import { localDebug } from '../../programs/local-service.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { until } from '../../programs/until.ts';
import { localScene, scene } from './scene.ts';

test('a profile goes on without the engine when that ends', async () => {
	const { client, engine } = await scene();
	await client.startProfiler();
	process.kill(engine, 'SIGKILL');
	const { profiler_file = '', profiler_files = [] } = await client.stopProfiler();
	expect(profiler_files).toEqual([profiler_file]);
	expect(profiler_file).toMatch(/-service\.cpuprofile$/);
	expect(await client.getProfiler()).toMatchObject({ state: 'STOPPED', profiler_files });
	// The next engine can be profiled.
	await until(async () => (await client.getSession().catch(() => undefined)) !== undefined);
	await client.startProfiler();
	expect((await client.stopProfiler()).profiler_files).toHaveLength(2);
});

test('a service without dumps refuses memory dumps and the profiler, and shows all else', async () => {
	const { client } = await localScene({ debug: { ...localDebug, dumps: false } });
	const refusal = {
		status: 500,
		code: 'DebugDisabledError',
		message: expect.stringMatching(containing(disabledText(ANY))),
	};
	await expect(client.getMemoryDump()).rejects.toMatchObject(refusal);
	await expect(client.startProfiler()).rejects.toMatchObject(refusal);
	await expect(client.stopProfiler()).rejects.toMatchObject(refusal);
	expect(await client.getProfiler()).toEqual({ state: 'STOPPED' });
	expect((await client.listThreads()).threads.length).toBeGreaterThan(4);
});

test('a memory dump of the engine is refused without enough free memory', async () => {
	const { client } = await localScene({ debug: { ...localDebug, freeMemory: () => 20 * 1024 * 1024 } });
	await expect(client.getMemoryDump({ query: { process: 'engine' } })).rejects.toMatchObject({
		status: 500,
		code: 'NotEnoughMemoryError',
		message: expect.stringMatching(
			takeDumpText.noMemory('engine', '(?:\\d\\d\\.\\d|1\\d\\d) MiB', '20\\.0 MiB'),
		),
	});
	// A refused dump does not block the next one.
	await expect(client.getMemoryDump()).rejects.toMatchObject({ code: 'NotEnoughMemoryError' });
});

test('a heap snapshot of the engine names its classes and leaves no file, a second one at once is refused, and the silent engine is not replaced', async () => {
	const heartbeat = { interval: 50, unresponsive: 300, replace: 500, load: 30_000 };
	const engine = { entry: new URL('../../../dist/engine.js', import.meta.url), heartbeat, execArgv: [] };
	const { client, service, stateFolder } = await localScene({ engine });
	await until(async () => (await client.getState()).state === 'STARTED');
	const before = (await client.getSession()).settings['process.uptime_s'];
	const first = client.getMemoryDump({ query: { process: 'engine' } });
	await expect(client.getMemoryDump({ query: { process: 'engine' } })).rejects.toMatchObject({
		status: 409,
		code: 'DumpRunningError',
	});
	const dump = Buffer.from(await first);
	// Parsing it would take a second.
	expect(dump.subarray(0, 100).toString()).toMatch(/^\{"snapshot":\{"meta":\{/);
	expect(dump.subarray(-4).toString().trimEnd()).toMatch(/\]\}$/);
	for (const name of ['WebTorrentEngine', 'Dialer', 'hashPieces'])
		expect(dump.includes(`"${name}"`)).toBe(true);
	expect(readdirSync(stateFolder).filter((name) => name.includes('dump'))).toEqual([]);
	expect(service.log.map(({ message }) => message).join('\n')).not.toContain(controllerText.silent);
	const after = (await client.getSession()).settings['process.uptime_s'];
	expect(after).toBeGreaterThanOrEqual(Number(before));
	expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
	expect(await client.getState()).toMatchObject({ state: 'STARTED' });
});
