import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lazyPartText } from '../../../source/service/core/lazy-part.ts';
import { openIdentity } from '../../../source/service/overlay/identity.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { addComplete, runService } from '../../fixtures/service.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { until } from '../../programs/until.ts';

const assets = [{ name: 'MB', precision: 0, balance: 100, credit: 10 }];

test('a market that cannot be opened is reported, and stops no downloads', async () => {
	const folder = await makeFolder();
	const service = await runService({ folder, settings: { market: { assets } } });
	const identity = join(service.stateFolder, 'identity');
	await until(() => readdirSync(service.stateFolder).includes('identity'));
	await service.end();
	const seed = readFileSync(identity, 'utf8');
	writeFileSync(identity, 'damaged');
	await service.restart();
	const reported = containing(lazyPartText.notOpened('market', ANY));
	await until(() => reported.test(service.output()));
	await addComplete(service, 'data');
	await until(async () => (await service.client().listDownloads()).downloads[0]?.status === 'SEEDING');
	await expect(service.client('A').listOrders()).rejects.toThrow();
	expect(await service.client().getState()).toMatchObject({ state: 'STARTED' });
	// The next request tries again.
	writeFileSync(identity, seed);
	expect(await service.client('A').listOrders()).toEqual({ orders: [] });
	expect(openIdentity(service.stateFolder).id).toMatch(/^[0-9a-f]{64}$/);
});
