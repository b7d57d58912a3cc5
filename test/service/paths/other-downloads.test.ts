import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
import { fileClaimText } from '../../../source/service/engine/webtorrent/disk/file-claims.ts';
import { bindMount } from '../../fixtures/bind-mount.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { rss, serveFeed } from '../feeds/feed-fixture.ts';
import {
	announceTorrents,
	contentOf,
	type Offered,
	offer,
	place,
	reaches,
	removed,
	seed,
} from './shared-paths.ts';

announceTorrents();

/** A multiple of the length of a piece, so that no piece has bytes of two files. */
const LENGTH = 6 * 16_384;
const NAME = 'films';
const COMMON = 'same.bin';
const first = noise('first', LENGTH);

let service: TestService;
let drop: string;
let owner: Offered;

/** Makes a torrent of the same name that has one file in common with the owner, with other data. */
const newcomer = (kind: string) =>
	offer(NAME, { [COMMON]: noise(kind, LENGTH), 'aside.bin': noise(`aside ${kind}`, LENGTH) });

beforeAll(async () => {
	drop = await makeFolder();
	service = await runService({ flags: ['--watch-folder', drop] });
	owner = await offer(NAME, { [COMMON]: first, 'own.bin': noise('own', LENGTH) });
	await place(service.downloadFolder, NAME, owner.contents);
	await service.client().addDownload({ body: { uri: owner.path } });
	await reaches(service, owner, 'SEEDING');
});

/** Expects that a download stopped, names the owner and wrote nothing. */
async function expectRefused(torrent: Offered, destination = service.downloadFolder): Promise<void> {
	const { error } = await reaches(service, torrent, 'STOPPED_ON_ERROR');
	expect(error).toBe(writeClaimText.differs(join(destination, NAME, COMMON), NAME));
	expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
	expect(existsSync(join(service.downloadFolder, NAME, 'aside.bin'))).toBe(false);
	await removed(service, torrent);
}

describe('a file of a complete download is not written by another one', () => {
	test.each([
		['a torrent', (b: Offered) => service.client().addDownload({ body: { uri: b.path } })],
		[
			'a torrent with permission to use existing files',
			(b: Offered) => service.client().addDownload({ body: { uri: b.path, use_files: true } }),
		],
		['a magnet link', (b: Offered) => service.client().addDownload({ body: { uri: b.magnet } })],
		['a watched folder', (b: Offered) => copyFile(b.path, join(drop, `${b.infohash}.torrent`))],
		[
			'an import',
			(b: Offered) =>
				service.client().importDownload({
					body: { torrent: Buffer.from(b.bytes).toString('base64'), destination: service.downloadFolder },
				}),
		],
		['a feed', downloadByFeed],
	])('that came from %s', async (kind, arrive) => {
		const b = await newcomer(kind);
		if (kind === 'a magnet link' || kind === 'a feed') await seed([b]);
		await arrive(b);
		await expectRefused(b);
	});

	test('that selects it later, while it runs or before it resumes', async () => {
		const b = await newcomer('selection');
		await seed([b]);
		const client = service.client();
		for (const state of ['running', 'stopped']) {
			const destination = service.downloadFolder;
			await client.addDownload({ body: { uri: b.path, destination, selected_files: [0] } });
			await reaches(service, b, 'SEEDING');
			if (state === 'stopped') {
				await client.changeDownload({ params: b, body: { state: 'stop' } });
				await reaches(service, b, 'STOPPED');
			}
			await client.changeDownload({ params: b, body: { selected_files: [] } });
			if (state === 'stopped') await client.changeDownload({ params: b, body: { state: 'resume' } });
			const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
			expect(error).toBe(writeClaimText.differs(join(service.downloadFolder, NAME, COMMON), NAME));
			expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
			await client.removeDownload({ params: b, body: { remove_data: true } });
			await until(() => !existsSync(join(service.downloadFolder, NAME, 'aside.bin')));
			// The data of the owner stays.
			expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
		}
	});

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

	test('that reaches it through a bind mount', async ({ skip }) => {
		const mounted = join(await makeFolder(), 'mounted');
		if (!(await bindMount(service.downloadFolder, mounted))) skip('a bind mount takes the right to mount');
		const b = await newcomer('bind mount');
		await service.client().addDownload({ body: { uri: b.path, destination: mounted } });
		await expectRefused(b, mounted);
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

	test.for(['folder', 'file', 'mount'])(
		'that has its place behind a %s inside the root of the owner',
		async (kind, { skip }) => {
			const destination = await makeFolder();
			const [outside, name] = [`outside ${kind}`, `links ${kind}`];
			const data = noise(outside, LENGTH);
			const a = await offer(name, { [`deep/sub/${COMMON}`]: data, 'a.bin': noise(name, LENGTH) });
			await place(destination, name, [['a.bin', noise(name, LENGTH)]]);
			await place(destination, outside, [[COMMON, data]]);
			const sub = join(destination, name, 'deep/sub');
			await mkdir(kind === 'folder' ? join(sub, '..') : sub, { recursive: true });
			if (kind === 'folder') await symlink(join('../..', outside), sub);
			else if (kind === 'file') await symlink(join('../../..', outside, COMMON), join(sub, COMMON));
			else if (!(await bindMount(join(destination, outside), sub)))
				skip('a bind mount takes the right to mount');
			const client = service.client();
			await client.addDownload({ body: { uri: a.path, destination } });
			await reaches(service, a, 'SEEDING');
			await client.changeDownload({ params: a, body: { state: 'stop' } });
			await reaches(service, a, 'STOPPED');
			// Its first piece is right, so that it may write files that no other download owns.
			const other = Buffer.concat([data.subarray(0, 16_384), noise('b', LENGTH - 16_384)]);
			const b = await offer(outside, { [COMMON]: other });
			await seed([b]);
			await client.addDownload({ body: { uri: b.path, destination } });
			const { error } = await reaches(service, b, 'STOPPED_ON_ERROR');
			expect(error).toBe(writeClaimText.differs(join(destination, outside, COMMON), name));
			expect((await contentOf(destination, outside, COMMON)).equals(data)).toBe(true);
			await removed(service, b);
			await removed(service, a);
		},
	);

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

	test('is read before it is refused, if it is selected later', async () => {
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

/** Adds a torrent by a feed with a filter that accepts all its items. */
async function downloadByFeed({ magnet }: Offered): Promise<void> {
	const client = service.client();
	const feed = await serveFeed(rss());
	const { identifier: channelid = '' } = await client.createMyChannel({ body: { name: 'Own' } });
	const params = { channelid, feed_url: feed.url };
	await client.addFeed({ params });
	await client.changeFeed({ params, body: { download: { include: 'new' } } });
	feed.document = rss(
		`<item><title>New</title><guid>1</guid><link>${magnet.replaceAll('&', '&amp;')}</link></item>`,
	);
	await client.recheckFeeds({ params });
}
