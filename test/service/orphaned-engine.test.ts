import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { staleEngineText } from '../../source/service/engine/stale-engine.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';
import { alive } from '../terminal/pty.ts';
import { closedPort } from './engine/lab.ts';
import { startWithEngine } from './orphaned-engine-scene.ts';

/** Returns the state of a process: T is stopped. */
const stateOf = (pid: number) => / \(.*\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

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
