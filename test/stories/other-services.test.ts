import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { addSourceText } from '../../source/client/add-source.ts';
import { IgnoredError } from '../../source/client/errors.ts';
import { verifiedChangeNames } from '../../source/client/verified-changes.ts';
import { addText } from '../../source/commands/downloads/add.ts';
import { namedFilesText } from '../../source/commands/downloads/named-files.ts';
import { selectText } from '../../source/commands/downloads/select-files.ts';
import { sourceText } from '../../source/commands/downloads/sources.ts';
import { metainfoText } from '../../source/metainfo/error.ts';
import { planText } from '../../source/state/adding/plan.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { run } from '../commands/program.ts';
import { runHere } from '../commands/run-here.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { hybrid, nested, second, single, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit as openOn } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type ForeignService, runForeign } from '../fixtures/foreign-service.ts';
import { hybrid as hybridFile } from '../metainfo/second-version.ts';
import { ANY, escaped, exactly } from '../programs/message-pattern.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let folder: string;
let films: MadeTorrent;
let songs: MadeTorrent;
const oddName = 'a b%20#ü?.torrent';

beforeAll(async () => {
	folder = await makeFolder();
	films = await makeTorrent(folder, 'films', { 'one/a.mkv': 60_000, 'two.mkv': 2_000 });
	songs = await makeTorrent(folder, 'songs', { 'song.ogg': 20_000 });
	await writeFile(join(folder, oddName), films.bytes);
	await mkdir(join(folder, 'below'));
});

/** Options with which a user selects the service. Services that only follow the document look like our own. */
function options({ dialect, url }: ForeignService): string[] {
	const key = dialect.key === undefined ? [] : ['--api-key', dialect.key];
	const generation = dialect.family === 'document' ? ['--generation', dialect.generation] : [];
	return ['--url', url, ...key, ...generation];
}

async function addNested({ client }: ForeignService): Promise<void> {
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await client.addDownload({ body });
}

const openCockpit = (service: ForeignService) =>
	openOn(undefined, {
		flags: options(service)
			.map((word) => `'${word}'`)
			.join(' '),
		columns: 110,
	});

const hash = (digit: string) => digit.repeat(40);

describe.each(dialects)('on a service of $name', ({ name, forcesSafeSeeding }) => {
	test('a user adds files, infohashes, links and lines of standard input, all without hops', async () => {
		const service = await runForeign(name);
		const magnet = `magnet:?xt=urn:btih:${hash('b')}`;
		const added = await runHere(['add', join(folder, oddName), hash('a'), magnet, '-', ...options(service)], {
			input: `# lines\n${songs.path}\n\n${sources.single}\n`,
		});
		const expected = [films.infohash, hash('a'), hash('b'), songs.infohash, single.infohash];
		const err = forcesSafeSeeding ? `seedtop: ${addText.safe(expected.length)}\n` : '';
		expect(added).toMatchObject({ code: 0, err, out: `${expected.join('\n')}\n` });
		expect([...service.server.world.downloads.keys()]).toEqual(expected);
		for (const { hops, safeSeeding } of service.server.world.downloads.values()) {
			expect([hops, safeSeeding]).toEqual([0, forcesSafeSeeding]);
		}
	});

	test('a user pastes files, a path of the machine of the service, an infohash and a link into the cockpit', async () => {
		const service = await runForeign(name);
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
	});
});

test('a user adds a file by its relative path', async () => {
	const service = await runForeign('8.4');
	const added = await run(['add', `../${oddName}`, ...options(service)], { cwd: join(folder, 'below') });
	expect(added).toMatchObject({ code: 0, out: `${films.infohash}\n` });
});

