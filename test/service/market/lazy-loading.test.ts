import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exactAmount } from '../../../source/protocol/exact-amount.ts';
import { lazyPartText } from '../../../source/service/lazy-part.ts';
import { openIdentity } from '../../../source/service/overlay/identity.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { addComplete, runService, runServiceProcess } from '../../fixtures/service.ts';
import { loadedNames, loadedPrograms } from '../../programs/loaded-names.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { until } from '../../programs/until.ts';

/** Names of classes of the market, the overlay and the channels, which the bundle keeps. */
const market = ['MarketService', 'MatchingEngine', 'CommandWallet'];
const channels = ['OwnChannel', 'ChannelSearch', 'MetadataEntries'];
const overlay = ['OverlayNetwork', 'EngineTransport', 'OverlaySwarm', 'ChannelExchange'];

const assets = [{ name: 'MB', precision: 0, balance: 100, credit: 10 }];

test('a service with the overlay off loads nothing of market, overlay and channels until the first request', async () => {
	const coverage = await makeFolder();
	const service = await runServiceProcess({ env: { NODE_V8_COVERAGE: coverage } });
	await service.client().getState();
	await addComplete(service, 'data');
	await service.end();
	expect(loadedNames(coverage, [...market, ...overlay, ...channels])).toEqual([]);
	expect(readdirSync(service.stateFolder)).not.toContain('identity');
	expect(loadedPrograms(coverage)).toContain('engine.js');
});

test('the first request loads the market, and nothing of the overlay', async () => {
	const coverage = await makeFolder();
	const service = await runServiceProcess({ env: { NODE_V8_COVERAGE: coverage } });
	expect(await service.client('A').listAsks()).toEqual({ asks: [] });
	await service.end();
	expect(loadedNames(coverage, market)).toEqual(market);
	expect(loadedNames(coverage, overlay)).toEqual([]);
});

test('the first request loads the channels, and nothing of market and overlay', async () => {
	const coverage = await makeFolder();
	const service = await runServiceProcess({ env: { NODE_V8_COVERAGE: coverage } });
	expect(await service.client('A').listChannels()).toEqual({ channels: [] });
	await service.end();
	expect(loadedNames(coverage, channels)).toEqual(channels);
	expect(loadedNames(coverage, [...market, ...overlay])).toEqual([]);
});

test('a service with the overlay loads market, overlay and channels after its start', async () => {
	const all = [...market, ...overlay, ...channels];
	const coverage = await makeFolder();
	const service = await runServiceProcess({
		flags: ['--overlay', '--peer-host', '127.0.0.1'],
		settings: { market: { assets } },
		env: { NODE_V8_COVERAGE: coverage },
	});
	await until(() => readdirSync(service.stateFolder).includes('identity'));
	expect((await service.client('A').listAssets()).assets).toMatchObject([
		{ name: 'MB', balance: exactAmount(100n, 0) },
	]);
	expect((await service.client('A').listChannels({})).channels).toEqual([]);
	await service.end();
	expect(loadedNames(coverage, all)).toEqual(all);
});

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
