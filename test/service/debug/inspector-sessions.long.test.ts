import { expect, test } from 'vitest';
import { recordedScene } from './recorded-scene.ts';

test('a memory dump of the engine leaves no inspector session in either process', async () => {
	const { client, sessions } = await recordedScene();
	const before = sessions().engine.opened;
	await client.getMemoryDump({ query: { process: 'engine' } });
	const { service, engine } = sessions();
	expect(engine.opened).toBeGreaterThan(before);
	expect([service.attached, engine.attached]).toEqual([0, 0]);
});

test('service and engine have an inspector session only during a request or a profile', async () => {
	const { client, sessions, recorded } = await recordedScene();
	await client.getCpuHistory();
	await client.listOpenSockets();
	expect(recorded()).toEqual([]);
	await client.listThreads();
	const one = { opened: 1, attached: 0 };
	expect(sessions()).toEqual({ service: one, engine: one });
	await client.startProfiler();
	const held = { opened: 2, attached: 1 };
	expect(sessions()).toEqual({ service: held, engine: held });
	await client.listThreads();
	const both = { opened: 3, attached: 1 };
	expect(sessions()).toEqual({ service: both, engine: both });
	await client.stopProfiler();
	const none = { opened: 3, attached: 0 };
	expect(sessions()).toEqual({ service: none, engine: none });
});
