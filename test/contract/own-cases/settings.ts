import { expect } from 'vitest';
import { defaultSettings } from '../../../source/protocol/resources/settings.ts';
import type { CaseContext } from './all.ts';

/** Cases of the settings that change while the service runs. */
export const settingsCases = {
	async getServiceSettings({ client }: CaseContext) {
		expect(await client.getServiceSettings()).toEqual(defaultSettings);
	},

	async changeServiceSettings({ client }: CaseContext) {
		const limits = { upload: 50_000, alternative: { mode: 'schedule' as const, schedule: { days: [5, 6] } } };
		const expected = structuredClone(defaultSettings);
		expected.limits.upload = 50_000;
		expected.limits.alternative.mode = 'schedule';
		expected.limits.alternative.schedule.days = [5, 6];
		expect(await client.changeServiceSettings({ body: { limits } })).toEqual(expected);
		expect(await client.getServiceSettings()).toEqual(expected);
		await expect(client.changeServiceSettings({ body: { limits: { download: -1 } } })).rejects.toMatchObject({
			status: 400,
		});
		expect(await client.getServiceSettings()).toEqual(expected);
		await client.changeServiceSettings({ body: { limits: defaultSettings.limits } });
		expect(await client.getServiceSettings()).toEqual(defaultSettings);
	},
};
