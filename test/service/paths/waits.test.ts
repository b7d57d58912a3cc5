import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { announceTorrents, contentOf, offer, place, reaches, seed } from './shared-paths.ts';

announceTorrents();

const LENGTH = 12 * 16_384;
let service: TestService;

beforeAll(async () => {
	service = await runService();
});

describe('a download whose file another one is writing', () => {
	test.each([
		['seeds if the data is its own', true],
		['stops with an error if the data is not its own', false],
	])('waits for that one, is checked, and %s', async (_, isSame) => {
		const destination = await makeFolder();
		const data = noise('shared', LENGTH);
		const a = await offer('shared', { 'x.bin': data, 'a.txt': noise(`a ${isSame}`, 100) }, 32_768);
		const b = await offer('shared', { 'x.bin': isSame ? data : noise('other', LENGTH) });
		await service.client().addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'DOWNLOADING');
		await service.client().addDownload({ body: { uri: b.path, destination } });
		const waiting = await reaches(
			service,
			b,
			'WAITING4HASHCHECK',
			({ waits_for: other }) => other === 'shared',
		);
		expect(waiting.error).toBe('');
		await seed([a]);
		await reaches(service, a, 'SEEDING');
		const { error } = await reaches(service, b, isSame ? 'SEEDING' : 'STOPPED_ON_ERROR');
		expect(error).toBe(isSame ? '' : writeClaimText.differs(`${destination}/shared/x.bin`, 'shared'));
		expect((await contentOf(destination, 'shared', 'x.bin')).equals(data)).toBe(true);
	});

	test('goes on when that one has all of the file, although it lacks others', async () => {
		const destination = await makeFolder();
		const data = noise('part', LENGTH);
		const a = await offer('part', { 'a.bin': noise('of a', LENGTH), 'x.bin': data });
		const b = await offer('part', { 'x.bin': data });
		const onlyX = await offer('part', { 'x.bin': data, 'y.bin': noise('y', 100) });
		await service.client().addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'DOWNLOADING');
		await service.client().addDownload({ body: { uri: b.path, destination } });
		await reaches(service, b, 'WAITING4HASHCHECK', ({ waits_for: other }) => other === 'part');
		// Another program completes the file, and a recheck finds it.
		await place(destination, 'part', onlyX.contents);
		await service.client().changeDownload({ params: a, body: { state: 'recheck' } });
		await reaches(service, b, 'SEEDING');
		expect((await reaches(service, a, 'DOWNLOADING')).progress).toBeLessThan(1);
		expect((await contentOf(destination, 'part', 'x.bin')).equals(data)).toBe(true);
	});

	test('leaves no data of that one when both are removed', async () => {
		const destination = await makeFolder();
		const a = await offer('twice', { 'x.bin': noise('of a', LENGTH) });
		const b = await offer('twice', { 'x.bin': noise('of b', LENGTH) });
		await seed([a], 20_000);
		const client = service.client();
		await client.addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'DOWNLOADING', ({ progress = 0 }) => progress > 0);
		await client.addDownload({ body: { uri: b.path, destination } });
		await reaches(service, b, 'WAITING4HASHCHECK', ({ waits_for: other }) => other === 'twice');
		await client.removeDownload({ params: a, body: { remove_data: true } });
		await reaches(service, b, 'DOWNLOADING');
		await client.removeDownload({ params: b, body: { remove_data: true } });
		await until(() => !existsSync(`${destination}/twice`));
	});

	test('stops with an error when that one is stopped, and goes on when it is removed', async () => {
		const destination = await makeFolder();
		const data = noise('left', LENGTH);
		const a = await offer('left', { 'x.bin': noise('of a', LENGTH) });
		const b = await offer('left', { 'x.bin': data });
		await service.client().addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'DOWNLOADING');
		await service.client().addDownload({ body: { uri: b.path, destination, use_files: true } });
		await reaches(service, b, 'WAITING4HASHCHECK', ({ waits_for: other }) => other === 'left');
		await service.client().changeDownload({ params: a, body: { state: 'stop' } });
		const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
		expect(error).toBe(writeClaimText.incomplete(`${destination}/left/x.bin`, 'left'));
		await service.client().removeDownload({ params: a, body: { remove_data: false } });
		await seed([b]);
		await service.client().changeDownload({ params: b, body: { state: 'resume' } });
		await reaches(service, b, 'SEEDING');
		expect((await contentOf(destination, 'left', 'x.bin')).equals(data)).toBe(true);
	});
});
