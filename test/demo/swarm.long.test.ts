import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSwarm } from '../../source/demo/start.ts';
import { until } from '../programs/until.ts';
import { lab } from '../service/engine/lab.ts';
import { demoFolder, isAlive, swarmEntry, swarmsOfAnother } from './swarms.ts';

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
