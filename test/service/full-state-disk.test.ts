import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { openDatabase } from '../../source/service/storage/database.ts';
import { keyFileText } from '../../source/service/storage/key-file.ts';
import { isDiskFull } from '../../source/service/storage/state-disk.ts';
import { needsUpgrade, upgrade } from '../../source/service/storage/upgrade.ts';
import { runHere } from '../commands/run-here.ts';
import { serveHere } from '../programs/service-here.ts';
import { quiet } from '../programs/service-process.ts';
import { add, expectRecovery, scene, state, unwritable } from './full-state-disk-scene.ts';
import { makeOlderDatabase } from './storage/older-database.ts';

test('a first start without an API key is refused on a full state disk, and a request makes the state EXCEPTION until there is space', async (context) => {
	const { disk, torrents, place, data } = await scene(context);
	disk.fill();
	const options = ['--port', '0', '--state-dir', join(place, 'state'), '--download-dir', join(place, 'data')];
	const key = join(place, 'state', 'api.key');
	expect(await runHere(['serve', ...options, ...quiet])).toMatchObject({
		code: 1,
		err: `seedtop: ${keyFileText.unstorable(key, systemReasons.ENOSPC)}\n`,
	});
	expect(existsSync(key)).toBe(false);

	disk.free();
	const service = await serveHere(place);
	onTestFinished(() => service.end());
	expect(readFileSync(key, 'utf8').trim()).toBe(service.key);
	expect(await state(service)).toMatchObject({ state: 'STARTED', last_exception: null });
	disk.fill();
	await expect(add(service, torrents.first.path, data)).rejects.toThrow(unwritable);
	await expectRecovery(service, disk.free, torrents.first, data);
});

test('a step of an upgrade that fails on a full disk is rolled back, and can be repeated', async (context) => {
	const { disk, place, torrents, data } = await scene(context);
	makeOlderDatabase(join(place, 'state'), torrents.first, data);
	const database = openDatabase(join(place, 'state'));
	onTestFinished(() => database.close());
	disk.fill();
	await expect(upgrade(database, () => {})).rejects.toSatisfy(isDiskFull);
	disk.free();
	await upgrade(database, () => {});
	expect(needsUpgrade(database)).toBe(false);
});
