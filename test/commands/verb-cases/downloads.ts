import { stateText } from '../../../source/commands/downloads/change-state.ts';
import { statePath } from '../../import/entries.ts';
import { infohash, newInfohash } from '../answering-service.ts';
import { results, type VerbCase } from './verb-case.ts';

const ubuntu = `02${infohash.slice(2)}`;

export const downloadCases: readonly VerbCase[] = [
	{
		line: 'ls',
		asks: ['listDownloads'],
		out: /^\w{40}\tna.*\n\w{40}\tubuntu-24\.04\tSEEDING\t.*\n\w{40}\tDebian 13\tSTOPPED\t/,
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
		out: new RegExp(`^${ubuntu}\tubuntu-24\\.04\tremoved\n$`),
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
		out: new RegExp(`^${ubuntu}\tubuntu-24\\.04\tstopped\n$`),
		json: results,
	},
	{
		line: `resume ${ubuntu.toUpperCase()}`,
		asks: ['changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"state":"resume"}`,
		json: results,
	},
	{
		line: 'pause --filter ubuntu --dry-run',
		asks: ['listDownloads'],
		out: new RegExp(`^${ubuntu}\tubuntu-24\\.04\t${stateText.stop}\n$`),
		json: { dry_run: true, results: [{ infohash: ubuntu, done: false, would: stateText.stop }] },
	},
	{
		line: 'ls is:stopped',
		asks: ['listDownloads'],
		out: /^\w{40}\tDebian 13\tSTOPPED\t.*\n$/,
		json: { downloads: [{ name: 'Debian 13' }] },
	},
	{
		line: 'ls --header --filter is:stopped',
		asks: ['listDownloads'],
		out: /^INFOHASH\tNAME\tSTATUS\t.*\n\w{40}\tDebian 13\tSTOPPED\t.*\n$/,
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
		own: true,
		line: 'label ls',
		asks: ['listLabels'],
		out: /^.*\t512000\t.*\nfilms\t.*\t0\t/,
		json: { labels: [{}, { name: 'films', seeding_ratio: null }] },
	},
	{
		own: true,
		line: 'label add films --destination d --down 500 --up 0 --ratio 1.5 --time 7d',
		asks: ['createLabel'],
		last: 'PUT /labels/films {"destination":"/d","max_download_speed":512000,"max_upload_speed":0,"seeding_ratio":1.5,"seeding_minutes":10080}',
		json: { created: true },
	},
	{
		own: true,
		line: 'label change films --name series --ratio none --time inherit',
		asks: ['changeLabel'],
		last: 'PATCH /labels/films {"name":"series","seeding_ratio":0,"seeding_minutes":null}',
		json: { modified: true },
	},
	{
		own: true,
		line: 'label remove films',
		asks: ['removeLabel'],
		last: 'DELETE /labels/films ',
		json: { removed: true },
	},
	{
		own: true,
		line: 'label set films ubuntu',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"label":"films"}`,
		json: results,
	},
	{
		own: true,
		line: 'label clear ubuntu',
		asks: ['listDownloads', 'changeDownload'],
		last: `PATCH /downloads/${ubuntu} {"label":""}`,
		json: results,
	},
	{
		own: true,
		line: `import transmission ${statePath('transmission-empty')}`,
		asks: ['listDownloads', 'importDownload'],
		out: /^51340a07868b3de39164fa8dc30f6bcb2895a77c\talpha\.bin\timported, stopped\n$/,
		json: {
			results: [{ name: 'alpha.bin', done: true, result: 'imported', state: 'stopped', progress: 0 }],
			totals: { imported: 1, already_there: 0, failed: 0, with_problems: 0, bytes: 200_000 },
		},
	},
	{
		line: 'files ubuntu',
		asks: ['listDownloads', 'listFiles'],
		out: /^0\ta\/na.*\t1\tyes\n1\tb\.bin\t2048\t0\.25\tno\n$/,
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
		out: /^10\.0\.0\.1:6881\tna.*\tLS\n$/,
		json: { infohash: ubuntu, peers: [{ ip: '10.0.0.1' }] },
	},
	{
		line: 'trackers ubuntu',
		asks: ['listDownloads'],
		out: /^http:.*\tWorking\t3\t-\t-\t-\n$/,
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
