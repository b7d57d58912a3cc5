import { spawn, spawnSync } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { cli, quiet } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';

test('a log that cannot be written does not end the service', async () => {
	const state = join(await makeFolder(), 'full-log');
	const full = await open('/dev/full', 'w');
	const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--state-dir', state, ...quiet], {
		stdio: ['ignore', full.fd, 'ignore'],
	});
	await full.close();
	try {
		const { url } = JSON.parse(
			await until(() => readFile(join(state, 'service.json'), 'utf8').catch(() => '')),
		);
		const key = (await readFile(join(state, 'api.key'), 'utf8')).trim();
		await until(async () => {
			const answer = await fetch(`${url}/state`, { headers: { 'X-Api-Key': key } });
			return JSON.stringify(await answer.json()).includes('STARTED');
		});
	} finally {
		child.kill();
		await new Promise((resolve) => child.once('exit', resolve));
	}
	expect(child.exitCode).toBe(0);
});

test('a service that cannot write its announcement ends with a reason', async () => {
	const state = join(await makeFolder(), 'unannounced');
	await mkdir(join(state, 'service.json'), { recursive: true });
	const run = spawnSync(process.execPath, [cli, 'serve', '--port', '0', '--state-dir', state, ...quiet], {
		encoding: 'utf8',
		timeout: 20_000,
	});
	expect(run.status).toBe(1);
	expect(run.stderr).toMatch(/^seedtop: Cannot write .*service\.json: it is a folder\.\n$/);
});
