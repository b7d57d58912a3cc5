import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IgnoredError } from '../../source/client/http/errors.ts';
import { verifiedChangeNames } from '../../source/client/verified-changes.ts';
import { run } from '../commands/program.ts';
import { runHere } from '../commands/run-here.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import {
	addNested,
	films,
	folder,
	oddName,
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

const namesExcept = (...names: readonly string[]) =>
	dialects.map(({ name }) => name).filter((name) => !names.includes(name));

describe('a user adds all kinds of sources', () => {
	testAddedSources(namesExcept('7.2', '8.4'));
	testPastedSources(namesExcept('8.1'));
});

test('a user adds a file by its relative path', async () => {
	const service = await runForeign('8.4');
	const added = await run(['add', `../${oddName}`, ...options(service)], { cwd: join(folder, 'below') });
	expect(added).toMatchObject({ code: 0, out: `${films.infohash}\n` });
});

describe('a service at the end of a tunnel', () => {
	testSentFiles(['8.4']);
	testUnreadableFiles(['7.12']);
});

describe('invalid sources', () => {
	testInvalidSources(['7.12']);
});

describe('files', () => {
	testSelectedFolders(['7.14', '8.0', '8.4']);

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

	test('8.1 ignores them: the cockpit shows it', async () => {
		const service = await runForeign('8.1');
		await addNested(service);
		const { user, screen, list } = await openCockpit(service);
		await list.shows('nested', 'DOWNLOADING');
		user.press('limits');
		await screen.shows('Speed limits');
		user.press('form-delete-to-start');
		user.type('500K');
		user.press('form-send');
		await screen.shows(new IgnoredError(service.url, verifiedChangeNames.limits).message.slice(0, 38));
	});

	testAppliedLimits(['8.2']);
});
