import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addSourceText } from '../../source/client/add-source.ts';
import { planText } from '../../source/state/adding/plan.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { runHere } from '../commands/run-here.ts';
import { hybrid, nested, second, sources } from '../contract/foreign/world/torrents.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { hybrid as hybridFile } from '../metainfo/second-version.ts';
import { until } from '../programs/until.ts';
import {
	folder,
	openCockpit,
	options,
	prepareSources,
	testAddedSources,
	testAppliedLimits,
	testInvalidSources,
	testPastedSources,
	testSelectedFolders,
	testSentFiles,
	testUnreadableFiles,
} from './other-services-cases.ts';

prepareSources();

describe('a user adds all kinds of sources', () => {
	testAddedSources(['7.2', '8.4']);
	testPastedSources(['8.1']);
});

describe('a service at the end of a tunnel', () => {
	testSentFiles(['8.0']);
	testUnreadableFiles(['7.14']);
});

describe('invalid sources', () => {
	testInvalidSources(['8.4']);
});

describe('files', () => {
	testSelectedFolders(['8.1']);
});

describe('limits', () => {
	testAppliedLimits(['8.4']);
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
