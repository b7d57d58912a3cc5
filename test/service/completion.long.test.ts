import { expect, test } from 'vitest';
import { downloadsOf, runServiceProcess } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { makeScript, offer, running } from './completion/scene.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

test('kills at any time of a download lose no command', async () => {
	const offered = await offer(names);
	const { path, lines } = await makeScript('echo "$SEEDTOP_INFOHASH" >> "$0.runs"');
	const service = await runServiceProcess(running([path], { parallel: 4 }));
	for (const [index, { path: uri, infohash }] of [...offered.values()].entries()) {
		await service.client().addDownload({ body: { uri } });
		// The engine may finish the download after its service was killed.
		if (index % 2 === 0)
			await until(async () => {
				const found = (await downloadsOf(service)).find((each) => each.infohash === infohash);
				return found?.status === 'DOWNLOADING' || found?.status === 'SEEDING';
			});
		await service.end('SIGKILL');
		await service.restart();
	}
	const expected = [...offered.values()].map(({ infohash }) => infohash).sort();
	await until(async () => {
		const found = await lines('runs');
		return expected.every((infohash) => found.includes(infohash));
	});
	expect([...new Set(await lines('runs'))].sort()).toEqual(expected);
}, 180_000);
