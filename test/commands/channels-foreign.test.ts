import { expect, test } from 'vitest';
import { absentHints } from '../../source/client/http/errors.ts';
import { recheckText } from '../../source/commands/channel/await-checks.ts';
import { healthText } from '../../source/commands/watching/swarm-check.ts';
import { channelIds } from '../contract/foreign/world/channel.ts';
import { entryIds, publicKey } from '../contract/foreign/world/entries.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runHere } from './run-here.ts';

const { infohash } = nested;
const magnet = `magnet:?xt=urn:btih:${infohash}&tr=http%3A%2F%2Fsecret.example%2Fa`;
const feed = 'http://feeds.example/new.xml';

/** Command lines that need an extension. */
const extensionLines = [
	'channel create films',
	'channel ls',
	`channel torrents ${'a'.repeat(64)}`,
	`channel add ${infohash}`,
	`channel drop ${infohash} --yes`,
	'channel search minix',
	`rss items ${feed} --channel c`,
	`rss filter ${feed} --all --channel c`,
	'rss recheck --wait --channel c',
];

async function open(name: string) {
	const { url, dialect, server } = await runForeign(name);
	const on = ['--url', url, '--api-key', dialect.key ?? 'none'];
	return { server, on, command: (line: string) => runHere([...line.split(' '), ...on]) };
}

/** Requests of extensions, from their paths. */
const sentExtension =
	/PUT \/(?:api\/)?mychannel$|\/search|discovered$|\/torrents$|discovered\/\w+\/torrents|\/items$|PATCH.*rssfeeds|trackers=|secret/;

test.each(['7.1', '7.2', '7.3'])('commands work with channel, playlists and feeds of %s', async (name) => {
	const { server, on, command } = await open(name);
	expect((await command('channel show')).out).toContain(channelIds.own);
	const changed = await runHere(['channel', 'set', '--name', 'Été', '--description', 'a=b&c', ...on]);
	expect(changed).toMatchObject({ code: 0, err: '' });
	expect(server.world.channel).toMatchObject({ name: 'Été', description: 'a=b&c' });
	expect(await command('playlist create second --description d')).toMatchObject({ code: 0 });
	expect((await command('playlist ls')).out).toMatch(/\tFirst\t.*\n.*\tsecond\t/);
	expect(await command('playlist remove second --yes')).toMatchObject({ code: 0 });
	expect(await command(`rss add ${feed}`)).toMatchObject({ code: 0, err: '' });
	expect((await command('rss ls')).out).toContain(feed);
	expect(await command('rss remove new.xml --yes')).toMatchObject({ code: 0, err: '' });
	expect(server.world.channel?.feeds).not.toContain(feed);
	expect(await command('rss recheck')).toMatchObject({ code: 0, err: '' });
	expect(server.world.channel?.rechecked).toBe(1);
	expect((await command(`health ${infohash}`)).out).toMatch(/DHT\t3\t1/);
});

test.each(['7.11', '7.12', '7.13', '7.14'])('commands work with entries and health of %s', async (name) => {
	const { server, command } = await open(name);
	const id = String(entryIds.torrent);
	expect((await command(`metadata show ${publicKey} ${id}`)).out).toContain(id);
	expect(await command(`metadata set ${publicKey} ${id} --name renamed`)).toMatchObject({ code: 0, err: '' });
	expect(server.world.entries[1]).toMatchObject({ name: 'renamed' });
	const removed = await command(`metadata remove ${publicKey} ${id} --yes`);
	expect(removed).toMatchObject({ code: 0, err: '' });
	expect(server.world.entries).toHaveLength(1);
});

test.each(['7.2', '7.11', '7.14', '8.4'])(
	'extensions are never sent to a service of %s, and their commands exit with 5',
	async (name) => {
		const { server, command } = await open(name);
		for (const line of extensionLines) {
			const ended = await command(line);
			expect([line, ended.code, ended.out]).toEqual([line, 5, '']);
			// A command that needs the own channel ends where that is absent.
			const reasons = [recheckText.unreported, ...Object.values(absentHints)];
			expect([line, reasons.filter((reason) => ended.err.includes(reason)).length]).toEqual([line, 1]);
		}
		expect(server.requests.filter((request) => sentExtension.test(request))).toEqual([]);
	},
);

test.each(['7.2', '7.14', '8.1'])('health of a magnet link sends no trackers to %s', async (name) => {
	const { server, on } = await open(name);
	const health = await runHere(['health', magnet, '--wait', ...on]);
	expect(health).toMatchObject({ code: 0, err: `seedtop: ${healthText.trackersKept}\n` });
	expect(health.out).toMatch(/all\t5\t2/);
	expect(server.requests.filter((request) => sentExtension.test(request))).toEqual([]);
});

test.each(['8.1', '8.4'])('commands for channels, feeds and entries exit with 5 at %s', async (name) => {
	const { command } = await open(name);
	const lines = [
		'channel show',
		'channel set --name n',
		'playlist ls',
		'rss ls',
		`rss add ${feed}`,
		'rss recheck',
		`metadata show ${publicKey} 1`,
	];
	for (const line of lines) {
		const ended = await command(line);
		expect([line, ended.code, ended.out]).toEqual([line, 5, '']);
		expect(ended.err).toContain(absentHints.release);
	}
});
