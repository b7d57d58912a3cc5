import { expect } from 'vitest';
import {
	type ActiveLimits,
	defaultSettings,
	type SettingsAnswer,
} from '../../../source/protocol/resources/settings.ts';
import type { CaseContext } from './all.ts';

/** Changes of which nothing is saved, also not their valid fields. */
const hostileChanges: readonly object[] = [
	{ limits: { download: -1 } },
	{ limits: { upload: 5, download: 1.5 } },
	{ limits: { upload: 5, download: 2 ** 53 } },
	{ limits: { upload: 5, download: 'fast' } },
	{ limits: { upload: 5, download: [1] } },
	{ limits: 'none' },
	{ limits: { upload: 5, alternative: { mode: 'never' } } },
	{ limits: { upload: 5, alternative: { schedule: { days: [7] } } } },
	{ limits: { upload: 5, alternative: { schedule: { days: [0, 1, 2, 3, 4, 5, 6, 0] } } } },
	{ limits: { upload: 5, alternative: { schedule: { from: 1440 } } } },
	{ limits: { upload: 5, alternative: { schedule: { to: -1 } } } },
];

const noLimits: ActiveLimits = { set: 'normal', download: 0, upload: 0 };

/** Cases of the settings that change while the service runs. */
export const settingsCases = {
	async getServiceSettings({ client }: CaseContext) {
		expect(await client.getServiceSettings()).toEqual({ ...defaultSettings, active_limits: noLimits });
	},

	async changeServiceSettings({ client }: CaseContext) {
		const limits = { upload: 50_000, alternative: { mode: 'schedule' as const, schedule: { days: [5, 6] } } };
		const expected: SettingsAnswer = { ...structuredClone(defaultSettings), active_limits: noLimits };
		expected.limits.upload = 50_000;
		expected.limits.alternative.mode = 'schedule';
		expected.limits.alternative.schedule.days = [5, 6];
		const changed = await client.changeServiceSettings({ body: { limits } });
		// The day decides which limits apply.
		expect([0, 50_000]).toContain(changed.active_limits.upload);
		expected.active_limits = changed.active_limits;
		expect(changed).toEqual(expected);
		expect(await client.getServiceSettings()).toEqual(expected);
		for (const body of hostileChanges) {
			const failure = await client.call('changeServiceSettings', { body }).catch((error: unknown) => error);
			expect([body, failure]).toMatchObject([body, { status: 400 }]);
			expect(await client.getServiceSettings()).toEqual(expected);
		}
		// Unknown fields change nothing.
		const unknown = { body: { limits: { turbo: true }, constructor: { name: 'x' } } };
		expect(await client.call('changeServiceSettings', unknown)).toEqual(expected);
		const on = { download: 2_000, upload: 3_000, mode: 'on' as const };
		const answer = await client.changeServiceSettings({ body: { limits: { alternative: on } } });
		expect(answer.active_limits).toEqual({ set: 'alternative', download: 2_000, upload: 3_000 });
		expect((await client.getSettings()).settings).toMatchObject({
			download_rate_limit: 2_000,
			upload_rate_limit: 3_000,
		});
		await client.changeServiceSettings({ body: { limits: defaultSettings.limits } });
		expect(await client.getServiceSettings()).toEqual({ ...defaultSettings, active_limits: noLimits });
	},
};
