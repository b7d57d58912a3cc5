import { expect, test } from 'vitest';
import { runService, runServiceProcess, type TestServiceProcess } from '../../fixtures/service.ts';
import { children } from '../../programs/children.ts';
import { until } from '../../programs/until.ts';
import { engineLimits } from './engine-limits.ts';

const engineOf = (service: TestServiceProcess) => children(service.child.pid ?? 0);

test('limits apply again to another engine, and after the service was killed', async () => {
	const service = await runServiceProcess();
	const limits = { download: 1, upload: 2, alternative: { download: 3, upload: 4, mode: 'on' as const } };
	await service.client().changeServiceSettings({ body: { limits } });
	expect(await engineLimits(service)).toEqual([3, 4]);
	const [engine] = engineOf(service);
	process.kill(engine ?? 0, 'SIGKILL');
	await until(() => engineOf(service).some((pid) => pid !== engine));
	await until(async () => {
		const [download] = await engineLimits(service).catch(() => []);
		return download === 3;
	});
	expect(await engineLimits(service)).toEqual([3, 4]);
	await service.client().changeServiceSettings({ body: { limits: { alternative: { mode: 'off' } } } });
	await service.end('SIGKILL');
	const again = await runService({ folder: service.folder });
	expect((await again.client().getServiceSettings()).active_limits).toEqual({
		set: 'normal',
		download: 1,
		upload: 2,
	});
	expect(await engineLimits(again)).toEqual([1, 2]);
});
