import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { disabledText } from '../../../source/service/debug/debug.ts';
import { takeDumpText } from '../../../source/service/debug/memory-dump.ts';
import { controllerText } from '../../../source/service/downloads/engine-controller.ts';
import type { ServiceOptions } from '../../../source/service/start.ts';
import { localDebug, startLocalService } from '../../programs/local-service.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { until } from '../../programs/until.ts';
import { sharedScene } from './scene.ts';

interface ProfileNode {
	readonly callFrame: { readonly functionName: string; readonly url: string };
}

test('a profile of the engine names its functions, and has mode 0600', async () => {
	const { client } = await sharedScene();
	await client.startProfiler();
	for (let round = 0; round < 40; round++)
		await Promise.all(Array.from({ length: 25 }, () => client.getSession()));
	const { profiler_files = [] } = await client.stopProfiler();
	const [engine = '', service = ''] = profiler_files;
	const namesIn = async (file: string) => {
		const { nodes }: { nodes: ProfileNode[] } = JSON.parse(await readFile(file, 'utf8'));
		return nodes.map(({ callFrame }) => callFrame.functionName);
	};
	expect(await namesIn(engine)).toEqual(expect.arrayContaining(['handle', 'processCounters']));
	expect(await namesIn(service)).toEqual(expect.arrayContaining(['fromEngine']));
	for (const file of profiler_files) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('profiles are limited in number', async () => {
	const { client, service } = await sharedScene();
	const folder = join(service.stateFolder, 'profiles');
	await mkdir(folder, { recursive: true });
	for (let at = 10; at < 60; at++)
		await writeFile(join(folder, `20200101T0000${at}Z-engine.cpuprofile`), '{}');
	await writeFile(join(folder, 'other.txt'), 'kept');
	await symlink('nowhere', join(folder, '20200102T000000Z-engine.cpuprofile'));
	await mkdir(join(folder, '20200103T000000Z-engine.cpuprofile'));
	await client.startProfiler();
	const { profiler_files = [] } = await client.stopProfiler();
	const names = readdirSync(folder);
	expect(names).toContain('other.txt');
	// The link and the folder do not count.
	expect(names.filter((name) => name.endsWith('.cpuprofile'))).toHaveLength(20 + 2);
	for (const file of profiler_files) expect(names).toContain(file.slice(folder.length + 1));
	expect(names).toContain('20200101T000059Z-engine.cpuprofile');
	expect(names).not.toContain('20200101T000010Z-engine.cpuprofile');
});

test('a profile goes on without the engine when that ends', async () => {
	const { client, engine } = await sharedScene();
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

test('a heap snapshot of the engine names its classes and leaves no file, and a second one at once is refused', async () => {
	const { client, service } = await sharedScene();
	const first = client.getMemoryDump({ query: { process: 'engine' } });
	await expect(client.getMemoryDump({ query: { process: 'engine' } })).rejects.toMatchObject({
		status: 409,
		code: 'DumpRunningError',
	});
	const { strings } = JSON.parse(Buffer.from(await first).toString());
	expect(strings).toEqual(expect.arrayContaining(['WebTorrentEngine', 'Dialer', 'hashPieces']));
	expect(readdirSync(service.stateFolder).filter((name) => name.includes('dump'))).toEqual([]);
	expect(service.output()).not.toContain(controllerText.silent);
});

test('a service without dumps refuses memory dumps and the profiler, and shows all else', async () => {
	const { client } = await local({ debug: { ...localDebug, dumps: false } });
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

async function local(more: Partial<ServiceOptions>, freeMemory = Number.POSITIVE_INFINITY) {
	const folder = await temporaryFolder();
	const debug = { ...localDebug, freeMemory: () => freeMemory };
	const service = await startLocalService(folder.path, { debug, ...more });
	const client = createClient({ url: service.url, generation: 'B' });
	onTestFinished(async () => {
		await client.close();
		await service.close();
		await folder.remove();
	});
	return { service, client };
}

test('a memory dump is refused without ten times the used heap of free memory', async () => {
	const { client } = await local({}, 20 * 1024 * 1024);
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

test('an engine that is silent during its memory dump is not replaced', async () => {
	const heartbeat = { interval: 50, unresponsive: 300, replace: 500, load: 30_000 };
	const engine = { entry: new URL('../../../dist/engine.js', import.meta.url), heartbeat };
	const { client, service } = await local({ engine });
	await until(async () => (await client.getState()).state === 'STARTED');
	const before = (await client.getSession()).settings['process.uptime_s'];
	await client.getMemoryDump({ query: { process: 'engine' } });
	const after = (await client.getSession()).settings['process.uptime_s'];
	expect(after).toBeGreaterThanOrEqual(Number(before));
	expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
	expect(await client.getState()).toMatchObject({ state: 'STARTED' });
});
