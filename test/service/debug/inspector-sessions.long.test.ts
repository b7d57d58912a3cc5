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
