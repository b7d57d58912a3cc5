import { expect, test } from 'vitest';
import { limitsScene } from './limits-scene.ts';

test('limits and the downloaded total of the service survive a restart', async () => {
	const { service, infohash, seeding, down } = await limitsScene();
	const params = { infohash };
	const limit = (body: object) =>
		fetch(`${service.url}/downloads/${infohash}`, {
			method: 'PATCH',
			headers: { 'content-type': 'application/json', 'X-Api-Key': service.key },
			body: JSON.stringify(body),
		});
	// Under the names of 8.4 and under those of the list.
	expect((await limit({ download_limit: 123_456, upload_limit: -1 })).status).toBe(200);
	await service.client().changeDownload({ params, body: { max_upload_speed: 5_000_000 } });
	expect((await limit({ max_upload_speed: 'fast' })).status).toBe(400);
	expect((await limit({ max_upload_speed: -2 })).status).toBe(400);
	await service.end();
	await service.restart();
	expect(await seeding()).toMatchObject({
		max_download_speed: 123_456,
		max_upload_speed: 5_000_000,
		total_down: down.total_down,
		all_time_download: down.total_down,
	});
	await service.client().changeDownload({ params, body: { max_download_speed: 0, max_upload_speed: 0 } });
	expect(await seeding()).toMatchObject({ max_download_speed: 0, max_upload_speed: 0 });
});
