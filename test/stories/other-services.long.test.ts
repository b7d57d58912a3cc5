import { describe, expect, test } from 'vitest';
import { IgnoredError } from '../../source/client/errors.ts';
import { verifiedChangeNames } from '../../source/client/verified-changes.ts';
import { runHere } from '../commands/run-here.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import {
	addNested,
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
	testAddedSources(namesExcept('7.2', '7.14', '8.1', '8.4'));
	testPastedSources(namesExcept('7.2', '8.1'));
});

describe('a service at the end of a tunnel', () => {
	testSentFiles(['8.4']);
	testUnreadableFiles(['7.12']);
});

describe('invalid sources', () => {
	testInvalidSources(['7.12']);
});

describe('files', () => {
	testSelectedFolders(['8.0', '8.4']);
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

	testAppliedLimits(['8.2']);
});
