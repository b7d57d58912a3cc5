import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DebuggedProcesses } from '../../../source/service/debug/debugged-processes.ts';
import { MemoryDumps, takeDumpText } from '../../../source/service/debug/memory-dump.ts';
import { ServiceWatcher } from '../../../source/service/debug/service-watcher.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { localDebug } from '../../programs/local-service.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { type LocalScene, localScene } from './scene.ts';

interface ProfileNode {
	readonly callFrame: { readonly functionName: string; readonly url: string };
}

let shared: LocalScene;

beforeAll(async () => {
	shared = await localScene();
});

test('a profile of the engine names its functions, and has mode 0600', async () => {
	const { client } = shared;
	await client.startProfiler();
	for (let round = 0; round < 40; round++)
		await Promise.all(Array.from({ length: 25 }, () => client.getSession()));
	const { profiler_files = [] } = await client.stopProfiler();
	const [engine = '', service = ''] = profiler_files;
	// No sample may fall in one short function, but in what surrounds all of them.
	const callsIn = async (file: string) => {
		const { nodes }: { nodes: ProfileNode[] } = JSON.parse(await readFile(file, 'utf8'));
		return nodes.map(({ callFrame: { functionName, url } }) => `${functionName} ${url}`);
	};
	expect(await callsIn(engine)).toContainEqual(expect.stringMatching(/^handle file:/));
	expect(await callsIn(service)).toContainEqual(expect.stringMatching(/^\S+ file:.*\/source\/service\//));
	for (const file of profiler_files) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('profiles are limited in number', async () => {
	const { client, stateFolder } = shared;
	const folder = join(stateFolder, 'profiles');
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

test('a memory dump is refused without ten times the used heap of free memory', async () => {
	const watcher = new ServiceWatcher(localDebug.watcherEntry);
	atEnd(() => watcher.close());
	const engine = {
		pid: undefined,
		watcher: watcher.methods,
		tolerateSilence: <T>(work: () => Promise<T>) => work(),
	};
	const dumps = new MemoryDumps({
		processes: new DebuggedProcesses(watcher.methods, engine),
		folder: await makeFolder(),
		freeMemory: () => 20 * 1024 * 1024,
	});
	const refused = (name: 'service' | 'engine') =>
		expect(dumps.take(name, async () => {})).rejects.toMatchObject({
			status: 500,
			code: 'NotEnoughMemoryError',
			message: expect.stringMatching(exactly(takeDumpText.noMemory(name, ANY, '20.0 MiB'))),
		});
	await refused('engine');
	// A refused dump does not block the next one.
	await refused('service');
});
