import { existsSync } from 'node:fs';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
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

/** A multiple of the length of a piece, so that no piece has bytes of two files. */
export const LENGTH = 6 * 16_384;
export const NAME = 'films';
export const COMMON = 'same.bin';
export const first = noise('first', LENGTH);

export let service: TestService;
let drop: string;

/** Makes a torrent of the same name that has one file in common with the owner, with other data. */
export const newcomer = (kind: string) =>
	offer(NAME, { [COMMON]: noise(kind, LENGTH), 'aside.bin': noise(`aside ${kind}`, LENGTH) });

/** Starts the service of a file, with a complete download of `NAME`. */
export function startWithOwner(): void {
	announceTorrents();
	beforeAll(async () => {
		drop = await makeFolder();
		service = await runService({ flags: ['--watch-folder', drop] });
		const owner = await offer(NAME, { [COMMON]: first, 'own.bin': noise('own', LENGTH) });
		await place(service.downloadFolder, NAME, owner.contents);
		await service.client().addDownload({ body: { uri: owner.path } });
		await reaches(service, owner, 'SEEDING');
	});
}

/** Expects that a download stopped, names the owner and wrote nothing. */
export async function expectRefused(torrent: Offered, destination = service.downloadFolder): Promise<void> {
	const { error } = await reaches(service, torrent, 'STOPPED_ON_ERROR');
	expect(error).toBe(writeClaimText.differs(join(destination, NAME, COMMON), NAME));
	expect((await contentOf(service.downloadFolder, NAME, COMMON)).equals(first)).toBe(true);
	expect(existsSync(join(service.downloadFolder, NAME, 'aside.bin'))).toBe(false);
	await removed(service, torrent);
}

/** Ways in which a torrent arrives. */
const arrivals: Readonly<Record<string, (torrent: Offered) => Promise<unknown>>> = {
	'a torrent': (b: Offered) => service.client().addDownload({ body: { uri: b.path } }),
	'a torrent with permission to use existing files': (b: Offered) =>
		service.client().addDownload({ body: { uri: b.path, use_files: true } }),
	'a magnet link': (b: Offered) => service.client().addDownload({ body: { uri: b.magnet } }),
	'a watched folder': (b: Offered) => copyFile(b.path, join(drop, `${b.infohash}.torrent`)),
	'an import': (b: Offered) =>
		service.client().importDownload({
			body: { torrent: Buffer.from(b.bytes).toString('base64'), destination: service.downloadFolder },
		}),
	'a feed': downloadByFeed,
};

/** Lets a newcomer arrive. Expects that it is refused. */
export async function expectArrivalRefused(kind: string): Promise<void> {
	const arrive = arrivals[kind];
	if (!arrive) throw new Error(kind);
	const b = await newcomer(kind);
	if (kind === 'a magnet link' || kind === 'a feed') await seed([b]);
	await arrive(b);
	await expectRefused(b);
}

/** Expects that a download is refused when it selects the common file, while it runs or before it resumes. */
export async function expectSelectionRefused(state: 'running' | 'stopped'): Promise<void> {
	const b = await newcomer('selection');
	await seed([b]);
	const client = service.client();
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

/** Expects that a download waits for one that is writing its file, and then seeds if the data is its own. */
export async function expectWaiting(isSame: boolean): Promise<void> {
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
}

/** Expects that a file behind a link or mount inside the root of a download is not written by another one. */
export async function expectPlaceBehind(
	kind: 'folder' | 'file' | 'mount',
	skip: (note: string) => void,
): Promise<void> {
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
	else if (!(await bindMount(join(destination, outside), sub))) skip('a bind mount takes the right to mount');
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
}

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
