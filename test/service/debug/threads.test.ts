import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Thread } from '../../../source/protocol/resources/debug.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { until } from '../../programs/until.ts';
import { preload, type Scene, scene } from './scene.ts';

const hasFrame = ({ frames = [] }: Thread, name: string) =>
	frames.some((frame) => frame.startsWith(`${name} (`));

/** Writes a torrent of one sparse file, whose pieces have wrong hashes: it is hashed to the end. */
async function sparseTorrent(path: string, pieces: number): Promise<string> {
	const pieceLength = 1024 * 1024;
	await mkdir(path, { recursive: true });
	await writeFile(join(path, 'sparse.bin'), '');
	await truncate(join(path, 'sparse.bin'), pieces * pieceLength);
	const hashes = '\u0001'.repeat(pieces * 20);
	const info = `d6:lengthi${pieces * pieceLength}e4:name10:sparse.bin12:piece lengthi${pieceLength}e6:pieces${hashes.length}:${hashes}e`;
	const torrent = join(path, 'sparse.torrent');
	await writeFile(torrent, `d4:info${info}e`);
	return torrent;
}

let running: Scene;
/** The loop in the engine runs until this file exists. */
let mark: string;

beforeAll(async () => {
	const data = await makeFolder();
	mark = join(data, 'end');
	const env = await preload(
		data,
		`import { existsSync } from 'node:fs';
		function busyLoop() { while (!existsSync(${JSON.stringify(mark)})); }
		function startLoop() { busyLoop(); }
		process.on('SIGUSR2', startLoop);`,
	);
	running = await scene([], env);
});

test('threads shows a busy loop in the main thread of the engine, and the engine continues after it', async () => {
	const { client, engine } = running;
	process.kill(engine, 'SIGUSR2');
	const main = ({ threads }: { threads: readonly Thread[] }) =>
		threads.find(({ thread_name }) => thread_name === 'engine: main');
	const busy = await until(async () => {
		const found = main(await client.listThreads());
		return found && hasFrame(found, 'busyLoop') && found;
	});
	expect(busy.status).toBe('running');
	const names = busy.frames?.map((frame) => frame.slice(0, frame.indexOf(' '))) ?? [];
	expect(names.indexOf('startLoop')).toBeLessThan(names.indexOf('busyLoop'));
	// The other endpoints about processes respond too.
	expect((await client.listOpenSockets()).open_sockets.some(({ process }) => process === 'engine')).toBe(
		true,
	);
	// The history shows which process is busy, and its sum.
	const sample = await until(async () => {
		const last = (await client.getCpuHistory()).cpu_history.at(-1);
		return (last?.cpu_engine ?? 0) > 10 && last;
	});
	expect(sample.cpu).toBeCloseTo((sample.cpu_service ?? 0) + (sample.cpu_engine ?? 0), 0);
	await writeFile(mark, '');
	await until(async () => !hasFrame(main(await client.listThreads()) ?? busy, 'busyLoop'));
	expect((await client.getSession()).settings['ses.num_torrents']).toBe(0);
});

test('many requests for threads at once are one sample, and leave nothing attached', async () => {
	const { client, engine, service } = running;
	const earlier = service.output().length;
	for (let round = 0; round < 2; round++) {
		const answers = await Promise.all(Array.from({ length: 20 }, () => client.listThreads()));
		for (const { threads, unavailable } of answers) {
			expect(unavailable).toBeUndefined();
			expect(threads.filter(({ kind }) => kind === 'main')).toHaveLength(2);
		}
	}
	// No thread stays paused: the engine and the service respond.
	expect((await client.getSession()).hop).toBe(0);
	expect(engine).toBeGreaterThan(0);
	expect(service.output().slice(earlier)).not.toMatch(/ERROR|WARNING/);
});

test('threads shows the frames that hash while the engine checks a large file', async () => {
	const data = await makeFolder();
	const { client } = running;
	const torrent = await sparseTorrent(data, 1_000);
	await client.addDownload({ body: { uri: torrent, destination: data } });
	const hashing = await until(async () => {
		const { threads } = await client.listThreads();
		// The main thread has a function of this name too. It calls another one most of the time.
		return threads.find(
			(thread) =>
				thread.kind === 'worker' &&
				hasFrame(thread, 'hashPieces') &&
				!thread.frames?.at(-1)?.includes('hashPieces ('),
		);
	});
	expect(hashing).toMatchObject({
		process: 'engine',
		kind: 'worker',
		thread_name: 'engine: disk',
		status: 'running',
		cpu_time: expect.any(Number),
	});
	expect(hashing.frames?.join('\n')).toMatch(/hashPieces \(disk-worker\.js:\d+:\d+\)/);
	expect((await client.listThreads()).unavailable).toBeUndefined();
});
