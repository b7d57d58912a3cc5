import { beforeAll, describe, expect, test } from 'vitest';
import { changeSharedLimits, readSharedLimits } from '../../source/client/shared-limits.ts';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { dialects } from './foreign/dialects.ts';
import { withForeign } from './foreign-cases/context.ts';

const isOf8 = ({ family }: { family: string }) => family === '8.x';

describe.each(dialects.filter(isOf8))('limits of all downloads in $name', (dialect) => {
	test('are those of its own settings, and change no download', async () => {
		await withForeign(dialect, async ({ client, server }) => {
			expect(await readSharedLimits(client)).toEqual({
				download: 0,
				upload: 0,
				alternative: undefined,
				active: { set: 'normal', download: 0, upload: 0 },
			});
			expect(await changeSharedLimits(client, { download: 5_000_000 })).toMatchObject({
				download: 5_000_000,
				upload: 0,
				active: { download: 5_000_000 },
			});
			await changeSharedLimits(client, { download: 0, upload: 7 });
			expect(await readSharedLimits(client)).toMatchObject({ download: 0, upload: 7 });
			expect(server.requests.filter((request) => !request.startsWith('GET'))).toEqual([
				'POST /api/settings',
				'POST /api/settings',
			]);
			expect(server.requests.some((request) => request.startsWith('PATCH'))).toBe(false);
		});
	});

	test('have no alternative, and nothing is sent for one', async () => {
		await withForeign(dialect, async ({ client, server }) => {
			await expect(changeSharedLimits(client, { alternative: { mode: 'on' } })).rejects.toMatchObject({
				kind: 'absent',
			});
			expect(server.bodies).toEqual([]);
		});
	});
});

describe.each(dialects.filter((dialect) => !isOf8(dialect)))(
	'limits of all downloads in $name',
	(dialect) => {
		test('are absent, and no request for them is sent', async () => {
			await withForeign(dialect, async ({ client, server }) => {
				await expect(readSharedLimits(client)).rejects.toMatchObject({ kind: 'absent' });
				await expect(changeSharedLimits(client, { download: 1 })).rejects.toMatchObject({ kind: 'absent' });
				expect(server.requests.filter((request) => request.includes('settings'))).toEqual([]);
				expect(server.bodies).toEqual([]);
			});
		});
	},
);

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

test.each(['A', 'B'] as const)(
	'limits of all downloads in our own service, generation %s',
	async (generation) => {
		const client = service.client(generation);
		const { limits } = defaultSettings;
		const active = { set: 'normal', download: 0, upload: 0 };
		expect(await readSharedLimits(client)).toEqual({ ...limits, active });
		const changed = await changeSharedLimits(client, { upload: 9, alternative: { download: 3, mode: 'on' } });
		expect(changed).toEqual({
			...limits,
			upload: 9,
			alternative: { ...limits.alternative, download: 3, mode: 'on' },
			active: { set: 'alternative', download: 3, upload: 0 },
		});
		expect(await readSharedLimits(client)).toEqual(changed);
		expect(await changeSharedLimits(client, limits)).toEqual({ ...limits, active });
	},
);
