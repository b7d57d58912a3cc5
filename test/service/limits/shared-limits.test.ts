import { expect, test } from 'vitest';
import { runService } from '../../fixtures/service.ts';
import { engineOf } from '../../programs/children.ts';
import { until } from '../../programs/until.ts';
import { engineLimits } from './engine-limits.ts';

test('limits apply again to another engine', async () => {
	const service = await runService();
	const limits = { download: 1, upload: 2, alternative: { download: 3, upload: 4, mode: 'on' as const } };
	await service.client().changeServiceSettings({ body: { limits } });
	expect(await engineLimits(service)).toEqual([3, 4]);
	process.kill(engineOf(service), 'SIGKILL');
	await until(() => service.output().includes('SIGKILL'));
	await until(async () => {
		const [download] = await engineLimits(service).catch(() => []);
		return download === 3;
	});
	expect(await engineLimits(service)).toEqual([3, 4]);
});
