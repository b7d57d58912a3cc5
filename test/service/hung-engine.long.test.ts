import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { processText } from '../../source/service/engine/process.ts';
import { startText } from '../../source/service/start.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';
import { heartbeat, hungEngineScene, state } from './hung-engine-scene.ts';

/** Blocks a thread for ever, as an endless loop does, but takes no processor time. */
const BUSY = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

test('an engine that hangs before it has started, or is busy in its main thread, is replaced', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const mark = JSON.stringify(join(folder.path, 'tried'));
	const all = await hungEngineScene(
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
	const all = await hungEngineScene('', { ...heartbeat, replace: 600_000 });
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
	const all = await hungEngineScene('', { ...heartbeat, replace: 3_000 });
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
