import { spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { configurationProblems } from '../../../source/client/discovery/configured.ts';
import { findService, type Skipped } from '../../../source/client/discovery/find-service.ts';
import { probeProblems } from '../../../source/client/discovery/probe.ts';
import { readCores } from '../../../source/client/discovery/processes.ts';
import { fileProblems } from '../../../source/client/discovery/small-file.ts';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { dialects } from '../../contract/foreign/dialects.ts';
import { type ForeignServer, startForeign } from '../../contract/foreign/server.ts';
import { until } from '../../programs/until.ts';
import { answering, serve } from '../server.ts';
import { noteProcesses } from './processes-database.ts';

let home: string;
let skipped: Skipped[];

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'seedtop-processes-'));
	skipped = [];
	const made = home;
	onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const database = () => join(home, '.Tribler/processes.sqlite');

async function put(path: string, content: string): Promise<void> {
	await mkdir(dirname(join(home, path)), { recursive: true });
	await writeFile(join(home, path), content);
}

function find() {
	return findService({
		env: {},
		home,
		stateFolder: join(home, 'state'),
		onSkip: (one) => skipped.push(one),
		timeout: 2_000,
	});
}

async function startCore(name: string): Promise<ForeignServer & { readonly port: number }> {
	const dialect = dialects.find((each) => each.name === name);
	if (!dialect) throw new Error(`There is no dialect ${name}.`);
	const service = await startForeign(dialect);
	onTestFinished(() => service.close());
	return Object.assign(service, { port: Number(new URL(service.url).port) });
}

/** Returns the id of a process that has ended. */
async function endedPid(): Promise<number> {
	const child = spawn('true');
	await new Promise((resolve) => child.once('close', resolve));
	return child.pid ?? 0;
}

describe('the processes that Tribler notes', () => {
	test('return the port of a running core, with the key of its version', async () => {
		const core = await startCore('7.14');
		const earlier = await closedPort();
		await put('.Tribler/7.14/triblerd.conf', `[api]\nkey = key714\nhttp_port = ${earlier}\n`);
		await put('.Tribler/7.13/triblerd.conf', '[api]\nkey = key713\n');
		await noteProcesses(database(), [
			{ pid: process.pid, port: core.port },
			{ pid: process.pid, port: 1, kind: 'gui' },
		]);
		expect(await find()).toEqual({
			url: core.url,
			apiKey: 'key714',
			source: '~/.Tribler/processes.sqlite',
			explicit: false,
			owner: 'other',
			generation: 'B',
			dialect: '7.12-7.14',
			version: '7.14.0',
			local: true,
		});
		// The key is not sent before the service is identified.
		expect(core.requests).toEqual(['GET /state']);
	});

	test('return a core without a configured port', async () => {
		const core = await startCore('7.14');
		await put('.Tribler/7.13/triblerd.conf', '[api]\nkey = key713\n');
		await noteProcesses(database(), [{ pid: process.pid, port: core.port, version: '7.13.3' }]);
		expect(await find()).toMatchObject({ url: core.url, apiKey: 'key713', version: '7.13.3' });
		expect(skipped).toEqual([]);
	});

	test.each([
		['7.14.0-GIT', 'git'],
		['7.14.0-GIT', '7.14'],
		['', '7.14'],
	])('return a core of version %j with the key below %s', async (version, folder) => {
		const core = await startCore('7.14');
		await put(`.Tribler/${folder}/triblerd.conf`, '[api]\nkey = its-key\n');
		await noteProcesses(database(), [{ pid: process.pid, port: core.port, version }]);
		expect(await find()).toMatchObject({ url: core.url, apiKey: 'its-key' });
	});

	test('are also found in the folder of a version', async () => {
		const core = await startCore('7.14');
		await put('.Tribler/7.14/triblerd.conf', '[api]\nkey = its-key\n');
		await noteProcesses(join(home, '.Tribler/7.14/processes.sqlite'), [
			{ pid: process.pid, port: core.port },
		]);
		expect(await find()).toMatchObject({
			url: core.url,
			apiKey: 'its-key',
			source: '~/.Tribler/7.14/processes.sqlite',
		});
	});

	test('return no core that has ended, is not primary, or has no port yet', async () => {
		const core = await startCore('7.14');
		const pid = await endedPid();
		await noteProcesses(database(), [{ pid, port: core.port }]);
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([
			{ source: '~/.Tribler/processes.sqlite', reason: configurationProblems.ended(pid) },
		]);
		skipped.length = 0;
		await noteProcesses(database(), [{ pid: process.pid, port: core.port, primary: false }]);
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([]);
		await noteProcesses(database(), [{ pid: process.pid, port: null }]);
		expect(await find()).toBeUndefined();
		expect(skipped[0]?.reason).toBe(configurationProblems.noPortYet(process.pid));
		expect(core.requests).toEqual([]);
	});

	test('return no other program that answers at the port', async () => {
		const other = await serve(answering(200, { hello: 'world' }));
		await put('.Tribler/7.14/triblerd.conf', '[api]\nkey = s3cret\n');
		await noteProcesses(database(), [{ pid: process.pid, port: other.port }]);
		expect(await find()).toBeUndefined();
		expect(skipped[0]?.reason).toBe(probeProblems.notService(other.url));
		expect(JSON.stringify(other.requests)).not.toContain('s3cret');
	});

	test('come after a newer service that runs', async () => {
		const [core, newer] = [await startCore('7.14'), await startCore('8.1')];
		await put('.Tribler/7.14/triblerd.conf', '[api]\nkey = old\n');
		const configuration = { api: { key: 'new', http_port: 0, http_port_running: newer.port } };
		await put('.Tribler/8.0/configuration.json', JSON.stringify(configuration));
		await noteProcesses(database(), [{ pid: process.pid, port: core.port }]);
		expect(await find()).toMatchObject({ url: newer.url, apiKey: 'new', dialect: '8.x', local: true });
		await newer.close();
		expect(await find()).toMatchObject({ url: core.url, apiKey: 'old', dialect: '7.12-7.14' });
	});
});

