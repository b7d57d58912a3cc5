import { expect, test } from 'vitest';
import { type EndpointName, endpointNames } from '../../source/protocol/endpoints/table.ts';
import { hostile, infohash, serveEverything } from './answering-service.ts';
import { run } from './program.ts';

interface Case {
	readonly line: string;
	readonly asks: readonly EndpointName[];
	/** The last request: 'METHOD path body'. */
	readonly last?: string;
	readonly out?: RegExp;
	/** With --json. */
	readonly json?: object;
}

const results = { results: [{ done: true }] };
const ubuntu = `02${infohash.slice(2)}`;
const entries = { entries: [{ public_key: 'ab', category: 'Video' }] };
const largeId = '485715071346326385';

const cases: readonly Case[] = [
	{
		line: 'ls',
		asks: ['listDownloads'],
		out: /^NAME .*\n.*\nubuntu-24\.04 +SEEDING .*\nDebian 13 +STOPPED/,
		json: { downloads: [{}, {}, {}], checkpoints: { total: 3 } },
	},
	{
		line: 'add magnet:?x',
		asks: ['addDownload'],
		last: 'PUT /downloads {"uri":"magnet:?x"}',
		out: new RegExp(`^${infohash}\n$`),
		json: { results: [{ source: 'magnet:?x', done: true, infohash }] },
	},
	{
		line: 'add /x --destination d --hops 2 --safe-seeding --files 0,2-4',
		asks: ['addDownload'],
		last: 'PUT /downloads {"uri":"/x","destination":"/d","anon_hops":2,"safe_seeding":true,"selected_files":[0,2,3,4]}',
	},
	{
		line: 'remove ubuntu --yes',
		asks: ['listDownloads', 'removeDownload'],
		last: `DELETE /downloads/${ubuntu} {"remove_data":false}`,
		out: /^$/,
		json: results,
	},
	{
		line: 'rm UBUNTU -y --with-data',
		asks: ['listDownloads', 'removeDownload'],
		last: `DELETE /downloads/${ubuntu} {"remove_data":true}`,
	},
	{
		line: 'pause ubuntu',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"state":"stop"}`,
		out: /^$/,
		json: results,
	},
	{
		line: `resume ${ubuntu.toUpperCase()}`,
		asks: ['changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"state":"resume"}`,
		json: results,
	},
	{
		line: 'recheck --status stopped',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/ab${infohash.slice(2)} {"state":"recheck"}`,
	},
	{
		line: 'hops 2 ubuntu',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"anon_hops":2}`,
		json: results,
	},
	{
		line: 'files ubuntu',
		asks: ['listDownloads', 'listFiles'],
		out: /NO NAME +SIZE +DONE WANTED\n +0 a\/na.*100% yes\n +1 b\.bin +2\.0 KiB +25\.0% no\n$/,
		json: { infohash: ubuntu, files: [{ index: 0 }, { index: 1 }] },
	},
	{
		line: `files ${infohash} --expand a --after a/b --count 5`,
		asks: ['expandFiles', 'listFiles'],
		last: `GET /downloads/${infohash}/files?view_start_path=a%2Fb&view_size=5 `,
	},
	{ line: `files ${infohash} --collapse a`, asks: ['collapseFiles', 'listFiles'] },
	{
		line: `select ${infohash} 0 2-3`,
		asks: ['changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[0,2,3]}`,
	},
	{
		line: `select ${infohash} b.bin`,
		asks: ['listFiles', 'changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[1]}`,
	},
	{
		line: `select ${infohash} --all`,
		asks: ['listFiles', 'changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[0,1]}`,
	},
	{
		line: `select ${infohash} --want a --unwant b.bin`,
		asks: ['selectFiles', 'deselectFiles'],
		last: `GET /downloads/${infohash}/files/deselect?path=b.bin `,
	},
	{
		line: 'peers ubuntu',
		asks: ['listDownloads', 'listDownloads'],
		last: `GET /downloads?get_peers=1&infohash=${ubuntu} `,
		out: /10\.0\.0\.1:6881 +na.*LS\n$/,
		json: { infohash: ubuntu, peers: [{ ip: '10.0.0.1' }] },
	},
	{
		line: 'trackers ubuntu',
		asks: ['listDownloads'],
		out: /URL.*\nhttp:.* Working +3\n$/,
		json: { trackers: [{ status: 'Working' }] },
	},
	{ line: 'torrent ubuntu', asks: ['listDownloads', 'getTorrent'], out: /^d4:infoe$/ },
	{ line: 'stream ubuntu b.bin', asks: ['listDownloads', 'listFiles', 'streamFile'], out: /^content$/ },
	{
		line: `stream ${infohash} 1 --print-url --api-key SECRET`,
		asks: [],
		out: new RegExp(`^http://127.0.0.1:\\d+/downloads/${infohash}/stream/1\n$`),
	},
	{
		line: 'status',
		asks: [
			'listDownloads',
			'getState',
			'getSession',
			'getProfiler',
			'getMyChannel',
			'listOrders',
			'openEvents',
			'getState',
		],
		out: /version +7\.0\.0\nstate +STARTED\ndownloads +3, 2 SEEDING, 1 STOPPED\n/,
		json: {
			service: { version: '7.0.0', generation: 'B' },
			downloads: { total: 3 },
			totals: { size: 15_000_000 },
			offers: { market: true },
		},
	},
	{
		line: 'events --count 1',
		asks: ['openEvents'],
		out: /^\{"type":"events_start","payload":\{.*"version":"7\.0\.0"\},"at":\d+(\.\d+)?\}\n$/,
	},
	{
		line: `health ${infohash} --refresh --tracker-timeout 5`,
		asks: ['getHealth'],
		last: `GET /metadata/torrents/${infohash}/health?refresh=1&timeout=5 `,
		out: /TRACKER +SEEDERS LEECHERS ERROR\nhttp.* 12 +3 –\n$/,
		json: { infohash, checking: false, trackers: [{ seeders: 12 }] },
	},
	{
		line: `health ${infohash} --wait`,
		asks: ['openEvents', 'getHealth'],
		last: `GET /metadata/torrents/${infohash}/health?nowait=1 `,
		out: / 12 /,
	},
	{
		line: 'channel show',
		asks: ['getMyChannel'],
		out: /^name +na.*\ndescription +about\nidentifier +cafe\n$/,
		json: { overview: { identifier: 'cafe' } },
	},
	{
		line: 'channel set --name n --description d',
		asks: ['changeMyChannel'],
		last: 'POST /mychannel {"name":"n","description":"d"}',
		json: { modified: true },
	},
	{
		line: 'playlist ls',
		asks: ['getMyChannel', 'listPlaylists'],
		last: 'GET /channels/discovered/cafe/playlists ',
		out: /ID NAME +TORRENTS DESCRIPTION\n +3 films +1 of old\n/,
		json: { playlists: [{ id: 3 }, { id: 4 }] },
	},
	{
		line: 'playlist ls films --channel ch',
		asks: ['listPlaylists'],
		last: 'GET /channels/discovered/ch/playlists?disable_filter=1 ',
		out: new RegExp(`\n${infohash} na`),
		json: { id: 3, torrents: [{ infohash }] },
	},
	{
		line: 'playlist create new --description d',
		asks: ['getMyChannel', 'createPlaylist'],
		last: 'PUT /channels/discovered/cafe/playlists {"name":"new","description":"d"}',
		json: { created: true },
	},
	{
		line: 'playlist rename films --name old --channel c',
		asks: ['listPlaylists', 'changePlaylist'],
		last: 'POST /channels/discovered/c/playlists/3 {"name":"old","description":"of old"}',
		json: { modified: true },
	},
	{
		line: 'playlist remove films --yes --channel c',
		asks: ['listPlaylists', 'removePlaylist'],
		last: 'DELETE /channels/discovered/c/playlists/3 ',
		json: { removed: true },
	},
	{
		line: `playlist add 3 ${infohash} --channel c`,
		asks: ['addToPlaylist'],
		last: `PUT /channels/discovered/c/playlists/3/${infohash} `,
		json: results,
	},
	{
		line: `playlist drop 3 ${infohash} --channel c`,
		asks: ['removeFromPlaylist'],
		last: `DELETE /channels/discovered/c/playlists/3/${infohash} `,
		json: results,
	},
	{ line: 'rss ls', asks: ['getMyChannel', 'listFeeds'], out: /^URL\nhttp:/, json: { rssfeeds: [{}] } },
	{
		line: 'rss add http://x/y?z',
		asks: ['addMyFeed'],
		last: 'PUT /mychannel/rssfeeds/http%3A%2F%2Fx%2Fy%3Fz ',
		json: { added: true },
	},
	{
		line: 'rss add http://x --channel c',
		asks: ['addFeed'],
		last: 'PUT /channels/discovered/c/rssfeeds/http%3A%2F%2Fx ',
	},
	{ line: 'rss remove http://x --channel c', asks: ['removeFeed'], json: { removed: true } },
	{ line: 'rss recheck --channel c', asks: ['recheckFeeds'], json: { rechecked: true } },
	{
		line: 'market asks',
		asks: ['listAsks'],
		out: /\n +4 +10 BTC +50 MB +1 +1h 0m 2023-11-14 22:13:20 aabb\n$/,
		json: { asks: [{ ticks: [{}] }] },
	},
	{ line: 'market bids', asks: ['listBids'], out: / 10 BTC /, json: { bids: [{}] } },
	{ line: 'market orders', asks: ['listOrders'], out: / ask +open /, json: { orders: [{ status: 'open' }] } },
	{
		line: 'market transactions',
		asks: ['listTransactions'],
		out: /\n +8 +10 BTC .* pending /,
		json: { transactions: [{}] },
	},
	{
		line: 'market payments aabb 8',
		asks: ['listPayments'],
		last: 'GET /market/transactions/aabb/8/payments ',
		out: / 1 BTC /,
		json: { payments: [{}] },
	},
	{
		line: 'market ask 10 BTC 50.5 MB --valid-for 60',
		asks: ['createAsk'],
		last: 'PUT /market/asks {"first_asset_amount":10,"first_asset_type":"BTC","second_asset_amount":50.5,"second_asset_type":"MB","timeout":60}',
		json: { created: true },
	},
	{ line: 'market bid 10 BTC 50 MB', asks: ['createBid'], json: { created: true } },
	{
		line: 'market cancel 4',
		asks: ['cancelOrder'],
		last: 'POST /market/orders/4/cancel ',
		json: { cancelled: true },
	},
	{
		line: `metadata show ab ${largeId}`,
		asks: ['listEntries'],
		last: `GET /metadata/ab/${largeId} `,
		out: new RegExp(`\n ${largeId} na`),
		json: entries,
	},
	{
		line: `metadata set ab ${largeId} --status 5 --origin 9`,
		asks: ['changeEntry'],
		last: `PATCH /metadata/ab/${largeId} {"status":5,"origin_id":9}`,
		json: entries,
	},
	{ line: `metadata set ab 1 ${largeId} --category c`, asks: ['changeEntries'], json: { entries: [{}, {}] } },
	{
		line: `metadata remove ab ${largeId} --yes`,
		asks: ['removeEntries'],
		last: `DELETE /metadata [{"public_key":"ab","id":${largeId}}]`,
		out: /Deleted/,
		json: entries,
	},
	{
		line: 'session info --hop 0',
		asks: ['getSession'],
		last: 'GET /libtorrent/session?hop=0 ',
		out: /net\.sent +5\n/,
		json: { hop: 0, settings: { 'net.sent': 5 } },
	},
	{ line: 'session settings', asks: ['getSettings'], out: /user_agent +na/, json: { hop: 1 } },
	{
		line: 'debug threads',
		asks: ['listThreads'],
		out: /ID NAME +AT\n +7 na/,
		json: { threads: [{ thread_id: 7 }] },
	},
	{ line: 'debug threads --frames', asks: ['listThreads'], out: /^7 na.*\n {2}a\n {2}b na.*\n {2}c\n$/ },
	{
		line: 'debug sockets',
		asks: ['listOpenSockets'],
		out: /stream 127\.0\.0\.1:1 +- +LISTEN/,
		json: { open_sockets: [{}] },
	},
	{ line: 'debug files', asks: ['listOpenFiles'], out: /\n +4 na/, json: { open_files: [{}] } },
	{ line: 'debug circuits', asks: ['getSlots'], out: /\n +1 +2\n$/, json: { slots: [{}] } },
	{
		line: 'debug cpu',
		asks: ['getCpuHistory'],
		out: /2023-11-14 22:13:20 +12\.5%/,
		json: { cpu_history: [{}] },
	},
	{ line: 'debug memory', asks: ['getMemoryHistory'], out: / 4\.8 MiB\n$/, json: { memory_history: [{}] } },
	{ line: 'debug dump', asks: ['getMemoryDump'] },
	{
		line: 'logs -n 5',
		asks: ['getLog'],
		last: 'GET /debug/log?process=core&max_lines=5 ',
		out: /^first na.*\nlast line\n$/,
		json: { max_lines: 100 },
	},
	{ line: 'profiler start', asks: ['startProfiler'], out: /^$/, json: { success: true } },
	{ line: 'profiler stop', asks: ['stopProfiler'], out: /^\/tmp\/na.*\n$/, json: { success: true } },
	{ line: 'profiler status', asks: ['getProfiler'], out: /^STOPPED\n$/, json: { state: 'STOPPED' } },
	{ line: 'api GET /state', asks: ['getState'], out: /^\{"state":"STARTED",/ },
];

/** What a terminal would obey: the texts of the answers are full of it. */
const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/;

test.each(cases)('seedtop $line', async ({ line, asks, last, out, json }) => {
	const service = await serveEverything();
	const argv = line.split(' ');
	const [plain, structured] = await Promise.all([
		run([...argv, '--url', service.url]),
		json && run(['--url', service.url, ...argv, '--json']),
	]);
	expect(plain.err).toBe('');
	expect(plain.code).toBe(0);
	if (out) expect(plain.out).toMatch(out);
	if (!line.includes('dump')) expect(plain.out).not.toMatch(obeyed);
	if (structured && json) {
		expect(structured.err).toBe('');
		expect(structured.code).toBe(0);
		expect(structured.out).not.toMatch(obeyed);
		expect(structured.out.trim().split('\n')).toHaveLength(1);
		expect(JSON.parse(structured.out)).toMatchObject(json);
	}
	const times = json ? 2 : 1;
	expect([...service.names].sort()).toEqual(
		Array.from({ length: times }, () => asks)
			.flat()
			.sort(),
	);
	if (last !== undefined) {
		const request = service.asked.at(-1);
		expect(`${request?.method} ${request?.path} ${request?.body}`).toBe(last);
	}
});

test('every endpoint of the table is reached by a command of its own', () => {
	const reached = new Set(cases.filter(({ line }) => !line.startsWith('api')).flatMap(({ asks }) => asks));
	expect(endpointNames.filter((name) => !reached.has(name))).toEqual([]);
});

test('what is exact and what is hostile on the wire is the same in --json', async () => {
	const service = await serveEverything();
	const [list, raw, shown] = await Promise.all([
		run(['ls', '--json', '--url', service.url]),
		run(['api', 'GET', '/downloads', '--url', service.url]),
		run(['metadata', 'show', 'ab', '1', '--json', '--url', service.url]),
	]);
	expect(raw.out).toContain('"total_down":9007199254740993');
	expect(JSON.parse(list.out).downloads[0].name).toBe(hostile);
	expect(shown.out).toContain(`"id":${largeId}`);
});
