import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { addSourceText } from '../../source/client/add-source.ts';
import { addText } from '../../source/commands/downloads/add.ts';
import { namedFilesText } from '../../source/commands/downloads/named-files.ts';
import { selectText } from '../../source/commands/downloads/select-files.ts';
import { sourceText } from '../../source/commands/downloads/sources.ts';
import { metainfoText } from '../../source/metainfo/error.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runHere } from '../commands/run-here.ts';
import { nested, single, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit as openOn } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type ForeignService, runForeign } from '../fixtures/foreign-service.ts';
import { ANY, escaped, exactly } from '../programs/message-pattern.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';

export let folder: string;
export let films: MadeTorrent;
let songs: MadeTorrent;
export const oddName = 'a b%20#ü?.torrent';

/** Declares the setup of the tests of a file. */
export function prepareSources(): void {
	beforeAll(async () => {
		folder = await makeFolder();
		films = await makeTorrent(folder, 'films', { 'one/a.mkv': 60_000, 'two.mkv': 2_000 });
		songs = await makeTorrent(folder, 'songs', { 'song.ogg': 20_000 });
		await writeFile(join(folder, oddName), films.bytes);
		await mkdir(join(folder, 'below'));
	});
}

/** Options with which a user selects the service. Services that only follow the document look like our own. */
export function options({ dialect, url }: ForeignService): string[] {
	const key = dialect.key === undefined ? [] : ['--api-key', dialect.key];
	const generation = dialect.family === 'document' ? ['--generation', dialect.generation] : [];
	return ['--url', url, ...key, ...generation];
}

export async function addNested({ client }: ForeignService): Promise<void> {
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await client.addDownload({ body });
}

export const openCockpit = (service: ForeignService) =>
	openOn(undefined, {
		flags: options(service)
			.map((word) => `'${word}'`)
			.join(' '),
		columns: 110,
	});

const hash = (digit: string) => digit.repeat(40);

/** A dialect is named as in the list of dialects. */
type Names = readonly string[];

export function testAddedSources(names: Names): void {
	test.each(names)(
		'%s: a user adds files, infohashes, links and lines of standard input, all without hops',
		async (name) => {
			const service = await runForeign(name);
			const { forcesSafeSeeding } = service.dialect;
			const magnet = `magnet:?xt=urn:btih:${hash('b')}`;
			const added = await runHere(
				['add', join(folder, oddName), hash('a'), magnet, '-', ...options(service)],
				{
					input: `# lines\n${songs.path}\n\n${sources.single}\n`,
				},
			);
			const expected = [films.infohash, hash('a'), hash('b'), songs.infohash, single.infohash];
			const err = forcesSafeSeeding ? `seedtop: ${addText.safe(expected.length)}\n` : '';
			expect(added).toMatchObject({ code: 0, err, out: `${expected.join('\n')}\n` });
			expect([...service.server.world.downloads.keys()]).toEqual(expected);
			for (const { hops, safeSeeding } of service.server.world.downloads.values()) {
				expect([hops, safeSeeding]).toEqual([0, forcesSafeSeeding]);
			}
		},
	);
}

export function testPastedSources(names: Names): void {
	test.each(names)(
		'%s: a user pastes files, a path of the machine of the service, an infohash and a link into the cockpit',
		async (name) => {
			const service = await runForeign(name);
			const { forcesSafeSeeding } = service.dialect;
			const { user, screen } = await openCockpit(service);
			await screen.shows(downloadsPaneText.none);
			const lines = [
				`'${join(folder, oddName)}'`,
				'/srv/torrents/nested.torrent',
				hash('c'),
				`magnet:?xt=urn:btih:${hash('d')}&dn=Linked`,
			];
			user.paste(lines.join('\n'));
			await screen.shows('4 to add.');
			user.press('add-confirm');
			await screen.shows('Added: 4 downloads');
			const expected = [films.infohash, nested.infohash, hash('c'), hash('d')];
			expect([...service.server.world.downloads.keys()].toSorted()).toEqual(expected.toSorted());
			for (const { hops, safeSeeding } of service.server.world.downloads.values()) {
				expect([hops, safeSeeding]).toEqual([0, forcesSafeSeeding]);
			}
		},
	);
}

