import { afterEach, expect, test } from 'vitest';
import { channelTorrentText } from '../../source/commands/channel/publish.ts';
import { rssText } from '../../source/commands/channel/rss.ts';
import { removeText } from '../../source/commands/downloads/remove.ts';
import { inputText } from '../../source/commands/market/market.ts';
import { binaryText } from '../../source/commands/output/binary.ts';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { healthText } from '../../source/commands/watching/swarm-check.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { cli } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';
import { announce, infohash, serveEverything } from './answering-service.ts';
import { openHere, runHere } from './run-here.ts';

const sessions: Session[] = [];

afterEach(() => {
	for (const session of sessions.splice(0)) session.kill();
});

/** Opens a command on a terminal that then prints its exit code. */
function open(line: string, columns = 100): Session {
	const session = new Session(`'${process.execPath}' '${cli}' ${line}; echo "code=$?"; read -r`, {
		columns,
		rows: 20,
		env: { HOME: '/nonexistent' },
	});
	sessions.push(session);
	return session;
}

test('remove states the number and size, asks, and proceeds only on y, or on delete for data', async () => {
	const service = await serveEverything();
	const one = openHere(['rm', 'ubuntu', '--with-data', '--url', service.url]);
	await one.shows(`${removeText.withData('ubuntu-24.04', 'its data', '4.8 MiB')} Type delete to confirm:`);
	one.type('y\r');
	await one.shows(confirmText.nothingDone);
	expect(await one.code).toBe(1);
	expect(service.names).not.toContain('removeDownload');

	const typed = open(`rm ubuntu --with-data --url ${service.url}`);
	await typed.shows('Type delete to confirm:');
	typed.type('delete\r');
	await typed.shows('Removed with its data: ubuntu-24.04');
	await typed.shows('code=0');
	expect(service.names.filter((name) => name === 'removeDownload')).toHaveLength(1);

	const all = open(`remove --all --url ${service.url}`);
	await all.shows('Debian 13  4.8 MiB');
	await all.shows(`${removeText.keepData('3 downloads', 'their data', '14.3 MiB')} [y/N]`);
	all.type('\u0003');
	await all.shows('code=130');
	expect(service.names.filter((name) => name === 'removeDownload')).toHaveLength(1);

	const yes = openHere(['remove', 'ubuntu', '--url', service.url]);
	await yes.shows('[y/N]');
	yes.type('y\r');
	await yes.shows('Removed: ubuntu-24.04');
	expect(await yes.code).toBe(0);
	expect(service.names.filter((name) => name === 'removeDownload')).toHaveLength(2);
});

test('bytes are refused on a terminal', async () => {
	const service = await serveEverything();
	for (const line of [
		'torrent ubuntu',
		'stream ubuntu 0',
		'debug dump',
		'api GET /debug/memory/dump',
		'api GET /events',
	]) {
		const refused = await runHere([...line.split(' '), '--url', service.url], { columns: 100 });
		expect(refused).toMatchObject({ code: 2, out: '' });
		expect(refused.err).toMatch(containing(binaryText.noTerminal(ANY, ANY)));
	}
	expect(service.names).not.toContain('getTorrent');
	const line = ['stream', infohash, '0', '--print-url', '--url', service.url];
	const link = await runHere(line, { columns: 100 });
	expect(link).toMatchObject({ code: 0, out: expect.stringContaining('/stream/0') });
});

test('tables are as wide as the terminal, JSON is indented, and changes are confirmed', async () => {
	const service = await serveEverything();
	const table = await runHere(['ls', '--url', service.url], { columns: 60 });
	expect(table).toMatchObject({ code: 0, out: expect.stringMatching(/ubuntu-24\.04 +SEEDING/) });
	expect(table.out).not.toContain('HOPS');
	for (const line of table.out.split('\n')) expect(line.trimEnd().length).toBeLessThanOrEqual(60);
	const shown = async (line: string) =>
		(await runHere([...line.split(' '), '--url', service.url], { columns: 100 })).out;
	expect(await shown('profiler status --json')).toContain('  "state": "STOPPED"');
	expect(await shown('pause ubuntu')).toContain('Stopped: ubuntu-24.04');
});

test('market input does not show the typed characters, and ctrl-c sends nothing', async () => {
	const service = await serveEverything();
	const session = open(`market input BTC --generation B --url ${service.url}`);
	await session.shows(inputText.question('BTC').trim());
	session.type('open sesame\r');
	await session.shows(inputText.accepted);
	await session.shows('code=0');
	expect(session.bytes).not.toContain('sesame');
	expect(service.requests.at(-1)?.body).toBe('{"input":"open sesame"}');

	const ended = open(`market input MB --generation B --url ${service.url}`);
	await ended.shows(inputText.question('MB').trim());
	ended.type('half\u0003');
	await ended.shows('code=130');
	expect(service.names.filter((name) => name === 'provideInput')).toHaveLength(1);
});

test('channel drop and rss remove name what they remove, and proceed only on y', async () => {
	const service = await serveEverything();
	const generation = ['--generation', 'B', '--url', service.url];
	const drop = openHere(['channel', 'drop', infohash.slice(0, 8), ...generation]);
	await drop.shows(containing(channelTorrentText.drop(ANY)));
	drop.type('n\r');
	await drop.shows(confirmText.nothingDone);
	expect(await drop.code).toBe(1);
	expect(service.names).not.toContain('removeChannelTorrent');

	const feed = openHere(['rss', 'rm', 'http://me:secret@x/y', '--channel', 'c', ...generation]);
	await feed.shows(rssText.remove('http://***@x/y'));
	feed.type('y\r');
	await feed.shows(rssText.removed('http://***@x/y'));
	expect(await feed.code).toBe(0);
	expect(feed.text()).not.toContain('secret@');
	expect(service.requests.at(-1)?.path).toContain('me%3Asecret%40x');
});

test('health shows each result on a terminal while the check runs', async () => {
	let answer: (() => void) | undefined;
	const service = await serveEverything((name, _, response) => {
		if (name !== 'getHealth') return false;
		response.writeHead(200, { 'content-type': 'application/json' });
		answer = () => response.end('{"DHT":{"seeders":7,"leechers":1}}');
		return true;
	});
	const magnet = `magnet:?xt=urn:btih:${infohash}&tr=udp%3A%2F%2Ft%2Fa`;
	const session = openHere(['health', magnet, '--state-dir', await announce(service.url)]);
	await until(() => answer !== undefined);
	service.send({
		type: 'torrent_health_progress',
		event: { infohash, tracker: 'udp://t/a', error: 'timeout', remaining: 1 },
	});
	await session.shows(healthText.remaining(healthText.failed('udp://t/a', 'timeout'), 1));
	answer?.();
	await session.shows(/DHT +7 +1/);
	expect(await session.code).toBe(0);
	expect(service.requests.at(-1)?.path).toContain('trackers=udp%3A%2F%2Ft%2Fa');
});
