import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { closedPort } from '../../source/demo/closed-port.ts';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { staleEngineText } from '../../source/service/engine/stale-engine.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';
import { alive } from '../terminal/pty.ts';
import { startWithEngine } from './orphaned-engine-scene.ts';

/** Returns the state of a process: T is stopped. */
const stateOf = (pid: number) => / \(.*\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

test('an engine in an endless loop ends soon after its killed service', async () => {
	const folder = await makeFolder();
	const mark = join(folder, 'loops');
	const loop = join(folder, 'loop.mjs');
	await writeFile(
		loop,
		`import { writeFileSync } from 'node:fs';
		process.on('SIGUSR2', () => { writeFileSync(${JSON.stringify(mark)}, 'now'); for (;;); });`,
	);
	const { service, engine } = await startWithEngine(folder, [], {
		NODE_OPTIONS: `--import=${pathToFileURL(loop)}`,
	});
	process.kill(engine, 'SIGUSR2');
	await until(async () => (await readFile(mark, 'utf8').catch(() => '')) === 'now');
	await service.end('SIGKILL');
	await until(() => !alive(engine));
});

test('a foreign process that a record could mean is left alone', async () => {
	const records: Readonly<Record<string, (pid: number, identity: string) => object>> = {
		'has the process id of an earlier engine': (pid, identity) => ({ pid, identity }),
		'has the process id and the command of an earlier engine': (pid, identity) => ({
			pid,
			identity: identity.replace(/(?<=^\S+ \S+ ).*/s, readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
		}),
		'is named by a record without identity': (pid) => ({ pid, identity: '' }),
	};
	const foreign = spawn('sleep', ['600']);
	onTestFinished(() => void foreign.kill());
	const folder = await makeFolder();
	let { service, engine } = await startWithEngine(folder);
	const record = join(service.stateFolder, 'engine.pid');
	for (const [name, recordOf] of Object.entries(records)) {
		const { identity } = JSON.parse(await readFile(record, 'utf8'));
		await service.end('SIGKILL');
		const killed = engine;
		await until(() => !alive(killed));
		await writeFile(record, JSON.stringify(recordOf(foreign.pid ?? 0, identity)));
		({ service, engine } = await startWithEngine(folder));
		expect(service.output(), name).not.toContain('is killed');
		expect(foreign.exitCode ?? foreign.signalCode, name).toBeNull();
		expect(alive(foreign.pid ?? 0), name).toBe(true);
	}
});

test('the next service kills a stopped engine of a killed one, and takes its port', async () => {
	const folder = await makeFolder();
	const options = ['--peer-port', String(await closedPort())];
	const { service, engine } = await startWithEngine(folder, options);
	process.kill(engine, 'SIGSTOP');
	await until(() => stateOf(engine) === 'T');
	await service.end('SIGKILL');
	expect(alive(engine)).toBe(true);
	const next = await startWithEngine(folder, options);
	await until(() => !alive(engine));
	expect(next.service.output()).toContain(staleEngineText(engine));
	expect(next.service.output()).toContain(controllerText.listening(Number(options[1])));
	// Its own engine is recorded in turn, until it ends.
	const record = join(next.service.stateFolder, 'engine.pid');
	expect(JSON.parse(await readFile(record, 'utf8'))).toMatchObject({ pid: next.engine });
	await next.service.end();
	await expect(readFile(record)).rejects.toThrow('ENOENT');
});
