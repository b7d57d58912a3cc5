import { readFileSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import type { HeartbeatTimes } from '../../source/service/engine/heartbeat.ts';
import { processText } from '../../source/service/engine/process.ts';
import { startText } from '../../source/service/start.ts';
import { children } from '../programs/children.ts';
import { type LocalService, startLocalService } from '../programs/local-service.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const heartbeat: HeartbeatTimes = { interval: 100, unresponsive: 2_500, replace: 6_000, load: 30_000 };
const program = fileURLToPath(new URL('../../dist/engine.js', import.meta.url));

/** Blocks a thread for ever, as an endless loop does, but takes no processor time. */
const BUSY = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

interface Scene {
	readonly folder: string;
	readonly service: LocalService;
	readonly client: ReturnType<typeof createClient>;
	/** Returns the process ids of all engines of this service: one, or none. */
	engines(): number[];
	/** Adds a complete download. Resolves when it is seeded. */
	seed(name: string): Promise<string>;
	find(infohash: string): Promise<Record<string, unknown> | undefined>;
	/** Texts of tribler_exception so far. */
	readonly exceptions: readonly string[];
}

/** Starts a service whose engine's program runs `before` first. */
async function scene(before = '', times: HeartbeatTimes = heartbeat): Promise<Scene> {
	const folder = await temporaryFolder();
	const entry = join(folder.path, 'engine.mjs');
	await writeFile(entry, `${before}\nawait import(${JSON.stringify(program)});\n`);
	const service = await startLocalService(folder.path, {
		engine: { entry, heartbeat: times },
		proxies: [{ host: '127.0.0.1', port: 9 }],
	});
	const client = createClient({ url: service.url, generation: 'B' });
	onTestFinished(async () => {
		await client.close();
		await service.close();
		await folder.remove();
	});
	const exceptions: string[] = [];
	void listen(service.url, exceptions);
	const find = async (infohash: string) =>
		(await client.listDownloads()).downloads.find((each) => each.infohash === infohash);
	return {
		folder: folder.path,
		service,
		client,
		engines: () => children(process.pid).filter((pid) => commandOf(pid).includes(entry)),
		seed: async (name) => {
			const data = join(folder.path, 'data');
			const torrent = await makeTorrent(data, name, { 'a.bin': 50_000 });
			await client.addDownload({ body: { uri: torrent.path, destination: data } });
			await until(async () => (await find(torrent.infohash))?.status === 'SEEDING');
			return torrent.infohash;
		},
		find,
		exceptions,
	};
}

function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return ''; // It has just ended.
	}
}

async function listen(url: string, exceptions: string[]): Promise<void> {
	const answer = await fetch(`${url}/events`);
	let text = '';
	try {
		for await (const bytes of answer.body ?? []) {
			text += Buffer.from(bytes).toString();
			const lines = text.split('\n');
			text = lines.pop() ?? '';
			for (const line of lines) {
				const { type, event } = JSON.parse(line);
				if (type === 'tribler_exception') exceptions.push(event.text);
			}
		}
	} catch {
		// The service ended.
	}
}

const state = async ({ client }: Scene) => client.getState();

test('a stopped engine is reported, requests return, and it is replaced by exactly one engine', async () => {
	const all = await scene();
	const { client, engines, find, exceptions } = all;
	const [seeded, stopped, removed, deleted, moved] = [
		await all.seed('seeded'),
		await all.seed('stopped'),
		await all.seed('removed'),
		await all.seed('deleted'),
		await all.seed('moved'),
	];
	const [hung = 0] = engines();
	process.kill(hung, 'SIGSTOP');
	const reported = await until(async () => {
		const now = await state(all);
		return now.state === 'EXCEPTION' && now;
	});
	expect(reported.last_exception).toBe(controllerText.silent);
	expect(reported.readable_state).toBe(reported.last_exception);
	await until(() => exceptions.length > 0);
	expect(exceptions).toEqual([reported.last_exception]);
	expect(await find(seeded)).toMatchObject({ status: 'WAITING4HASHCHECK', speed_up: 0, speed_down: 0 });
	await client.changeDownload({ params: { infohash: stopped }, body: { state: 'stop' } });
	await client.changeDownload({ params: { infohash: moved }, body: { anon_hops: 1 } });
	await client.removeDownload({ params: { infohash: removed }, body: { remove_data: false } });
	const refused = client.removeDownload({ params: { infohash: deleted }, body: { remove_data: true } });
	await expect(refused).rejects.toThrow(removalText.engineSilent);
	expect(await find(stopped)).toMatchObject({ status: 'STOPPED' });
	expect(await find(moved)).toMatchObject({ hops: 1 });
	expect(await find(removed)).toBeUndefined();
	// All of this happened before the engine was replaced.
	expect(engines()).toEqual([hung]);
	await until(async () => (await state(all)).state === 'STARTED');
	const [other] = engines();
	expect(engines()).toHaveLength(1);
	expect(other).not.toBe(hung);
	expect(() => process.kill(hung, 'SIGCONT')).toThrow(/ESRCH/);
	await until(async () => (await find(seeded))?.status === 'SEEDING');
	expect(await find(stopped)).toMatchObject({ status: 'STOPPED' });
	expect(await find(removed)).toBeUndefined();
	await until(async () => (await find(deleted)) === undefined);
	await expect(access(join(all.folder, 'data', 'deleted'))).rejects.toThrow(/ENOENT/);
	expect(exceptions.at(-1)).toMatch(containing(controllerText.ended(processText.silent(NUMBER))));
});

