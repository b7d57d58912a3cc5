import { spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { unsupervisedText } from '../../source/commands/serve/serve.ts';
import { processText } from '../../source/service/engine/process.ts';
import { children } from '../programs/children.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { cli, startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

async function folderForTest() {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	return folder;
}

test('a service whose engine hangs during a request stops, kills the engine, and leaves all records in the database file; systemd-notify may be absent', async () => {
	const folder = await folderForTest();
	const service = await startService(folder.path, [], cli, { NOTIFY_SOCKET: '/nowhere', PATH: folder.path });
	await until(() => service.output().includes('systemd cannot be told READY=1: '));
	const data = join(folder.path, 'data');
	const torrent = await makeTorrent(data, 'hung', { 'a.bin': 50_000 });
	const params = { infohash: torrent.infohash };
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING');
	const kept = 'abcdef0123456789abcdef0123456789abcdef01';
	await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${kept}` } });
	const statusOf = async (of: ServiceHere, infohash: string) =>
		(await of.client().listDownloads()).downloads.find((each) => each.infohash === infohash)?.status;
	await until(async () => (await statusOf(service, kept)) === 'METADATA');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	// Two that are answered at once, and one that waits for the engine.
	await client.changeDownload({ params: { infohash: kept }, body: { state: 'stop' } });
	await client.changeDownload({ params, body: { state: 'recheck' } });
	const removal = client.removeDownload({ params, body: { remove_data: false } }).catch(() => 'broken off');
	await until(async () => (await statusOf(service, torrent.infohash)) === 'STOPPED');
	await service.end();
	expect(await removal).toBe('broken off');
	expect(service.child.exitCode).toBe(0);
	expect(service.output()).toContain(processText.notClosed);
	expect(service.output()).toMatch(/Stopped\.\n$/);
	expect(() => process.kill(engine, 0)).toThrow(/ESRCH/);
	// The request was saved before it reached the engine, so the removal continues.
	const copy = await folderForTest();
	await mkdir(join(copy.path, 'state'));
	await copyFile(join(service.stateFolder, 'seedtop.db'), join(copy.path, 'state', 'seedtop.db'));
	const again = await serveHere(copy.path);
	onTestFinished(() => again.end());
	await until(async () => (await statusOf(again, torrent.infohash)) === undefined);
	expect(await statusOf(again, kept)).toBe('STOPPED');
});

const installed = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const canNotify = installed('systemd-notify') && installed('python3');

/** A stand-in for systemd: prints each message that arrives at its socket. */
const receiver = `
import socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
print('bound', flush=True)
while True:
    print(listening.recv(4096).decode().replace('\\n', ' '), flush=True)
`;

test('systemd is notified when the service answers, and when it stops', async ({ skip }) => {
	if (!canNotify) skip('systemd-notify or python3 is not installed');
	const folder = await folderForTest();
	const socket = join(folder.path, 'notify');
	const supervisor = spawn('python3', ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
	onTestFinished(() => {
		supervisor.kill();
	});
	const notifications: string[] = [];
	createInterface({ input: supervisor.stdout }).on('line', (line) => notifications.push(line));
	await until(() => notifications.includes('bound'));
	const service = await startService(folder.path, [], cli, { NOTIFY_SOCKET: socket });
	await until(() => notifications.some((line) => line.includes('READY=1')));
	expect((await service.client().getState()).state).toBe('STARTED');
	await service.end();
	await until(() => notifications.some((line) => line.includes('STOPPING=1')));
	expect(service.output()).not.toMatch(containing(unsupervisedText(ANY, ANY)));
});
