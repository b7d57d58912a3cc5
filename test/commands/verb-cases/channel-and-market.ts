import { infohash } from '../answering-service.ts';
import { results, type VerbCase } from './verb-case.ts';

const entries = { entries: [{ public_key: 'ab', category: 'Video' }] };
const largeId = '485715071346326385';

export const channelCases: readonly VerbCase[] = [
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
		line: 'market assets',
		asks: ['listAssets'],
		out: /\nBTC +12 +2 +1 +8 ledger +na.*\nMB +– +– +0 +0 command +–\n$/,
		json: { assets: [{ balance: 12, input_required: { kind: 'password' } }, { balance: null }] },
	},
	{
		line: 'market input BTC',
		input: 'open sesame\nmore\n',
		asks: ['provideInput'],
		last: 'PUT /market/assets/BTC/input {"input":"open sesame"}',
		json: { accepted: true },
	},
	{
		line: 'market asks',
		asks: ['listAsks'],
		out: /\n +4 +5 MB +10 BTC +50 MB +1 +expired +1h 0m 2023-11-14 22:13:20 aabb\n$/,
		json: { asks: [{ ticks: [{}] }] },
	},
	{
		line: 'market pairs',
		asks: ['listAsks', 'listBids'],
		out: /\nBTC +MB +5 MB +5 MB +9 BTC +9 BTC +1 +1\n$/,
		json: { pairs: [{ asset1: 'BTC', ask: { first: 10, second: 50 }, bid_quantity: 9, asks: 1 }] },
	},
	{
		line: 'market book BTC MB --depth 3',
		asks: ['listAsks', 'listBids', 'listOrders'],
		out: /\nask +5 MB +9 BTC +9 BTC +1 +–\nbid +5 MB +9 BTC +9 BTC +1 +–\n$/,
		json: { asset1: 'BTC', asks: [{ quantity: 9, orders: 1 }], bids: [{ price: { first: 10, second: 50 } }] },
	},
	{
		line: 'market ask 0.3 BTC 1 MB --valid-for 1h30m --dry-run',
		asks: ['listBids', 'listOrders', 'listAssets'],
		out: /^kind +ask\nprice +~3.333333333333 MB\nquantity +0\.3 BTC\npayment +1 MB\n.*1h 30m\n.*none\n.*0\.3 BTC\n$/,
		json: { is_ask: true, timeout: 5400, unchecked: [], matches: [], rest: 0.3 },
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
		line: 'market payments 8',
		asks: ['listTransactions', 'listOrders', 'listPayments'],
		last: 'GET /market/transactions/aabb/8/payments ',
		out: / 1 BTC /,
		json: { payments: [{}] },
	},
	{
		line: 'market payments AA 8',
		asks: ['listTransactions', 'listOrders', 'listPayments'],
		last: 'GET /market/transactions/aabb/8/payments ',
	},
	{
		line: 'market payments ee 8',
		asks: ['listTransactions', 'listOrders', 'listPayments'],
		last: 'GET /market/transactions/ee/8/payments ',
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
];
