import { expect, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { serveFiles } from '../http-client/file-server.ts';
import { httpServer } from '../http-client/servers.ts';
import { differing, folder, lab, sample } from './lab.ts';
import { finished, webSeedsOf, withWebSeeds } from './web-seed-scene.ts';

test('a web seed that completes no piece cannot fill the memory with parts of pieces', async () => {
	const mebibyte = 1024 * 1024;
	const [pieces, pieceLength] = [12, 8 * mebibyte];
	// Each piece consists of a file that the server has and one that it lacks.
	const files = Array.from({ length: pieces }, (_, index) => [
		{ length: pieceLength - mebibyte, path: [`there ${index}`] },
		{ length: mebibyte, path: [`missing ${index}`] },
	]).flat();
	const info = bencode({
		files,
		name: 'parts',
		'piece length': pieceLength,
		pieces: Buffer.alloc(20 * pieces),
	});
	const missing = new Set<string>();
	const url = await httpServer((request, answer) => {
		if (request.url?.includes('missing')) {
			missing.add(request.url);
			answer.writeHead(404).end();
			return;
		}
		const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
		answer.writeHead(206, { 'content-range': `bytes ${from}-${to}/${pieceLength - mebibyte}` });
		answer.end(Buffer.alloc(Number(to) - Number(from) + 1));
	});
	const torrent = torrentFromInfo(info, [], [url]);
	const { infohash, length } = parseTorrent(torrent);
	const target = await lab();
	await target.engine.add({
		infohash,
		source: { torrent },
		destination: folder(),
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	});
	const status = await target.until('the end of the transfers', () => {
		const last = target.status(infohash);
		// An early status has no speed either.
		const isComplete = missing.size === pieces && (last?.downloaded ?? 0) > 80 * mebibyte;
		return isComplete && last?.speedDown === 0 && last;
	});
	expect(length - status.remaining).toBeLessThanOrEqual(64 * mebibyte);
});

test('a web seed that is busy is requested again after the time it names', async () => {
	const one = await sample({ 'a.bin': 200_000 });
	const serve = serveFiles(one.seedFolder);
	const times: number[] = [];
	const url = await httpServer((request, answer) => {
		times.push(performance.now());
		if (times.length <= 2) answer.writeHead(503, { 'retry-after': '2' }).end();
		else serve(request, answer);
	});
	const target = await lab();
	const destination = folder();
	await target.engine.add(withWebSeeds(one, [url], destination));
	await target.until('the refusal', () =>
		webSeedsOf(target, one).some(({ error }) => error === 'the server answered with status 503'),
	);
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	// Both connections may ask at the same time. The next request follows after the named time, however slow the
	// machine.
	expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_900);
});
