import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { scene } from './scene.ts';

// The service waits 5 s for a response.
test('threads reports the service and a reason while the engine is stopped', async () => {
	const { client, engine } = await scene();
	await client.listThreads();
	process.kill(engine, 'SIGSTOP');
	const { threads, unavailable } = await client.listThreads();
	process.kill(engine, 'SIGCONT');
	expect(unavailable).toBe('Cannot examine the engine: no response within 5 s.');
	expect(new Set(threads.map(({ process }) => process))).toEqual(new Set(['service']));
	await until(async () => (await client.listThreads()).unavailable === undefined);
});
