import { existsSync } from 'node:fs';
import { rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
import { bindMount } from '../../fixtures/bind-mount.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { noise } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import {
	COMMON,
	expectArrivalRefused,
	expectPlaceBehind,
	expectRefused,
	expectSelectionRefused,
	expectWaiting,
	first,
	LENGTH,
	newcomer,
	service,
	startWithOwner,
} from './other-downloads-scene.ts';
import { contentOf, offer, place, reaches, removed, seed } from './shared-paths.ts';

startWithOwner();

describe('a file of a complete download is not written by another one', () => {
	test.each(['a torrent', 'a watched folder', 'a feed'])('that came from %s', expectArrivalRefused);

	test('that selects it later, before it resumes', () => expectSelectionRefused('stopped'));

	test('that the user rechecks and resumes', async () => {
		const b = await newcomer('recheck');
		await service.client().addDownload({ body: { uri: b.path } });
		await reaches(service, b, 'STOPPED_ON_ERROR');
		for (const state of ['resume', 'recheck'] as const) {
			await service.client().changeDownload({ params: b, body: { state } });
			await until(() => service.output().includes(b.infohash));
		}
		await expectRefused(b);
	});

	test('that reaches it through a bind mount', async ({ skip }) => {
		const mounted = join(await makeFolder(), 'mounted');
		if (!(await bindMount(service.downloadFolder, mounted))) skip('a bind mount takes the right to mount');
		const b = await newcomer('bind mount');
		await service.client().addDownload({ body: { uri: b.path, destination: mounted } });
		await expectRefused(b, mounted);
	});

	test('that has its place since the link to its destination leads there', async () => {
		const [place1, place2, folder] = [await makeFolder(), await makeFolder(), await makeFolder()];
		const destination = join(folder, 'link');
		await symlink(place1, destination);
		const a = await offer('wandering', { [COMMON]: noise('wandering', LENGTH) });
		await place(place1, 'wandering', a.contents);
		const client = service.client();
		await client.addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'SEEDING');
		// Its place is known from now on.
		const b = await newcomer('wandering');
		await client.addDownload({ body: { uri: b.path } });
		await expectRefused(b);
		await client.changeDownload({ params: a, body: { state: 'stop' } });
		await reaches(service, a, 'STOPPED');
		await rename(join(place1, 'wandering'), join(place2, 'wandering'));
		await unlink(destination);
		await symlink(place2, destination);
		await client.changeDownload({ params: a, body: { state: 'resume' } });
		await reaches(service, a, 'SEEDING');
		const c = await offer('wandering', { [COMMON]: Buffer.concat([noise('wandering', LENGTH), first]) });
		await client.addDownload({ body: { uri: c.path, destination: place2 } });
		const { error } = await reaches(service, c, 'STOPPED_ON_ERROR');
		expect(error).toBe(writeClaimText.differs(join(place2, 'wandering', COMMON), 'wandering'));
	});

	test.for(['file', 'mount'] as const)(
		'that has its place behind a %s inside the root of the owner',
		(kind, { skip }) => expectPlaceBehind(kind, skip),
	);
});

test('a file that a complete download has too is read before it is refused, if it is selected later', async () => {
	const destination = await makeFolder();
	const common = noise('late', LENGTH);
	const b = await offer('late', { 'b.bin': noise('b', LENGTH), 'common.bin': common });
	const c = await offer('late', { 'common.bin': common });
	await seed([b]);
	const client = service.client();
	await client.addDownload({ body: { uri: b.path, destination, selected_files: [0] } });
	await reaches(service, b, 'SEEDING');
	await place(destination, 'late', c.contents);
	await client.addDownload({ body: { uri: c.path, destination } });
	await reaches(service, c, 'SEEDING');
	await client.changeDownload({ params: b, body: { selected_files: [] } });
	await until(async () => {
		const { files } = await client.listFiles({ params: b });
		return files.every(({ progress }) => progress === 1);
	});
	await reaches(service, b, 'SEEDING');
	await removed(service, b);
	await removed(service, c);
});

describe('a download whose file another one is writing', () => {
	test('waits for that one, is checked, and seeds if the data is its own', () => expectWaiting(true));

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
});