test('an engine that hangs before it has started, or is busy in its main thread, is replaced', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const mark = JSON.stringify(join(folder.path, 'tried'));
	const all = await scene(
		`const { existsSync, writeFileSync } = await import('node:fs');
		if (!existsSync(${mark})) { writeFileSync(${mark}, ''); ${BUSY} }
		process.on('SIGUSR2', () => { ${BUSY} });`,
		{ ...heartbeat, replace: 4_000, load: 6_000 },
	);
	await until(async () => (await state(all)).state === 'EXCEPTION');
	const reason = processText.gone(processText.silent(6));
	expect((await state(all)).last_exception).toMatch(
		containing(startText.noEngine(reason), supervisorText.notRestarted(reason)),
	);
	await until(async () => (await state(all)).state === 'STARTED');
	expect(all.engines()).toHaveLength(1);

	const infohash = await all.seed('looping');
	const [hung = 0] = all.engines();
	process.kill(hung, 'SIGUSR2');
	await until(async () => (await state(all)).state === 'EXCEPTION');
	await until(async () => (await state(all)).state === 'STARTED');
	expect(all.engines()).not.toContain(hung);
	await until(async () => (await all.find(infohash))?.status === 'SEEDING');
});

test('an engine that pauses and responds again is not replaced; one that crashed is an exception until another one runs', async () => {
	const all = await scene('', { ...heartbeat, replace: 600_000 });
	const infohash = await all.seed('paused');
	const before = all.engines();
	process.kill(before[0] ?? 0, 'SIGSTOP');
	await until(async () => (await state(all)).state === 'EXCEPTION');
	process.kill(before[0] ?? 0, 'SIGCONT');
	await until(async () => (await state(all)).state === 'STARTED');
	expect(await all.find(infohash)).toMatchObject({ status: 'SEEDING' });
	expect(all.engines()).toEqual(before);

	const shown = all.exceptions.length;
	process.kill(before[0] ?? 0, 'SIGKILL');
	await until(() => all.exceptions.length > shown);
	expect(all.exceptions[shown]).toMatch(/The engine ended: its process ended with signal SIGKILL/);
	await until(async () => (await state(all)).state === 'STARTED');
	await until(async () => (await all.find(infohash))?.status === 'SEEDING');
	// Crashes in a row are followed by growing delays.
	const restart = containing(supervisorText.restart(NUMBER));
	const waits = all.service.log.filter(({ message }) => restart.test(message));
	expect(waits.at(-1)?.message).toBe(supervisorText.restart(0.25));
	const [next = 0] = all.engines();
	process.kill(next, 'SIGKILL');
	await until(() => all.service.log.some(({ message }) => message === 'Another engine starts in 0.5 s.'));
});
test('time in which the service itself is blocked does not count as silence of the engine', async () => {
	const all = await scene('', { ...heartbeat, replace: 3_000 });
	await all.seed('suspended');
	const before = all.engines();
	process.kill(before[0] ?? 0, 'SIGSTOP');
	// Blocks this process, and the service in it, for longer than the heartbeat timeout of the engine.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);
	process.kill(before[0] ?? 0, 'SIGCONT');
	// Several heartbeats later.
	await all.seed('afterwards');
	expect(all.engines()).toEqual(before);
	expect(all.exceptions).toEqual([]);
});
