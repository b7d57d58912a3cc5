import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DemoKind } from '../../../source/demo/content.ts';
import type { DemoTorrent } from '../../../source/demo/messages.ts';
import { startSwarm } from '../../../source/demo/start.ts';
import { fileProgress } from '../../../source/metainfo/layout.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { diskCauses } from '../../../source/service/engine/webtorrent/disk/disk-error.ts';
import { until } from '../../programs/until.ts';
import { lab } from '../../service/engine/lab.ts';
import { demoFolder, isAlive, swarmEntry, swarmsOfAnother } from '../swarms.ts';

test('the large torrent of the demo arrives, and closing the swarm leaves no process and no file', async () => {
	const folder = demoFolder();
	const lines: string[] = [];
	const log = (line: string) => void lines.push(line);
	const { torrents, pid, close } = await startSwarm({ entry: swarmEntry, folder, log });
	onTestFinished(close);
	const large = torrents.find(({ kind }) => kind === 'large');
	if (!large || 'magnet' in large.source) throw new Error('There is no large torrent.');
	const target = await lab();
	await target.engine.add({
		infohash: large.infohash,
		source: { torrent: readFileSync(large.source.torrentPath) },
		destination: join(folder, 'downloads'),
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	});
	await target.until('the large one', () => target.of('finished', large.infohash)[0]);
	await target.engine.stop(large.infohash);
	await close();
	expect(isAlive(pid)).toBe(false);
	expect(existsSync(folder)).toBe(false);
	expect(lines).toEqual([]);
});

test('swarms end and leave no files when the command dies, whether or not it asked for the end', async () => {
	const folders = [demoFolder(), demoFolder()];
	const { swarms, kill } = await swarmsOfAnother(folders);
	for (const folder of folders) expect(existsSync(join(folder, 'swarm'))).toBe(true);
	kill(1);
	await until(() => !folders.some((folder) => existsSync(folder)));
	await until(() => !swarms.some(({ pid }) => isAlive(pid)));
});

test('the demo has torrents of every kind with their intended behavior, and leaves nothing when its command dies', async () => {
	const folder = demoFolder();
	const [{ swarms, lines, kill }, target] = await Promise.all([swarmsOfAnother([folder]), lab()]);
	const { torrents, pid } = swarms[0] ?? { torrents: [], pid: 0 };
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
	await Promise.all([finished('nested'), finished('names'), finished('magnet')]);
	await target.until(
		'a part of the large one',
		() => (target.status(of('large').infohash)?.progress ?? 0) > 0,
	);
	await target.engine.stop(of('large').infohash);
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
	expect(lines()).toBe('');
	kill();
	await until(() => !existsSync(folder));
	await until(() => !isAlive(pid));
});
