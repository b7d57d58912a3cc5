import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
	endStaleEngine,
	recordEngine,
	staleEngineText,
} from '../../../source/service/engine/stale-engine.ts';
import { makeFolder } from '../../fixtures/folder.ts';

test('a recorded process is killed although it is stopped, and another one with its process id is not', async () => {
	const record = join(await makeFolder(), 'engine.pid');
	const child = spawn('sleep', ['600']);
	onTestFinished(() => void child.kill('SIGKILL'));
	await once(child, 'spawn');
	const ended = once(child, 'exit');
	const pid = child.pid ?? 0;
	const lines: string[] = [];
	const log = (_: string, line: string) => void lines.push(line);
	child.kill('SIGSTOP');
	recordEngine(record, pid, log);
	const identity = readFileSync(record, 'utf8');
	writeFileSync(record, identity.replace('sleep', 'other'));
	await endStaleEngine(record, log);
	expect(lines).toEqual([]);
	expect(existsSync(record)).toBe(false);
	writeFileSync(record, identity);
	await endStaleEngine(record, log);
	expect(await ended).toEqual([null, 'SIGKILL']);
	expect(lines).toEqual([staleEngineText(pid)]);
	expect(existsSync(record)).toBe(false);
});
