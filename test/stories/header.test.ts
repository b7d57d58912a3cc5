import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dialects } from '../contract/foreign/dialects.ts';
import { startForeign } from '../contract/foreign/server.ts';
import { clientOf } from '../contract/foreign-cases/context.ts';
import {
	cli,
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

function open(where: string, columns = 120): Session {
	const session = new Session(`'${process.execPath}' '${cli}' ${where}`, {
		columns,
		rows: 24,
		env: { HOME: join(folder.path, 'home'), XDG_CONFIG_HOME: '', CORE_API_PORT: '' },
	});
	onTestFinished(() => session.kill());
	return session;
}

test('a user sees the free space of the disk of the own service, and a graph if there is room', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'kept', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const session = open(`--state-dir '${service.stateFolder}'`);
	await session.shows(/^seedtop .* connected .* [\d.]+ [KMGT]iB free .*▁.* ↓ 0 B\/s {2}↑ 0 B\/s/m);
	session.resize(60, 20);
	await until(() => {
		const [line = ''] = session.emulator.rows();
		return line.includes('↓ 0 B/s') && !line.includes('▁') && !line.includes('free');
	});
});

test('a user sees the number of unseen failures, until they are opened', async () => {
	const session = open(`--state-dir '${service.stateFolder}'`);
	await session.shows('1 SEEDING');
	// The service has no proxies for hops and refuses.
	session.type('H');
	await session.shows('Hops now: 0');
	session.type('\x153\r');
	await session.shows('! 1 alert');
	session.type('2');
	await until(() => !session.emulator.text().includes('1 alert'));
	session.type('1');
	await session.shows(/^kept +SEEDING/m);
	expect(session.emulator.text()).not.toContain('1 alert');
});

test('a user sees that the profiler of the service runs', async () => {
	const [dialect] = dialects;
	if (!dialect) throw new Error('there is no dialect');
	const foreign = await startForeign(dialect);
	onTestFinished(() => foreign.close());
	const client = clientOf(foreign);
	onTestFinished(() => client.close());
	await client.startProfiler();
	const session = open(`--url ${foreign.url}`);
	await session.shows('● profiler');
});