describe('reading the process database', () => {
	test('changes no file and leaves no lock, so that a core can write', async () => {
		await noteProcesses(database(), [{ pid: process.pid, port: 5 }]);
		const before = await readFile(database());
		expect(await readCores(database())).toMatchObject({ cores: [{ port: 5 }] });
		expect(await readFile(database())).toEqual(before);
		const writer = new DatabaseSync(database());
		writer.exec('BEGIN EXCLUSIVE TRANSACTION; UPDATE processes SET api_port = 6; COMMIT;');
		writer.close();
		expect(await readCores(database())).toMatchObject({ cores: [{ port: 6 }] });
	});

	test('waits for a core that is writing', async () => {
		await noteProcesses(database(), [{ pid: process.pid, port: 5 }]);
		const writer = new DatabaseSync(database());
		writer.exec('BEGIN EXCLUSIVE TRANSACTION; UPDATE processes SET api_port = 6;');
		const reading = readCores(database());
		setTimeout(() => {
			writer.exec('COMMIT');
			writer.close();
		}, 60);
		expect(await reading).toMatchObject({ cores: [{ port: 6 }] });
	});

	test('gives up if the file stays locked', async () => {
		await noteProcesses(database(), [{ pid: process.pid, port: 5 }]);
		const writer = new DatabaseSync(database());
		writer.exec('BEGIN EXCLUSIVE TRANSACTION;');
		expect(await readCores(database())).toMatchObject({ reason: expect.stringContaining('locked') });
		writer.close();
	});

	test('returns the last committed state of a core that was killed while it wrote', async () => {
		await noteProcesses(database(), [{ pid: process.pid, port: 5 }]);
		const script = `
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute('PRAGMA cache_spill = 1')
connection.execute('BEGIN EXCLUSIVE TRANSACTION')
connection.execute('UPDATE processes SET api_port = 6')
os.kill(os.getpid(), 9)
`;
		const child = spawn('python3', ['-c', script, database()]);
		await new Promise((resolve) => child.once('close', resolve));
		const reading = await readCores(database());
		expect('cores' in reading ? reading.cores : [{ port: 5 }]).toMatchObject([{ port: 5 }]);
	});

	test('reports a file that is no such database', async () => {
		await put('.Tribler/processes.sqlite', 'This is no database.'.repeat(100));
		expect(await readCores(database())).toMatchObject({
			missing: false,
			reason: fileProblems.unreadable('file is not a database'),
		});
		await rm(database());
		await mkdir(database());
		expect(await readCores(database())).toEqual({ missing: false, reason: fileProblems.notFile });
		await rm(database(), { recursive: true });
		expect(await readCores(database())).toEqual({ missing: true });
		await put('.Tribler/processes.sqlite', '');
		expect(await readCores(database())).toEqual({ cores: [] });
		await truncate(database(), 17 * 1024 * 1024);
		expect(await readCores(database())).toEqual({ missing: false, reason: fileProblems.tooLarge });
		await rm(database());
		spawn('mkfifo', [database()]);
		await until(async () => (await stat(database()).catch(() => undefined))?.isFIFO() === true);
		expect(await readCores(database())).toEqual({ missing: false, reason: fileProblems.notFile });
	});

	test('ignores an endless view, invalid rows, and too many rows', async () => {
		await mkdir(dirname(database()), { recursive: true });
		const made = new DatabaseSync(database());
		made.exec(`CREATE VIEW processes AS WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
			SELECT n AS pid, 'core' AS kind, 1 AS "primary", 5 AS api_port, '7' AS app_version, 0 AS rowid FROM endless`);
		made.close();
		expect(await readCores(database())).toEqual({ cores: [] });
		await rm(database());
		await noteProcesses(database(), [
			{ pid: -1, port: 5 },
			{ pid: 0, port: 5 },
			{ pid: 7, port: 70_000, version: 'x'.repeat(10_000) },
			...Array.from({ length: 7 }, (_, index) => ({ pid: index + 1, port: index + 1 })),
		]);
		const reading = await readCores(database());
		if (!('cores' in reading)) throw new Error(JSON.stringify(reading));
		expect(reading.cores).toHaveLength(8);
		expect(reading.cores.at(-1)).toEqual({ pid: 7, port: undefined, version: 'x'.repeat(64) });
		await appendFile(database(), 'behind its end');
		expect(await readCores(database())).toMatchObject({ cores: expect.any(Array) });
	});
});
