import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { children } from '../programs/children.ts';
import { startService } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { accepts, inspectorPorts } from './inspector-ports.ts';

const swarm = fileURLToPath(new URL('../../dist/swarm.js', import.meta.url));

/** Returns options for node that open the inspector before the program, as SIGUSR1 does while node starts. */
async function opensInspector(folder: string): Promise<string> {
	const module = join(folder, 'open.mjs');
	const lines = [
		"import { open } from 'node:inspector';",
		"import { isMainThread } from 'node:worker_threads';",
		'if (isMainThread) open(0);',
	];
	await writeFile(module, lines.join('\n'));
	return `--import=${module} --inspect-port=0`;
}

test('service and engine close an inspector that SIGUSR1 opened as they started, and open none later', async () => {
	const folder = await makeFolder();
	const env = { NODE_OPTIONS: await opensInspector(folder) };
	const service = await startService(folder, [], undefined, env);
	onTestFinished(() => service.end());
	const ports = inspectorPorts(service.output());
	expect(ports).toHaveLength(2);
	for (const port of ports) await until(async () => !(await accepts(port)));
	const [engine = 0] = children(service.child.pid ?? 0);
	service.child.kill('SIGUSR1');
	process.kill(engine, 'SIGUSR1');
	// Both processes respond after the signals.
	const infohash = 'abcdef0123456789abcdef0123456789abcdef01';
	const client = service.client();
	await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${infohash}` } });
	await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
	await service.end();
	expect(inspectorPorts(service.output())).toEqual(ports);
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
