import { infohash, newInfohash } from '../answering-service.ts';
import { results, type VerbCase } from './verb-case.ts';

const ubuntu = `02${infohash.slice(2)}`;

export const downloadCases: readonly VerbCase[] = [
	{
		line: 'ls',
		asks: ['listDownloads'],
		out: /^NAME .*\n.*\nubuntu-24\.04 +SEEDING .*\nDebian 13 +STOPPED/,
		json: { downloads: [{}, {}, {}], checkpoints: { total: 3 } },
	},
	{
		line: 'add magnet:?x',
		asks: ['addDownload'],
		last: 'PUT /downloads {"uri":"magnet:?x","anon_hops":0,"safe_seeding":false}',
		out: new RegExp(`^${newInfohash}\n$`),
		json: { results: [{ source: 'magnet:?x', done: true, infohash: newInfohash }] },
	},
	{
		own: true,
		line: 'add /x --destination d --hops 2 --safe-seeding --files 0,2-4',
		asks: ['listDownloads', 'addDownload'],
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
		own: true,
		line: 'hops 2 ubuntu',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"anon_hops":2}`,
		json: results,
	},
	{
		own: true,
		line: 'limit ubuntu --down 500 --up 0',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"max_download_speed":512000,"max_upload_speed":0,"upload_limit":-1,"download_limit":512000}`,
		json: results,
	},
	{
		line: 'files ubuntu',
		asks: ['listDownloads', 'listFiles'],
		out: /NO NAME +SIZE +DONE SELECTED\n +0 a\/na.*100% yes\n +1 b\.bin +2\.0 KiB +25\.0% no\n$/,
		json: { infohash: ubuntu, files: [{ index: 0 }, { index: 1 }] },
	},
	{
		line: `files ${infohash} --expand a --after a/b --count 5`,
		asks: ['expandFiles', 'listFiles'],
		last: `GET /downloads/${infohash}/files?view_start_path=a%2Fb&view_size=5 `,
	},
	{ line: `files ${infohash} --collapse a`, asks: ['collapseFiles', 'listFiles'] },
	{
		own: true,
		line: `select ${infohash} 0-1 1`,
		asks: ['listFiles', 'changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[0,1]}`,
	},
	{
		own: true,
		line: `select ${infohash} b.bin`,
		asks: ['listFiles', 'changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[1]}`,
	},
	{
		own: true,
		line: `select ${infohash} --all`,
		asks: ['listFiles', 'changeDownload'],
		last: `PATCH /downloads/${infohash} {"selected_files":[0,1]}`,
	},
	{
		own: true,
		line: `select ${infohash} --want a --unwant b.bin`,
		asks: ['listFiles', 'selectFiles', 'deselectFiles'],
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
		out: /URL.*LAST ERROR\nhttp:.* Working +3 +– +– –\n$/,
		json: { trackers: [{ status: 'Working' }] },
	},
	{ line: 'torrent ubuntu', asks: ['listDownloads', 'getTorrent'], out: /^d4:infoe$/ },
	{ line: 'stream ubuntu b.bin', asks: ['listDownloads', 'listFiles', 'streamFile'], out: /^content$/ },
	{
		line: `stream ${infohash} 1 --print-url --api-key SECRET`,
		asks: [],
		out: new RegExp(`^http://127.0.0.1:\\d+/downloads/${infohash}/stream/1\n$`),
	},
];
