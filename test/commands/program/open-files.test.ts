import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFilesText } from '../../../source/concurrency/open-files.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { cli } from '../../programs/service-process.ts';

/** Runs the program where a process may have `limit` open files. */
async function runWithin(limit: number, words: readonly string[], home: string) {
	return new Promise<{ code: unknown; err: string }>((resolve) => {
		execFile(
			'/bin/sh',
			['-c', `ulimit -n ${limit} && exec "$@"`, 'sh', process.execPath, cli, ...words],
			{ env: { PATH: process.env.PATH, HOME: home } },
			(error, _, err) => resolve({ code: error?.code ?? 0, err }),
		);
	});
}

describe.runIf(process.platform === 'linux')('a low limit of open files', () => {
	test.each([
		[24, ['--version']],
		[40, ['ls', '--url', 'http://127.0.0.1:1']],
		[40, ['import', 'qbittorrent', '/nonexistent', '--url', 'http://127.0.0.1:1']],
		[60, ['serve', '--port', '0']],
	])('of %i ends the program with the next step: %j', async (limit, words) => {
		const home = await makeFolder();
		expect(await runWithin(limit, words, home)).toEqual({
			code: 1,
			err: `seedtop: ${openFilesText.exhausted}\n`,
		});
	});

	test('ends a service that could start and fail later, before it creates its state', async () => {
		const home = await makeFolder();
		const words = ['serve', '--port', '0', '--state-dir', join(home, 'state')];
		const { code, err } = await runWithin(100, words, home);
		expect(code).toBe(1);
		expect(err).toMatch(/^seedtop: .*ulimit -n.*\n$/);
		expect(await readdir(home)).toEqual([]);
	});
});
