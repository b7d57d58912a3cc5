import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { INVALID_SELECTION, noSuchFile } from '../../source/metainfo/selection.ts';
import { torrentFromInfo } from '../../source/metainfo/torrent-file.ts';
import type { Download } from '../../source/protocol/resources/download.ts';
import { SELECT_OTHERS } from '../../source/service/engine/webtorrent/pieces/pieces.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, runServiceProcess, type TestService } from '../fixtures/service.ts';
import { startTracker, type Tracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { portOf } from './engine/foreign-peer.ts';
import { Lab } from './engine/lab.ts';
import { serveFiles } from './http-client/file-server.ts';

const options = { flags: ['--no-pex'] };

let service: TestService;
let tracker: Tracker;
/** Seeds torrents. */
let peer: Lab;
/** Folder of the data of all torrents. */
let data: string;
/** URL of a server of those files. */
let webSeed: string;
let number = 0;

beforeAll(async () => {
	tracker = await startTracker();
	atEnd(() => tracker.close());
	data = await makeFolder();
	peer = new Lab();
	await peer.engine.start();
	atEnd(() => peer.engine.close());
	webSeed = `${await serve(serveFiles(data))}/`;
});

const files = { 'a.bin': 50_000, 'b.bin': 40_000, 'c.bin': 30_000 };

/** Starts a server until the end of the file. Returns its URL. */
async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	atEnd(() => server.close());
	await once(server, 'listening');
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** Returns a torrent that no earlier test had. */
async function made(trackers: string[] = []): Promise<MadeTorrent> {
	return makeTorrent(data, `sample ${++number}`, files, {
		trackers,
		pieceLength: 16_384,
	});
}

/** Lets the peer seed a torrent. Returns its port. */
async function seed({ infohash, bytes }: MadeTorrent): Promise<number> {
	await peer.engine.add({
		infohash,
		source: { torrent: bytes },
		destination: data,
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	});
	return portOf(peer);
}

async function download({ infohash }: MadeTorrent): Promise<Download | undefined> {
	const { downloads } = await service.client().listDownloads({ query: { infohash, get_files: true } });
	return downloads[0];
}

function add(uri: string, more: { selected_files?: number[] } = {}) {
	return service.client().addDownload({ body: { uri, ...more } });
}

async function urls(torrent: MadeTorrent): Promise<string[]> {
	return ((await download(torrent))?.trackers ?? [])
		.map(({ url }) => url)
		.filter((url) => !url.startsWith('['));
}

async function webSeeds(torrent: MadeTorrent): Promise<string[]> {
	const mark = '[Web seed] ';
	const listed = ((await download(torrent))?.trackers ?? []).filter(({ url }) => url.startsWith(mark));
	return listed.map(({ url }) => url.slice(mark.length));
}

const magnetOf = ({ infohash }: MadeTorrent, more = ''): string => `magnet:?xt=urn:btih:${infohash}${more}`;
const ws = (url: string): string => `&ws=${encodeURIComponent(url)}`;
const tr = (url: string): string => `&tr=${encodeURIComponent(url)}`;
/** No server listens there. */
const silent = (name: string): string => `http://127.0.0.1:9/${name}`;

describe('after a kill of the service', () => {
	const preparations: (() => Promise<void>)[] = [];

	beforeAll(async () => {
		const killed = await runServiceProcess(options);
		service = killed;
		for (const prepare of preparations) await prepare();
		await killed.end('SIGKILL');
		service = await runService({ ...options, folder: killed.folder });
	});

	/** Defines a test whose begin comes before the kill. The begin resolves with the rest. */
	function overKill(name: string, begin: () => Promise<() => Promise<void>>): void {
		let rest: (() => Promise<void>) | undefined;
		preparations.push(async () => {
			rest = await begin();
		});
		test(name, async () => {
			if (!rest) throw new Error('the test has not begun');
			await rest();
		});
	}

	overKill('a .torrent for a stopped magnet link is kept over a restart, with the selection', async () => {
		const torrent = await made([tracker.url]);
		await seed(torrent);
		await add(magnetOf(torrent, tr(silent('magnet'))), { selected_files: [1] });
		const { infohash } = torrent;
		await service.client().changeDownload({ params: { infohash }, body: { state: 'stop' } });
		await add(torrent.path);
		expect((await download(torrent))?.status).toBe('STOPPED');
		return async () => {
			const kept = await download(torrent);
			expect(kept).toMatchObject({ status: 'STOPPED', size: 120_000 });
			expect(kept?.files?.map(({ included }) => included)).toEqual([false, true, false]);
			await service.client().changeDownload({ params: { infohash }, body: { state: 'resume' } });
			await until(async () => (await download(torrent))?.status === 'SEEDING');
			expect(await urls(torrent)).toContain(silent('magnet'));
		};
	});

	overKill('a repeated source adds its trackers to a running download, permanently', async () => {
		const torrent = await made([silent('own')]);
		await add(torrent.path);
		await add(magnetOf(torrent, tr(silent('own')) + tr(silent('second'))));
		await until(async () => (await urls(torrent)).length === 2);
		const again = await makeTorrent(data, `sample ${number}`, files, {
			trackers: [silent('third')],
			pieceLength: 16_384,
		});
		expect(again.infohash).toBe(torrent.infohash);
		await add(again.path);
		await until(async () => (await urls(torrent)).length === 3);
		return async () => {
			const all = ['own', 'second', 'third'].map(silent).join();
			await until(async () => (await urls(torrent)).join() === all);
		};
	});

	overKill(
		'a .torrent keeps the web seeds of the magnet link that it completes, over a restart',
		async () => {
			const torrent = await made();
			const { infohash } = torrent;
			await add(magnetOf(torrent, ws(webSeed)));
			await until(async () => (await download(torrent))?.status === 'METADATA');
			await service.client().changeDownload({ params: { infohash }, body: { state: 'stop' } });
			await add(torrent.path);
			return async () => {
				await service.client().changeDownload({ params: { infohash }, body: { state: 'resume' } });
				await until(async () => (await download(torrent))?.status === 'SEEDING');
				expect(await webSeeds(torrent)).toEqual([webSeed]);
				expect(await digests(service.downloadFolder, torrent.files)).toEqual(
					await digests(data, torrent.files),
				);
			};
		},
	);

	overKill('a repeated source adds its web seeds to a running download, permanently', async () => {
		const torrent = await made();
		await add(torrent.path);
		await until(async () => (await download(torrent))?.status === 'DOWNLOADING');
		await add(magnetOf(torrent, ws(silent('magnet/'))));
		const again = join(service.folder, 'again.torrent');
		await writeFile(again, torrentFromInfo(parseTorrent(torrent.bytes).info, [], [webSeed]));
		await add(again);
		await until(async () => (await download(torrent))?.status === 'SEEDING');
		return async () => {
			await until(async () => (await webSeeds(torrent)).join() === [silent('magnet/'), webSeed].join());
		};
	});

	overKill('repeated sources cannot add web seeds without bound', async () => {
		const torrent = await made();
		await add(torrent.path);
		for (let at = 0; at < 3; at++) {
			const more = Array.from({ length: 30 }, (_, each) => ws(silent(`${at}-${each}/`))).join('');
			await add(magnetOf(torrent, more + ws(silent('x'.repeat(3_000)))));
		}
		await until(async () => (await webSeeds(torrent)).length === 50);
		return async () => {
			await until(async () => (await webSeeds(torrent)).length === 50);
		};
	});

	overKill('a magnet link that selects files downloads only those, at once and after a restart', async () => {
		const torrent = await made();
		const port = await seed(torrent);
		await add(magnetOf(torrent, '&so=0,2-2'));
		return async () => {
			await add(magnetOf(torrent, `&x.pe=127.0.0.1:${port}`));
			await until(async () => (await download(torrent))?.status === 'SEEDING');
			expect((await download(torrent))?.files?.map(({ included }) => included)).toEqual([true, false, true]);
		};
	});
});

test('a .torrent completes the download of a magnet link that found no peers', async () => {
	const torrent = await made([tracker.url]);
	await seed(torrent);
	await add(magnetOf(torrent, tr(silent('magnet'))));
	await until(async () => (await download(torrent))?.status === 'METADATA');
	expect(await add(torrent.path)).toEqual({ started: true, infohash: torrent.infohash });
	const completed = await download(torrent);
	expect(completed).toMatchObject({ name: `sample ${number}`, size: 120_000 });
	expect(completed?.files?.map(({ name }) => name)).toEqual(Object.keys(files));
	await until(async () => (await download(torrent))?.status === 'SEEDING');
	expect((await urls(torrent)).sort()).toEqual([silent('magnet'), tracker.url].sort());
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
});

test('a repeated magnet link adds trackers and peers, which send its metadata', async () => {
	const torrent = await made();
	await add(magnetOf(torrent, tr(silent('first'))));
	await until(async () => (await download(torrent))?.status === 'METADATA');
	await add(magnetOf(torrent, `${tr(silent('second'))}&x.pe=127.0.0.1:${await seed(torrent)}`));
	await until(async () => (await download(torrent))?.status === 'SEEDING');
	expect(await urls(torrent)).toEqual([silent('first'), silent('second')]);
});

test('a private torrent keeps its own trackers only', async () => {
	const torrent = await made([silent('own')]);
	const bytes = Buffer.from(Buffer.from(torrent.bytes).toString('latin1').replace(/e$/, ''), 'latin1');
	// The info dictionary is the last entry: it ends just before the end of the file.
	const isPrivate = Buffer.concat([bytes.subarray(0, -1), Buffer.from('7:privatei1eee')]);
	const privatePath = join(data, 'private.torrent');
	await writeFile(privatePath, isPrivate);
	const { infohash } = await add(privatePath);
	await add(`magnet:?xt=urn:btih:${infohash}${tr(silent('other'))}${ws(silent('other/'))}`);
	const known = await until(async () => {
		const found = await urls({ ...torrent, infohash });
		return found.length > 0 && found;
	});
	expect(known).toEqual([silent('own')]);
	expect(await webSeeds({ ...torrent, infohash })).toEqual([]);
});

test('repeated sources cannot add trackers without bound', async () => {
	const torrent = await made([silent('own')]);
	await add(torrent.path);
	for (let at = 0; at < 3; at++) {
		const more = Array.from({ length: 150 }, (_, each) => tr(silent(`${at}-${each}`))).join('');
		await add(magnetOf(torrent, more));
	}
	await until(async () => (await urls(torrent)).length === 200);
});

test('files selected with a magnet link override the selection of the link', async () => {
	const torrent = await made();
	await add(magnetOf(torrent, `&so=0&x.pe=127.0.0.1:${await seed(torrent)}`), { selected_files: [1] });
	await until(async () => (await download(torrent))?.status === 'SEEDING');
	expect((await download(torrent))?.files?.map(({ included }) => included)).toEqual([false, true, false]);
});

test.for([
	['a range of the link that never ends', '&so=1,2-4000000000', {}, 3],
	['a file number of the request', '', { selected_files: [1, 7] }, 7],
] as const)('%s that does not exist is an error, until others are selected', async ([, so, body, wrong]) => {
	const torrent = await made();
	const { infohash } = torrent;
	const peer = `&x.pe=127.0.0.1:${await seed(torrent)}`;
	await add(
		magnetOf(torrent, so + peer),
		'selected_files' in body ? { selected_files: [...body.selected_files] } : {},
	);
	const failed = await until(async () => {
		const found = await download(torrent);
		return found?.status === 'STOPPED_ON_ERROR' && found;
	});
	expect(failed.error).toBe(`${noSuchFile(wrong, 3)} ${SELECT_OTHERS}`);
	const params = { infohash };
	await service.client().changeDownload({ params, body: { state: 'resume' } });
	await until(async () => (await download(torrent))?.status === 'STOPPED_ON_ERROR');
	await expect(stat(join(service.downloadFolder, torrent.files[0] ?? ''))).rejects.toThrow('ENOENT');
	await service.client().changeDownload({ params, body: { selected_files: [1] } });
	await service.client().changeDownload({ params, body: { state: 'resume' } });
	await add(magnetOf(torrent, peer));
	await until(async () => (await download(torrent))?.status === 'SEEDING');
	expect((await download(torrent))?.files?.map(({ included }) => included)).toEqual([false, true, false]);
});

test('unlimited selections are refused or stay small', async () => {
	const torrent = await made();
	const tooMany = Array.from({ length: 200_001 }, () => 0);
	await expect(add(torrent.path, { selected_files: tooMany })).rejects.toMatchObject({ status: 400 });
	await add(torrent.path);
	const params = { infohash: torrent.infohash };
	const change = service.client().changeDownload({ params, body: { selected_files: tooMany } });
	await expect(change).rejects.toMatchObject({ status: 400 });
	const ranges = Array.from({ length: 4_000 }, () => '0-4000000000').join();
	for (let at = 0; at < 20; at++) {
		const infohash = `${at}`.padStart(40, 'a');
		await add(`magnet:?xt=urn:btih:${infohash}&so=${ranges}`);
	}
	const { downloads } = await service.client().listDownloads({});
	expect(downloads.filter(({ infohash }) => infohash.startsWith('aaaaaaaaaa')).length).toBe(20);
	await expect(add(`magnet:?xt=urn:btih:${'b'.repeat(40)}&so=5-2`)).rejects.toThrow(INVALID_SELECTION);
});
