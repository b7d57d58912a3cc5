import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { DemoKind } from '../../source/demo/content.ts';
import { type DemoTorrent, demoFolderPrefix, demoText } from '../../source/demo/messages.ts';
import { startSwarm } from '../../source/demo/start.ts';
import { fileProgress } from '../../source/metainfo/layout.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { diskCauses } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { bundled } from '../programs/bundled.ts';
import { until } from '../programs/until.ts';
import { lab } from '../service/engine/lab.ts';

const entry = new URL('../../dist/swarm.js', import.meta.url);

function demoFolder(): string {
	const path = mkdtempSync(join(tmpdir(), demoFolderPrefix));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

async function swarm(folder: string) {
	const lines: string[] = [];
	const made = await startSwarm({
		entry,
		folder,
		log: (line) => lines.push(line),
	});
	onTestFinished(() => made.close());
	return { ...made, lines };
}

test('the demo has torrents of every kind, and each has its intended behavior', async () => {
	const folder = demoFolder();
	const [{ torrents, lines, close, pid }, target] = await Promise.all([swarm(folder), lab()]);
	const of = (kind: DemoKind): DemoTorrent => {
		const found = torrents.find((torrent) => torrent.kind === kind);
		if (!found) throw new Error(`there is no torrent of the kind ${kind}`);
		return found;
	};
	expect(torrents.map(({ kind }) => kind)).toEqual([
		'nested',
		'names',
		'large',
		'slow',
		'long',
		'trickle',
		'partial',
		'magnet',
		'lonely',
		'failing',
	]);
	const destination = join(folder, 'downloads');
	mkdirSync(join(destination, of('failing').blockedPath ?? ''), { recursive: true });
	for (const { infohash, source } of torrents) {
		await target.engine.add({
			infohash,
			source: 'magnet' in source ? source : { torrent: readFileSync(source.torrentPath) },
			destination,
			selected: null,
			mode: 'run',
			maxDownloadSpeed: 0,
			maxUploadSpeed: 0,
			route: [],
		});
	}
	const finished = (kind: DemoKind) => target.until(kind, () => target.of('finished', of(kind).infohash)[0]);
	await Promise.all([finished('nested'), finished('names'), finished('large'), finished('magnet')]);
	expect(target.of('metadata', of('magnet').infohash)).toHaveLength(1);

	const { reason } = await target.until('failed', () => target.of('failed', of('failing').infohash)[0]);
	expect(reason).toContain(diskCauses.EISDIR);

	const slow = await target.until('slow progress', () => {
		const status = target.status(of('slow').infohash);
		return status && status.progress > 0 && status;
	});
	expect(slow.phase).toBe('downloading');
	expect(slow.progress).toBeLessThan(0.2);

	const stalled = await target.until('half of the partial torrent', () => {
		const status = target.status(of('partial').infohash);
		return status && status.progress > 0.6 && status.speedDown === 0 && status;
	});
	expect(stalled).toMatchObject({ phase: 'downloading', connectedSeeds: 0 });
	expect(stalled.progress).toBeLessThan(0.65);

	const lonely = await target.until('dead tracker', () => {
		const status = target.status(of('lonely').infohash);
		return status?.trackers[0]?.status === 'Not working' && status;
	});
	expect(lonely).toMatchObject({ phase: 'downloading', progress: 0, connectedSeeds: 0 });

	const { source } = of('nested');
	const metainfo = parseTorrent(readFileSync('torrentPath' in source ? source.torrentPath : ''));
	expect(metainfo.files.length).toBe(120);
	expect(
		fileProgress(metainfo, target.bitfield(metainfo.infohash) ?? new Uint8Array()).every((one) => one === 1),
	).toBe(true);
	for (const file of metainfo.files) expect(existsSync(join(destination, file.diskPath))).toBe(true);
	await close();
	expect(isAlive(pid)).toBe(false);
	expect(existsSync(folder)).toBe(false);
	expect(lines).toEqual([]);
});

test('a folder of another program is refused', async () => {
	await expect(swarm(tmpdir())).rejects.toThrow(demoText.wrongFolder(tmpdir()));
});

test('swarms end and leave no files when the command dies, whether or not it asked for the end', async () => {
	const folders = [demoFolder(), demoFolder()];
	const start = pathToFileURL(await bundled('source/demo/start.ts'));
	const program = `
		import { startSwarm } from ${JSON.stringify(start.href)};
		const options = { entry: ${JSON.stringify(entry.pathname)}, log: (line) => process.stderr.write(line) };
		const start = (folder) => startSwarm({ ...options, folder, execArgv: [] });
		const swarms = await Promise.all(${JSON.stringify(folders)}.map(start));
		process.send(swarms.map(({ pid }) => pid));
		process.once('message', () => {
			void swarms[1].close();
			process.kill(process.pid, 'SIGKILL');
		});`;
	const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	onTestFinished(() => void parent.kill('SIGKILL'));
	const pids = await new Promise<number[]>((resolve) =>
		parent.once('message', (message) => resolve([message].flat().map(Number))),
	);
	expect(pids).toHaveLength(2);
	for (const folder of folders) expect(existsSync(join(folder, 'swarm'))).toBe(true);
	parent.send('die');
	await until(() => !folders.some((folder) => existsSync(folder)));
	await until(() => !pids.some(isAlive));
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
