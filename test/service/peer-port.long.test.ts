import { expect, test } from 'vitest';
import { runService } from '../fixtures/service.ts';
import { awaited, free, take } from './peer-port-scene.ts';

test('a configured port is replaced only while it is in use', async () => {
	const other = await take(0, '127.0.0.1');
	const flags = ['--peer-port', String(other.port), '--peer-host', '127.0.0.1'];
	const service = await runService({ flags });
	expect(service.output()).toContain(
		`port ${other.port} cannot be used (EADDRINUSE): the system chooses another one`,
	);
	expect(awaited(service)).toBeGreaterThan(0);
	expect(awaited(service)).not.toBe(other.port);
	await service.end();
	await free(other);
	await service.restart();
	expect(awaited(service)).toBe(other.port);
});
