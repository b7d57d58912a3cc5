import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import { processText } from '../../source/service/engine/process.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { hungEngineScene, state } from './hung-engine-scene.ts';

test('a stopped engine is reported, requests return, and it is replaced by exactly one engine', async () => {
	const all = await hungEngineScene();
	const { client, engines, find, exceptions } = all;
	const [seeded, stopped, removed, deleted, moved] = [
		await all.seed('seeded'),
		await all.seed('stopped'),
		await all.seed('removed'),
		await all.seed('deleted'),
		await all.seed('moved'),
	];
	const [hung = 0] = engines();
	process.kill(hung, 'SIGSTOP');
	const reported = await until(async () => {
		const now = await state(all);
		return now.state === 'EXCEPTION' && now;
	});
	expect(reported.last_exception).toBe(controllerText.silent);
	expect(reported.readable_state).toBe(reported.last_exception);
	await until(() => exceptions.length > 0);
	expect(exceptions).toEqual([reported.last_exception]);
	expect(await find(seeded)).toMatchObject({ status: 'WAITING4HASHCHECK', speed_up: 0, speed_down: 0 });
	await client.changeDownload({ params: { infohash: stopped }, body: { state: 'stop' } });
	await client.changeDownload({ params: { infohash: moved }, body: { anon_hops: 1 } });
	await client.removeDownload({ params: { infohash: removed }, body: { remove_data: false } });
	const refused = client.removeDownload({ params: { infohash: deleted }, body: { remove_data: true } });
	await expect(refused).rejects.toThrow(removalText.engineSilent);
	expect(await find(stopped)).toMatchObject({ status: 'STOPPED' });
	expect(await find(moved)).toMatchObject({ hops: 1 });
	expect(await find(removed)).toBeUndefined();
	// All of this happened before the engine was replaced.
	expect(engines()).toEqual([hung]);
	await until(async () => (await state(all)).state === 'STARTED');
	const [other] = engines();
	expect(engines()).toHaveLength(1);
	expect(other).not.toBe(hung);
	expect(() => process.kill(hung, 'SIGCONT')).toThrow(/ESRCH/);
	await until(async () => (await find(seeded))?.status === 'SEEDING');
	expect(await find(stopped)).toMatchObject({ status: 'STOPPED' });
	expect(await find(removed)).toBeUndefined();
	await until(async () => (await find(deleted)) === undefined);
	await expect(access(join(all.folder, 'data', 'deleted'))).rejects.toThrow(/ENOENT/);
	expect(exceptions.at(-1)).toMatch(containing(controllerText.ended(processText.silent(NUMBER))));
});