/** Services at the end of a tunnel, which receive files. */
export function testSentFiles(names: Names): void {
	test.each(names)('%s receives the file, with the selected files', async (name) => {
		const service = await runForeign(name);
		const { forcesSafeSeeding } = service.dialect;
		service.server.world.disk = 'elsewhere';
		const added = await runHere(['add', films.path, '--files', '1', ...options(service)]);
		const err = forcesSafeSeeding ? `seedtop: ${addText.safe(1)}\n` : '';
		expect(added).toMatchObject({ code: 0, err, out: `${films.infohash}\n` });
		const download = service.server.world.downloads.get(films.infohash);
		expect([...(download?.selected ?? [])]).toEqual([1]);
		expect(download).toMatchObject({ hops: 0, safeSeeding: forcesSafeSeeding });
	});
}

/** Services at the end of a tunnel, which accept no files. */
export function testUnreadableFiles(names: Names): void {
	test.each(names)(
		'%s accepts no files: the user reads the next step, and no crash is caused',
		async (name) => {
			const service = await runForeign(name);
			service.server.world.disk = 'elsewhere';
			const added = await runHere(['add', films.path, ...options(service)]);
			expect(added.code).toBe(1);
			const { unreadable, elsewhere } = addSourceText;
			expect(added.err).toMatch(
				exactly(`seedtop: ${unreadable(films.path, service.url, ANY)} ${elsewhere}\n`),
			);
			expect(service.server.bodies.every(({ contentType }) => contentType === 'application/json')).toBe(true);
		},
	);
}

export function testInvalidSources(names: Names): void {
	test.each(names)('%s: a file that is no torrent is named and not sent', async (name) => {
		const service = await runForeign(name);
		const path = join(folder, 'notes.torrent');
		await writeFile(path, 'notes\n');
		const added = await runHere(['add', path, ...options(service)]);
		expect(added).toMatchObject({ code: 1, out: '' });
		expect(added.err).toMatch(
			new RegExp(`^seedtop: Cannot add ${escaped(path)}: ${metainfoText.notTorrent('.*')}\\n$`),
		);
		expect(service.server.bodies).toEqual([]);
	});

	test.each(names)('%s: a file number that the torrent does not have is refused', async (name) => {
		const service = await runForeign(name);
		const added = await runHere(['add', films.path, '--files', '0,2-3', ...options(service)]);
		expect(added).toMatchObject({ code: 1, out: '' });
		expect(added.err).toBe(`seedtop: ${sourceText.noFileNumber(films.path, 2, 1)}\n`);
		expect(service.server.world.downloads.size).toBe(0);
	});

	test.each(names)('%s: a URL that the service refuses is named', async (name) => {
		const service = await runForeign(name);
		const added = await runHere(['add', 'http://127.0.0.1/missing', ...options(service)]);
		expect(added).toMatchObject({ code: 1, out: '' });
		expect(added.err).toMatch(/^seedtop: Cannot add http:\/\/127\.0\.0\.1\/missing: 404, /);
	});
}

export function testSelectedFolders(names: Names): void {
	test.each(names)('%s: a user deselects a folder by its path, with and without the root', async (name) => {
		const service = await runForeign(name);
		await addNested(service);
		const selected = () => [...(service.server.world.downloads.get(nested.infohash)?.selected ?? [])];
		const select = (...words: string[]) =>
			runHere(['select', nested.infohash, ...words, ...options(service)]);
		expect(await select('--unwant', 'a')).toMatchObject({ code: 0, err: '' });
		expect(selected()).toEqual([2, 3, 4]);
		expect(await select('--want', 'a/deep/', '--want', 'nosuch')).toMatchObject({
			code: 5,
			err: expect.stringContaining(namedFilesText.noFileOrFolder('nosuch')),
		});
		expect(
			await runHere(['select', 'nested', '--want', 'nested/a/deep', '--unwant', 'b', ...options(service)]),
		).toMatchObject({ code: 0 });
		expect(selected()).toEqual([1, 4]);
		expect(await select('--unwant', 'readme.txt', '--unwant', 'a')).toMatchObject({
			code: 2,
			err: expect.stringContaining(selectText.lastFile),
		});
		expect(selected()).toEqual([1, 4]);
	});
}

export function testAppliedLimits(names: Names): void {
	test.each(names)('%s applies them', async (name) => {
		const service = await runForeign(name);
		await addNested(service);
		const answer = await runHere(['limit', nested.infohash, '--down', '500', ...options(service)]);
		expect(answer).toMatchObject({ code: 0, err: '' });
		expect(service.server.world.downloads.get(nested.infohash)?.limits.down).toBe(500 * 1024);
	});
}