describe('a service at the end of a tunnel', () => {
	test.each(['8.0', '8.4'])('%s receives the file, with the selected files', async (name) => {
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

	test.each(['7.12', '7.14'])(
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
});

describe('invalid sources', () => {
	test.each(['7.12', '8.4'])('%s: a file that is no torrent is named and not sent', async (name) => {
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

	test.each(['7.12', '8.4'])('%s: a file number that the torrent does not have is refused', async (name) => {
		const service = await runForeign(name);
		const added = await runHere(['add', films.path, '--files', '0,2-3', ...options(service)]);
		expect(added).toMatchObject({ code: 1, out: '' });
		expect(added.err).toBe(`seedtop: ${sourceText.noFileNumber(films.path, 2, 1)}\n`);
		expect(service.server.world.downloads.size).toBe(0);
	});

	test.each(['7.12', '8.4'])('%s: a URL that the service refuses is named', async (name) => {
		const service = await runForeign(name);
		const added = await runHere(['add', 'http://127.0.0.1/missing', ...options(service)]);
		expect(added).toMatchObject({ code: 1, out: '' });
		expect(added.err).toMatch(/^seedtop: Cannot add http:\/\/127\.0\.0\.1\/missing: 404, /);
	});
});

describe('files', () => {
	test.each(['7.14', '8.0', '8.1', '8.4'])(
		'%s: a user deselects a folder by its path, with and without the root',
		async (name) => {
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
		},
	);

	test('8.1 ignores a selection: the user reads it, and the exit code is 5', async () => {
		const service = await runForeign('8.1');
		await addNested(service);
		service.server.world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
			json: { modified: true, infohash: nested.infohash },
		});
		const answer = await runHere(['select', nested.infohash, '0', ...options(service)]);
		expect(answer.code).toBe(5);
		expect(answer.err).toContain(new IgnoredError(service.url, verifiedChangeNames.files).message);
	});
});

describe('limits', () => {
	test('services before 8.2 ignore them: the exit code is 5', async () => {
		// Each command waits for the limits to be listed.
		const limit = async (name: string) => {
			const service = await runForeign(name);
			await addNested(service);
			const answer = await runHere(['limit', nested.infohash, '--down', '500', ...options(service)]);
			expect(answer.code, name).toBe(5);
			expect(answer.err).toContain(new IgnoredError(service.url, verifiedChangeNames.limits).message);
		};
		await Promise.all(['7.12', '7.13', '7.14', '8.0', '8.1'].map(limit));
	});

	test.each(['8.2', '8.4'])('%s applies them', async (name) => {
		const service = await runForeign(name);
		await addNested(service);
		const answer = await runHere(['limit', nested.infohash, '--down', '500', ...options(service)]);
		expect(answer).toMatchObject({ code: 0, err: '' });
		expect(service.server.world.downloads.get(nested.infohash)?.limits.down).toBe(500 * 1024);
	});

	test('8.1 ignores them: the cockpit shows it', async () => {
		const service = await runForeign('8.1');
		await addNested(service);
		const { user, screen, list } = await openCockpit(service);
		await list.shows('nested', 'DOWNLOADING');
		user.press('limits');
		await screen.shows('Speed limits');
		user.press('limits-delete-to-start');
		user.type('500K');
		user.press('limits-change');
		await screen.shows(new IgnoredError(service.url, verifiedChangeNames.limits).message.slice(0, 38));
	});
});

describe('torrents of version 2', () => {
	test('8.4: a user adds one by its 64 digits, names it by them, and reads that a hybrid one exists', async () => {
		const service = await runForeign('8.4');
		const digits = 'e5'.repeat(32);
		const added = await runHere(['add', digits, sources.hybrid, ...options(service)]);
		expect(added).toMatchObject({ code: 0, err: '', out: `${digits}\n${hybrid.infohash2}\n` });
		const stopped = await runHere(['pause', digits.toUpperCase(), ...options(service)]);
		expect(stopped).toMatchObject({ code: 0 });
		const { user, screen } = await openCockpit(service);
		await screen.shows(/hybrid\.bin +/);
		user.paste(`magnet:?xt=urn:btih:${hybrid.infohash}&xt=urn:btmh:1220${hybrid.infohash2}&dn=again`);
		await screen.shows(planText.alreadyAdded('hybrid.bin'));
		user.press('add-cancel');
		await screen.hides(addDialog.title);
		user.paste(second.infohash);
		await screen.shows('1 to add.');
		user.press('add-confirm');
		await until(() => service.server.world.downloads.has(second.infohash));
	});

	test('8.4: a user names a hybrid one by its 40 digits, in any command', async () => {
		const service = await runForeign('8.4');
		const path = join(folder, 'hybrid.torrent');
		await writeFile(path, hybridFile);
		const added = await runHere(['add', sources.nested, sources.second, path, ...options(service)]);
		expect(added).toMatchObject({ code: 0, err: '' });
		const [short, long] = [
			'fe888a672ed4d4c552319a5b2876b712a31270bc',
			'e08870988ae98315ee49d7043fd0a091811b0f02fedfc6b0fe25501ff157a7e4',
		];
		expect(added.out).toContain(long);
		const listed = await runHere(['ls', short, '--json', ...options(service)]);
		expect(JSON.parse(listed.out).downloads).toMatchObject([{ infohash: long }]);
		const files = await runHere(['files', short.toUpperCase(), '--json', ...options(service)]);
		expect(files).toMatchObject({ code: 0, err: '' });
		expect(files.out).toContain('a/one');
		const paused = await runHere(['pause', short, nested.infohash, '--json', ...options(service)]);
		expect(JSON.parse(paused.out).results.map(({ infohash }: { infohash: string }) => infohash)).toEqual([
			long,
			nested.infohash,
		]);
		const removed = await runHere(['rm', short, '--yes', ...options(service)]);
		expect(removed).toMatchObject({ code: 0 });
		expect([...service.server.world.downloads.keys()].sort()).toEqual(
			[nested.infohash, second.infohash].sort(),
		);
		const missing = await runHere(['pause', short, ...options(service)]);
		expect(missing.code).toBe(5);
		expect(missing.err).toContain('does not exist');
	});

	test('a user names a hybrid one by its 64 digits if the service uses 40', async () => {
		const service = await runForeign('7.14');
		const path = join(folder, 'hybrid.torrent');
		await writeFile(path, hybridFile);
		expect(await runHere(['add', path, ...options(service)])).toMatchObject({ code: 0, err: '' });
		const long = 'e08870988ae98315ee49d7043fd0a091811b0f02fedfc6b0fe25501ff157a7e4';
		expect(await runHere(['pause', long, ...options(service)])).toMatchObject({ code: 0, err: '' });
	});

	test('7.14 refuses one: the user reads which source to add instead', async () => {
		const service = await runForeign('7.14');
		const added = await runHere(['add', 'e5'.repeat(32), ...options(service)]);
		expect(added.code).toBe(1);
		expect(added.err).toContain(addSourceText.secondVersion);
	});
});
