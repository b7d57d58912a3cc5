import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { channelTorrentText } from '../../source/commands/channel/publish.ts';
import { feedFilterText } from '../../source/commands/channel/read-filter.ts';
import { publishedText } from '../../source/commands/channel/torrent-sources.ts';
import { whichChannelText } from '../../source/commands/channel/which-channel.ts';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { parseMagnet } from '../../source/metainfo/magnet.ts';
import { unreadableText } from '../../source/metainfo/why-unreadable.ts';
import { channelText as serviceText } from '../../source/service/channels/channel-text.ts';
import { serve } from '../client/server.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { runHere } from './run-here.ts';

/** The tests use one service. The second one creates its channel. */
let service: TestService;
/** Options that name the service. */
let on: readonly string[];

beforeAll(async () => {
	service = await runService();
	on = ['--state-dir', service.stateFolder];
});

const command = (line: string) => runHere([...line.split(' '), ...on]);

test('without a channel, every command for it names the command that creates one', async () => {
	const lines = [
		['channel', 'show'],
		['channel', 'set', '--name', 'x'],
		['channel', 'torrents'],
		['channel', 'add', 'ab'.repeat(20)],
		['playlist', 'ls'],
		['rss', 'add', 'http://127.0.0.1:1/feed'],
		['rss', 'recheck'],
	];
	for (const line of lines) {
		const err = `seedtop: ${whichChannelText.noOwn}\n`;
		expect([line, await runHere([...line, ...on])]).toMatchObject([line, { code: 5, out: '', err }]);
	}
});

