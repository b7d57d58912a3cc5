import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { children } from '../programs/children.ts';
import { startService } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { accepts, inspectorPorts, opensInspector } from './inspector-ports.ts';

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
