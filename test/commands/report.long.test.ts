import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, allSeed, runService } from '../fixtures/service.ts';
import { runHere } from './run-here.ts';

test('debug report writes all debug information of seedtop to a file of mode 0600', async () => {
	const service = await runService();
	await addComplete(service, 'kept');
	await allSeed(service);
	const folder = await makeFolder();
	const path = join(folder, 'report.json');
	const written = await runHere(['debug', 'report', path, '--state-dir', service.stateFolder]);
	expect(written).toMatchObject({ code: 0, out: `${path}\n`, err: '' });
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	const text = await readFile(path, 'utf8');
	expect(text).not.toContain(service.key);
	expect(JSON.parse(text)).toMatchObject({
		service: { url: service.url, owner: 'own', version: expect.stringMatching(/^\d+\./) },
		program: { node: process.version },
		absent: {},
		state: { state: 'STARTED' },
		profiler: { state: 'STOPPED' },
		threads: { threads: expect.arrayContaining([expect.objectContaining({ process: 'engine' })]) },
		sockets: { open_sockets: expect.any(Array) },
		files: { open_files: expect.any(Array) },
		cpu_history: { cpu_history: expect.any(Array) },
		memory_history: { memory_history: expect.any(Array) },
		circuits: { slots: [] },
		session_hop_0: { settings: expect.objectContaining({ 'ses.num_seeding_torrents': 1 }) },
		settings_hop_0: { settings: expect.any(Object) },
		log_core: expect.arrayContaining([expect.stringContaining('listens on')]),
		requests: expect.arrayContaining([
			expect.objectContaining({ method: 'GET', path: '/debug/threads', status: 200, failure: '' }),
		]),
		schema_mismatches: [],
	});
});