test('a channel is created, filled from downloads, files, URLs and links, searched and emptied', async () => {
	expect(await command('channel show')).toMatchObject({ code: 5, out: '' });
	expect(await runHere(['channel', 'create', 'Old films', ...on])).toMatchObject({ code: 0, err: '' });
	expect(await command('channel create again')).toMatchObject({ code: 1, out: '' });
	const folder = await makeFolder();
	const listed = await addComplete(service, 'listed');
	const file = await makeTorrent(folder, 'filed', { 'filed.bin': 20_000 });
	const remote = await makeTorrent(folder, 'remote', { 'remote.bin': 30_000 });
	const bytes = await readFile(remote.path);
	const { url } = await serve((_, response) => void response.end(bytes));
	const magnet = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=linked`;
	const sources = ['listed', file.path, `${url}/remote.torrent`, magnet];
	const added = await runHere(['channel', 'add', '--json', ...sources, ...on]);
	expect([added.code, added.err]).toEqual([0, '']);
	const infohashes = [listed, file.infohash, remote.infohash, parseMagnet(magnet).infohash];
	expect(JSON.parse(added.out).results.map((each: { infohash: string }) => each.infohash)).toEqual(
		infohashes,
	);

	const torrents = await command('channel torrents --no-header');
	expect(torrents.out.trim().split('\n')).toHaveLength(4);
	expect((await command('channel torrents films --json')).out).toContain(remote.infohash);
	expect((await command('channel list')).out).toMatch(/\town\tOld films\t4\t/);
	const found = await command('channel search remot --for 5 --json');
	expect(JSON.parse(found.out)).toMatchObject({ channels: [], torrents: [{ infohash: remote.infohash }] });

	expect(await command('channel add nothing')).toMatchObject({ code: 5, out: '' });
	expect(await command(`channel add ${url}/remote.torrent`)).toMatchObject({ code: 1, out: '' });
	const refused = await command('channel drop linked');
	expect([refused.code, refused.out]).toEqual([2, '']);
	expect(await command('channel drop linked remote --yes')).toMatchObject({ code: 0, err: '' });
	expect((await command('channel torrents --no-header')).out.trim().split('\n')).toHaveLength(2);
	expect(await command('channel drop linked --yes')).toMatchObject({ code: 5, out: '' });
	expect(await command(`channel torrents ${'0'.repeat(64)}`)).toMatchObject({ code: 5, out: '' });
});

test('feeds are checked, listed without passwords, filtered and removed', async () => {
	const folder = await makeFolder();
	const torrent = await makeTorrent(folder, 'new-linux', { 'new.bin': 20_000 });
	const bytes = await readFile(torrent.path);
	let titles = ['old linux'];
	const server = await serve(({ path }, response) => {
		if (path.endsWith('.torrent')) response.end(bytes);
		else if (path === '/broken') response.writeHead(500).end();
		else {
			const items = titles.map((title) =>
				title === 'new linux'
					? `<item><title>${title}</title><link>${server.url}/x.torrent</link></item>`
					: `<item><title>${title}</title><link>magnet:?xt=urn:btih:${'cd'.repeat(20)}</link></item>`,
			);
			response.end(`<rss><channel><title>Images</title>${items.join('')}</channel></rss>`);
		}
	});
	const url = `${server.url.replace('//', '//me:hidden@')}/feed`;
	expect(await command(`rss add ${url}`)).toMatchObject({ code: 0, err: '' });
	await until(async () => (await command('rss items feed')).out.includes('old linux'));
	const listed = await command('rss ls');
	expect(listed.out).toMatch(/\tImages\t.*\t1\t1\t/);
	expect(listed.out).not.toContain('hidden');
	expect(JSON.parse((await command('rss ls --json')).out).rssfeeds[0].url).toBe(url);

	const filter = await command(`rss filter images --include linux --max-size 1M --destination ${folder}`);
	expect([filter.code, filter.err]).toEqual([0, '']);
	titles = ['new linux', 'old linux'];
	const checked = await command('rss recheck --wait --json');
	expect([checked.code, checked.err]).toEqual([0, '']);
	expect(JSON.parse(checked.out)).toEqual({ feeds: [{ url, error: '', added: 1 }] });
	expect((await command('rss items images --no-header')).out).toMatch(
		/^downloaded\tnew linux\t.*\nadded\told linux\t/,
	);
	const downloaded = (await downloadsOf(service)).filter(({ infohash }) => infohash === torrent.infohash);
	expect(downloaded).toMatchObject([{ destination: folder }]);

	expect(await command(`rss add ${server.url}/broken`)).toMatchObject({ code: 0 });
	const failed = await command('rss recheck --wait');
	expect(failed.code).toBe(1);
	expect(failed.out).toMatch(/\/broken\t0\t.*500/);
	expect(failed.out).not.toContain('hidden');
	const refused = await command('rss remove broken');
	expect(refused).toMatchObject({ code: 2, out: '' });
	expect(refused.err).toContain(confirmText.withoutTerminal('').trim());
	expect(await command('rss remove broken --yes')).toMatchObject({ code: 0, err: '' });
	expect(await command('rss filter images --off')).toMatchObject({ code: 0, err: '' });
	expect(JSON.parse((await command('rss ls --json')).out).rssfeeds).toMatchObject([{ download: null }]);
	expect(await command('rss items nothing')).toMatchObject({ code: 5, out: '' });
	for (const line of [
		'images',
		'images --off --include x',
		'images --min-size much',
		'images --min-size 2M --max-size 1M',
		`images --destination ${folder}`,
	])
		expect(await command(`rss filter ${line}`)).toMatchObject({ code: 2, out: '' });
	// A script with an empty variable must not download everything.
	for (const option of ['--include', '--exclude', '--destination']) {
		const empty = await runHere(['rss', 'filter', 'images', '--max-size', '1M', option, ' ', ...on]);
		expect(empty).toMatchObject({ code: 2, err: `seedtop: ${feedFilterText.empty(option)}\n` });
	}
	expect(JSON.parse((await command('rss ls --json')).out).rssfeeds).toMatchObject([{ download: null }]);
});

test('playlists take channels and torrents by a part of their names', async () => {
	const infohash = await addComplete(service, 'holiday');
	expect(await command('channel add holiday')).toMatchObject({ code: 0, err: '' });
	expect(await command('channel add holiday')).toMatchObject({
		code: 1,
		err: `seedtop: ${serviceText.present('holiday')}\n`,
	});
	expect(await command('playlist create Best --channel film')).toMatchObject({ code: 0, err: '' });
	expect(await command('playlist add Best holi --channel film')).toMatchObject({ code: 0, err: '' });
	expect((await command('playlist ls Best')).out).toContain(infohash);
	expect(await command('playlist drop Best holi')).toMatchObject({ code: 0, err: '' });
	expect((await command('playlist ls Best --no-header')).out).toBe('');
	expect(await command('playlist ls --channel books')).toMatchObject({
		code: 5,
		err: `seedtop: ${whichChannelText.none('books')}\n`,
	});
	expect(await command('playlist remove Worst')).toMatchObject({ code: 5 });
	const unnamed = ['channel set', 'playlist rename Best'].map((line) =>
		runHere([...line.split(' '), '--name', '', ...on]),
	);
	for (const ended of await Promise.all(unnamed)) expect(ended).toMatchObject({ code: 2, out: '' });
});

test('failures of sources show no secrets', async () => {
	const torrent = await makeTorrent(await makeFolder(), 'guarded', { 'guarded.bin': 20_000 });
	const bytes = await readFile(torrent.path);
	const { url } = await serve(({ headers }, response) => {
		if (headers.authorization === `Basic ${btoa('me:s3cr3t')}`) response.end(bytes);
		else response.writeHead(401).end();
	});
	const guarded = `${url.replace('//', '//me:s3cr3t@')}/x.torrent`;
	expect(await command(`channel add ${guarded}`)).toMatchObject({ code: 0, err: '' });
	const tracker = encodeURIComponent('http://127.0.0.1:1/s3cr3t0000000000/announce?passkey=s3cr3t');
	const lines = [
		[`channel add ${url.replace('//', '//me:s3cr3t1@')}/x.torrent?key=s3cr3t`, 1],
		['channel add http://me:s3cr3t@127.0.0.1:1/x.torrent?key=s3cr3t', 1],
		[`channel add magnet:?xt=urn:btih:zz&tr=${tracker}`, 1],
		[`health magnet:?xt=urn:btih:zz&tr=${tracker}`, 2],
		[`health magnet:?xt=urn:btih:${'ab'.repeat(20)}&tr=${tracker}`, 0],
	] as const;
	for (const [line, code] of lines) {
		const ended = await command(line);
		expect([line, ended.code]).toEqual([line, code]);
		expect(ended.out + ended.err).not.toContain('s3cr3t');
	}
	const missing = await command('channel add ./nothing.torrent');
	expect(missing).toMatchObject({
		code: 1,
		err: `seedtop: ${publishedText.unusable('./nothing.torrent', unreadableText.missing)}\n`,
	});
	const unknown = 'ce'.repeat(20);
	expect(await command(`channel add ${unknown}`)).toMatchObject({
		code: 5,
		err: `seedtop: ${channelTorrentText.unknown(unknown)}\n`,
	});
});
