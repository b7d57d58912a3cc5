import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AbsentError } from '../../source/client/http/errors.ts';
import { ENGINE_DUMP } from '../../source/client/memory-dump.ts';
import { binaryText } from '../../source/commands/output/binary.ts';
import { disabledText } from '../../source/service/debug/debug.ts';
import { serve } from '../client/server.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runService } from '../fixtures/service.ts';
import { runHere, startHere } from './run-here.ts';

test('the profiler works with both processes of seedtop', async () => {
	const service = await runService();
	const own = ['--state-dir', service.stateFolder];
	expect(await runHere(['profiler', 'start', ...own])).toMatchObject({ code: 0, out: '' });
	expect(await runHere(['profiler', 'start', ...own])).toMatchObject({ code: 1, out: '' });
	expect(await runHere(['profiler', 'status', ...own])).toMatchObject({ code: 0, out: 'STARTED\n' });
	const { out: files } = await runHere(['profiler', 'stop', ...own]);
	expect(files).toMatch(/^\S+-engine\.cpuprofile\n\S+-service\.cpuprofile\n$/);
	expect(await runHere(['profiler', 'status', ...own])).toMatchObject({ code: 0, out: `STOPPED\n${files}` });
});

test('debug dump and profiler are refused by a service with --no-debug', async () => {
	const service = await runService({ flags: ['--no-debug'] });
	const folder = await makeFolder();
	const reason = disabledText('').trim();
	for (const line of [
		['profiler', 'start'],
		['debug', 'dump', '--process', 'engine', '-o', join(folder, 'x')],
	]) {
		const refused = await runHere([...line, '--state-dir', service.stateFolder]);
		expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(reason) });
	}
	expect(await readdir(folder)).toEqual([]);
});

test.each(['7.14', '8.1'])('debug dump of a service of %s exits with 5 and leaves no file', async (name) => {
	const { url, dialect } = await runForeign(name);
	const folder = await makeFolder();
	const on = ['--url', url, '--api-key', dialect.key ?? ''];
	for (const process of ['service', 'engine']) {
		const ended = await runHere(['debug', 'dump', '--process', process, '-o', join(folder, 'x'), ...on]);
		expect(ended).toMatchObject({ code: 5, out: '' });
		expect(ended.err).toContain(new AbsentError(url, '').hint);
	}
	expect(await readdir(folder)).toEqual([]);
});

test('debug dump of the engine is refused for a service with one process', async () => {
	const { url, dialect } = await runForeign('7.11');
	const folder = await makeFolder();
	const on = ['--url', url, '--api-key', dialect.key ?? ''];
	const path = join(folder, 'x');
	const refused = await runHere(['debug', 'dump', '--process', 'engine', '-o', path, ...on]);
	expect(refused).toMatchObject({ code: 5, err: expect.stringContaining(ENGINE_DUMP) });
	expect(await runHere(['debug', 'dump', '-o', path, ...on])).toMatchObject({ code: 0, out: '', err: '' });
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await readdir(folder)).toEqual(['x']);
	await writeFile(path, 'mine');
	const kept = await runHere(['debug', 'dump', '-o', path, ...on]);
	expect(kept).toMatchObject({ code: 1, out: '', err: `seedtop: ${binaryText.exists(path)}\n` });
	expect(await readFile(path, 'utf8')).toBe('mine');
	expect((await runHere(['debug', 'dump', '--force', '-o', path, ...on])).code).toBe(0);
	expect(await readFile(path, 'utf8')).not.toBe('mine');
	expect(await readdir(folder)).toEqual(['x']);
});

test('debug dump deletes its incomplete file when it is interrupted', async () => {
	const folder = await makeFolder();
	const service = await serve((_, response) => {
		response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(1_000), () => {
			void running.end('SIGINT');
		});
	});
	const running = startHere([
		'debug',
		'dump',
		'-o',
		join(folder, 'x'),
		'--generation',
		'B',
		'--url',
		service.url,
	]);
	expect((await running.end()).code).toBe(130);
	expect(await readdir(folder)).toEqual([]);
});
