import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { parseMagnet } from '../../source/metainfo/magnet.ts';
import { serve } from '../client/server.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, downloadsOf, runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { run } from './program.ts';

/** Starts our own service and returns its commands. */
async function open() {
	const service = await runService();
	const on = ['--state-dir', service.stateFolder];
	return { service, on, command: (line: string) => run([...line.split(' '), ...on]) };
}

test('a channel is created, filled from downloads, files, URLs and links, searched and emptied', async () => {
	const { service, on, command } = await open();
	expect(await command('channel show')).toMatchObject({ code: 5, out: '' });
	expect(await run(['channel', 'create', 'Old films', ...on])).toMatchObject({ code: 0, err: '' });
	expect(await command('channel create again')).toMatchObject({ code: 1, out: '' });
	const folder = await makeFolder();
	const listed = await addComplete(service, 'listed');
	const file = await makeTorrent(folder, 'filed', { 'filed.bin': 20_000 });
	const remote = await makeTorrent(folder, 'remote', { 'remote.bin': 30_000 });
	const bytes = await readFile(remote.path);
	const { url } = await serve((_, response) => void response.end(bytes));
	const magnet = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=linked`;
	const sources = ['listed', file.path, `${url}/remote.torrent`, magnet];
	const added = await run(['channel', 'add', '--json', ...sources, ...on]);
	expect([added.code, added.err]).toEqual([0, '']);
	const infohashes = [listed, file.infohash, remote.infohash, parseMagnet(magnet).infohash];
	expect(JSON.parse(added.out).results.map((each: { infohash: string }) => each.infohash)).toEqual(
		infohashes,
	);

	const torrents = await command('channel torrents --no-header');
	expect(torrents.out.trim().split('\n')).toHaveLength(4);
	expect((await command('channel torrents films --json')).out).toContain(remote.infohash);
	expect((await command('channel list')).out).toMatch(/ own +Old films +4 /);
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
	const { service, command } = await open();
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
	expect(await command('channel create c')).toMatchObject({ code: 0 });
	expect(await command(`rss add ${url}`)).toMatchObject({ code: 0, err: '' });
	await until(async () => (await command('rss items feed')).out.includes('old linux'));
	const listed = await command('rss ls');
	expect(listed.out).toMatch(/Images .* 1 +1 /);
	expect(listed.out).not.toContain('hidden');
	expect(JSON.parse((await command('rss ls --json')).out).rssfeeds[0].url).toBe(url);

	const filter = await command(`rss filter images --include linux --max-size 1M --destination ${folder}`);
	expect([filter.code, filter.err]).toEqual([0, '']);
	titles = ['new linux', 'old linux'];
	const checked = await command('rss recheck --wait --json');
	expect([checked.code, checked.err]).toEqual([0, '']);
	expect(JSON.parse(checked.out)).toEqual({ feeds: [{ url, error: '', added: 1 }] });
	expect((await command('rss items images --no-header')).out).toMatch(
		/^downloaded new linux .*\nadded +old linux/,
	);
	expect(await downloadsOf(service)).toMatchObject([{ infohash: torrent.infohash, destination: folder }]);

	expect(await command(`rss add ${server.url}/broken`)).toMatchObject({ code: 0 });
	const failed = await command('rss recheck --wait');
	expect(failed.code).toBe(1);
	expect(failed.out).toMatch(/\/broken +0 .*500/);
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
	])
		expect(await command(`rss filter ${line}`)).toMatchObject({ code: 2, out: '' });
});
