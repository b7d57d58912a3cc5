import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createTorrent from 'create-torrent';
import { expect, onTestFinished, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import type { EngineDownload, EngineOptions } from '../../../source/service/engine/port.ts';
import { processText } from '../../../source/service/engine/process.ts';
import { portText } from '../../../source/service/engine/webtorrent/client.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { folder, Lab, lab, noise, ownLab, sample } from './lab.ts';

const main = new URL('../../../dist/engine.js', import.meta.url);
const startOptions: EngineOptions = {
	port: 0,
	host: '127.0.0.1',
	dht: false,
	dhtBootstrap: [],
	localDiscovery: false,
	peerExchange: false,
	webSeeds: true,
	ownService: [],
	protectedPaths: nothingProtected,
};

/** Starts a node that may open only `limit` descriptors. */
function nodeWithFewDescriptors(limit: number): string {
	const script = join(folder(), 'node');
	writeFileSync(script, `#!/bin/sh\nulimit -n ${limit}\nexec '${process.execPath}' "$@"\n`);
	chmodSync(script, 0o755);
	return script;
}

test('140 complete downloads are ready with few descriptors', async () => {
	const destination = folder();
	const downloads = await Promise.all(Array.from({ length: 140 }, (_, at) => tiny(destination, at)));
	const target = await lab({ execPath: nodeWithFewDescriptors(128) });
	await Promise.all(downloads.map((download) => target.engine.add(download)));
	await target.until('all seeding', () => {
		const seeding = new Set<string>();
		for (const message of target.messages) {
			if (message.type !== 'statuses') continue;
			for (const { phase, infohash } of message.statuses) if (phase === 'seeding') seeding.add(infohash);
		}
		return seeding.size === downloads.length;
	});
	expect(target.messages.filter(({ type }) => type === 'failed' || type === 'bitfield')).toEqual([]);
});

function tiny(destination: string, at: number): Promise<EngineDownload> {
	const data = Object.assign(noise(20_000, at + 1), { name: `file-${at}` });
	writeFileSync(join(destination, `file-${at}`), data);
	return new Promise((resolve, reject) =>
		createTorrent([data], { name: `file-${at}`, pieceLength: 16384, announceList: [] }, (error, torrent) => {
			if (error) return reject(error);
			resolve({
				infohash: parseTorrent(torrent).infohash,
				source: { torrent },
				destination,
				bitfield: Uint8Array.of(0b1100_0000),
				selected: null,
				mode: 'run',
				maxDownloadSpeed: 0,
				maxUploadSpeed: 0,
				route: [],
			});
		}),
	);
}

test('checks of two large downloads run one at a time, and their progress is reported', async () => {
	// Long enough for a report while each is hashed.
	const torrents = await Promise.all([1, 2].map((seed) => sample({ 'a.bin': 100_000_000 }, { seed })));
	const target = await lab();
	let most = 0;
	const reading = new Set<string>();
	target.engine.listen((message) => {
		if (message.type !== 'statuses') return;
		for (const { infohash, phase, progress } of message.statuses) {
			if (phase === 'checking' && progress < 1) reading.add(infohash);
			else reading.delete(infohash);
		}
		most = Math.max(most, reading.size);
	});
	for (const { download, seedFolder } of torrents) await target.engine.add(download(seedFolder));
	for (const { metainfo } of torrents) await target.untilPhase(metainfo.infohash, 'seeding');
	expect(most).toBe(1);
	for (const { metainfo } of torrents) expect(target.of('bitfield', metainfo.infohash)).toHaveLength(1);
});

test('a download can be stopped while it is checked, and reports no bitfield then', async () => {
	const torrent = await sample({ 'a.bin': 17_000_000 });
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.engine.stop(torrent.metainfo.infohash);
	expect(target.bitfield(torrent.metainfo.infohash)).toBeUndefined();
	expect(target.messages.filter(({ type }) => type === 'failed')).toEqual([]);
});

test('a busy port is replaced by another one, and the engine can close and start again', async () => {
	const first = await lab();
	const port = listening(first);
	const target = await ownLab({ port });
	const { pid = 0 } = target.engine;
	expect(listening(target)).not.toBe(port);
	expect(target.lines.join()).toContain(portText(port, 'EADDRINUSE'));
	await target.engine.close();
	expect(isAlive(pid)).toBe(false);
	expect(target.engine.pid).toBeUndefined();
	await target.engine.start();
	await target.engine.close();
	// There is no crash report.
	expect(target.messages.map(({ type }) => type)).toEqual(['listening', 'listening']);
});

function listening({ messages }: Lab): number {
	const message = messages.find(({ type }) => type === 'listening');
	return message?.type === 'listening' ? message.port : 0;
}

test('an engine that cannot start reports it and leaves no process', async () => {
	const broken = new Lab({ entry: new URL('no-such-program.js', import.meta.url) });
	await expect(broken.engine.start()).rejects.toThrow(processText.gone(''));
	const unbound = new Lab({ host: '192.0.2.1' });
	await expect(unbound.engine.start()).rejects.toThrow('EADDRNOTAVAIL');
	expect(unbound.engine.pid).toBeUndefined();
	expect(unbound.messages).toEqual([]);
});

test('an engine prints nothing, and ends when the process that forked it is killed', async () => {
	const printed = join(folder(), 'printed');
	const program = `
		const printed = require('node:fs').openSync(${JSON.stringify(printed)}, 'w');
		const child = require('node:child_process').fork(${JSON.stringify(main.pathname)}, [], {
			serialization: 'advanced', stdio: ['ignore', printed, printed, 'ipc'] });
		const options = ${JSON.stringify(startOptions)};
		child.on('message', (message) => { if (message.type === 'response') process.send(child.pid); });
		child.send({ id: 1, method: 'start', args: [options] });`;
	const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	onTestFinished(() => void parent.kill('SIGKILL'));
	const pid = await new Promise<number>((resolve) =>
		parent.once('message', (message) => resolve(Number(message))),
	);
	expect(isAlive(pid)).toBe(true);
	parent.kill('SIGKILL');
	await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
	expect(readFileSync(printed, 'utf8')).toBe('');
});

test('the engine survives the signals of a terminal', async () => {
	const target = await lab();
	const { pid = 0 } = target.engine;
	process.kill(pid, 'SIGINT');
	process.kill(pid, 'SIGHUP');
	await expect(target.engine.peers('0'.repeat(40))).resolves.toEqual([]);
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
