import { existsSync } from 'node:fs';
import { link, mkdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
import { fileClaimText } from '../../../source/service/engine/webtorrent/disk/file-claims.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { noise } from '../../programs/torrents.ts';
import {
	COMMON,
	expectArrivalRefused,
	expectPlaceBehind,
	expectRefused,
	expectSelectionRefused,
	expectWaiting,
	first,
	LENGTH,
	NAME,
	newcomer,
	service,
	startWithOwner,
} from './other-downloads-scene.ts';
import { contentOf, type Offered, offer, place, reaches, removed, seed } from './shared-paths.ts';

startWithOwner();

describe('a file of a complete download is not written by another one', () => {
	test.each(['a torrent with permission to use existing files', 'a magnet link', 'an import'])(
		'that came from %s',
		expectArrivalRefused,
	);

	test('that selects it later while it runs', () => expectSelectionRefused('running'));
	test('that reaches it through a link to the destination, to its folder or to the file', async () => {
		const destination = join(await makeFolder(), 'link');
		await symlink(service.downloadFolder, destination);
		const b = await newcomer('link');
		await service.client().addDownload({ body: { uri: b.path, destination } });
		await expectRefused(b, destination);

		const c = await offer('alias', { [COMMON]: noise('alias', LENGTH) });
		await symlink(NAME, join(service.downloadFolder, 'alias'));
		await service.client().addDownload({ body: { uri: c.path } });
		const { error } = await reaches(service, c, 'STOPPED_ON_ERROR');
		expect(error).toBe(writeClaimText.differs(join(service.downloadFolder, 'alias', COMMON), NAME));
		await removed(service, c);

		const d = await offer('file', { 'x.bin': noise('file', LENGTH) });
		await mkdir(join(service.downloadFolder, 'file'));
		await symlink(join('..', NAME, COMMON), join(service.downloadFolder, 'file/x.bin'));
		await service.client().addDownload({ body: { uri: d.path } });
		await reaches(service, d, 'STOPPED_ON_ERROR');
		expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
	});

	test('that reaches it through a hard link', async () => {
		const destination = await makeFolder();
		await mkdir(join(destination, NAME));
		await link(join(service.downloadFolder, NAME, COMMON), join(destination, NAME, COMMON));
		// One of its pieces is right.
		const b = await offer(NAME, {
			[COMMON]: Buffer.concat([first.subarray(0, 16_384), noise('hard link', LENGTH)]),
		});
		await seed([b]);
		for (const use_files of [false, true]) {
			await service.client().addDownload({ body: { uri: b.path, destination, use_files } });
			const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
			expect(error).toBe(fileClaimText.linked(join(destination, NAME, COMMON)));
			expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
			await removed(service, b);
		}
	});

	test('that has its place behind a folder inside the root of the owner', ({ skip }) =>
		expectPlaceBehind('folder', skip));

	test('that contains the destination of the owner', async () => {
		const above = await makeFolder();
		const destination = join(above, 'outer');
		const inner = await offer('inner', { [COMMON]: noise('inner', LENGTH) });
		await place(destination, 'inner', inner.contents);
		await service.client().addDownload({ body: { uri: inner.path, destination } });
		await reaches(service, inner, 'SEEDING');
		const b = await offer('outer', { [`inner/${COMMON}`]: noise('outer', LENGTH) });
		await service.client().addDownload({ body: { uri: b.path, destination: above } });
		const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
		expect(error).toBe(writeClaimText.differs(join(destination, 'inner', COMMON), 'inner'));
	});
});

describe('a file that a complete download has too', () => {
	const small = noise('small', 1_000);
	let a: Offered;
	let destination: string;

	beforeEach(async () => {
		destination = await makeFolder();
		a = await offer('pair', {
			'a.bin': noise('a', LENGTH),
			'common.bin': noise('common', LENGTH),
			's.txt': small,
		});
		await place(destination, 'pair', a.contents);
		await service.client().addDownload({ body: { uri: a.path, destination } });
		await reaches(service, a, 'SEEDING');
		return () => removed(service, a);
	});

	test('is compared, not written, if it is smaller than a piece', async () => {
		const b = await offer('pair', { 'b.bin': noise('small b', LENGTH + 5), 's.txt': small });
		const c = await offer('pair', {
			'c.bin': noise('small c', LENGTH + 5),
			's.txt': noise('another', 1_000),
		});
		await seed([b, c]);
		await service.client().addDownload({ body: { uri: b.path, destination } });
		await reaches(service, b, 'SEEDING');
		await service.client().addDownload({ body: { uri: c.path, destination } });
		const { error } = await reaches(service, c, 'STOPPED_ON_ERROR');
		expect(error).toBe(fileClaimText.shared(join(destination, 'pair/s.txt')));
		expect((await contentOf(destination, 'pair', 's.txt')).equals(small)).toBe(true);
		await removed(service, b);
		await removed(service, c);
	});

	test('is not created by another one while it is missing', async () => {
		await service.client().changeDownload({ params: a, body: { state: 'stop' } });
		await reaches(service, a, 'STOPPED');
		await unlink(join(destination, 'pair/common.bin'));
		const b = await offer('pair', { 'common.bin': noise('of b', LENGTH) });
		await seed([b]);
		await service.client().addDownload({ body: { uri: b.path, destination } });
		const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
		expect(error).toBe(writeClaimText.missing(join(destination, 'pair/common.bin'), 'pair'));
		expect(existsSync(join(destination, 'pair/common.bin'))).toBe(false);
		await removed(service, b);
	});
});

describe('a download whose file another one is writing', () => {
	test('waits for that one, is checked, and stops with an error if the data is not its own', () =>
		expectWaiting(false));

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
