import type { TestService } from '../../fixtures/service.ts';

/** Returns the limits that the engine has. */
export async function engineLimits(service: Pick<TestService, 'client'>) {
	const { settings } = await service.client().getSettings();
	return [settings.download_rate_limit, settings.upload_rate_limit];
}
