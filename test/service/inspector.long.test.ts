import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { startService } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { accepts, inspectorPorts, opensInspector } from './inspector-ports.ts';

const swarm = fileURLToPath(new URL('../../dist/swarm.js', import.meta.url));

test('an inspector that the user asked for stays open', async () => {
	const service = await startService(await makeFolder(), [], undefined, {
		NODE_OPTIONS: '--inspect=127.0.0.1:0',
	});
	onTestFinished(() => service.end());
	const [port = 0] = inspectorPorts(service.output());
	expect(await accepts(port)).toBe(true);
});

test('the swarm of the demo closes an inspector that SIGUSR1 opened as it started, and opens none later', async () => {
	const env = { ...process.env, NODE_OPTIONS: await opensInspector(await makeFolder()) };
	const child = fork(swarm, [], { env, execArgv: [], serialization: 'advanced', stdio: 'pipe' });
	let output = '';
	child.stderr?.on('data', (data) => (output += String(data)));
	const ended = once(child, 'close');
	await until(() => inspectorPorts(output).length > 0);
	const ports = inspectorPorts(output);
	for (const port of ports) await until(async () => !(await accepts(port)));
	child.kill('SIGUSR1');
	child.send({ type: 'close' });
	await ended;
	expect(inspectorPorts(output)).toEqual(ports);
});
