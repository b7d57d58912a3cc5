import { expect, test } from 'vitest';
import type { EndpointName } from '../../source/protocol/endpoints/table.ts';
import { serve } from '../client/server.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { infohash, serveEverything } from './answering-service.ts';
import { runHere } from './run-here.ts';

test.each(['7.14', '8.1', '8.4'])('ls --json prints the availability of %s', async (name) => {
	const { dialect, client, url } = await runForeign(name);
	await client.addDownload({ body: { uri: sources.nested } });
	const { out, err } = await runHere(['ls', '--json', '--url', url, '--api-key', dialect.key ?? '']);
	expect(err).toBe('');
	expect(JSON.parse(out).downloads[0]).toMatchObject({ availability: 2.12 });
});

test('ls --json prints null for missing and unknown values', async () => {
	const download = {
		name: 'bare',
		infohash: 'a'.repeat(40),
		progress: 0.5,
		status: 'DOWNLOADING',
		queue_position: -1,
		completed_dir: null,
		trackers: [{ url: 'http://a.example/', seeds: -1 }],
	};
	const server = await serve((_, response) => response.end(JSON.stringify({ downloads: [download] })));
	const { out } = await runHere(['ls', '--json', '--generation', 'B', '--url', server.url]);
	const [shown] = JSON.parse(out).downloads;
	for (const field of [
		'availability',
		'ratio',
		'size',
		'eta',
		'hops',
		'queue_position',
		'completed_dir',
		'total_up',
	]) {
		expect(shown[field], field).toBeNull();
	}
	expect(shown.trackers).toEqual([
		{ url: 'http://a.example/', status: '', peers: null, seeds: null, leeches: null, error: null },
	]);
	expect(shown).not.toHaveProperty('peers');
	expect(JSON.parse(out).checkpoints).toBeNull();
});

const offer = { trader_id: 'aa', order_number: 4, assets: { first: { amount: 1 } } };

test.each<[command: string[], name: EndpointName, answer: object, shown: object]>([
	[
		['files', infohash],
		'listFiles',
		{ files: [{ index: 0, name: 'a', crc: 'kept' }] },
		{
			files: [
				{ index: 0, name: 'a', crc: 'kept', size: null, included: null, progress: null, priority: null },
			],
		},
	],
	[
		['health', infohash],
		'getHealth',
		{ DHT: { infohash } },
		{
			infohash,
			checking: false,
			trackers: [{ tracker: 'DHT', infohash, seeders: null, leechers: null, error: '' }],
		},
	],
	[
		['market', 'asks'],
		'listAsks',
		{ asks: [{ asset1: 'BTC', asset2: 'MB', ticks: [offer] }] },
		{
			asks: [
				{
					asset1: 'BTC',
					asset2: 'MB',
					ticks: [
						{
							...offer,
							assets: { first: { amount: 1, type: null }, second: { amount: null, type: null } },
							timeout: null,
							timestamp: null,
							traded: null,
							block_hash: null,
						},
					],
				},
			],
		},
	],
	[
		['playlist', 'ls', '--channel', 'cafe'],
		'listPlaylists',
		{ playlists: [{ id: 3, name: 'films' }] },
		{ playlists: [{ id: 3, name: 'films', description: null, torrents: null }] },
	],
	[
		['debug', 'files'],
		'listOpenFiles',
		{ open_files: [{ path: '/a' }] },
		{ open_files: [{ path: '/a', fd: null, process: null }], unavailable: null },
	],
])('%j --json prints null for missing fields', async (command, name, answer, shown) => {
	const service = await serveEverything((endpoint, _, response) => {
		if (endpoint !== name) return false;
		response.end(JSON.stringify(answer));
		return true;
	});
	const { out, err } = await runHere([...command, '--json', '--url', service.url]);
	expect(err).toBe('');
	expect(JSON.parse(out)).toEqual(name === 'listFiles' ? { infohash, ...shown } : shown);
});

test('metadata show --json prints null for missing fields of an entry', async () => {
	const service = await serveEverything((endpoint, _, response) => {
		if (endpoint !== 'listEntries') return false;
		response.end('[{"id": 485715071346326385, "num_seeders": "many"}]');
		return true;
	});
	const { out } = await runHere([
		'metadata',
		'show',
		'ab',
		'485715071346326385',
		'--json',
		'--url',
		service.url,
	]);
	expect(out).toContain('485715071346326385');
	expect(JSON.parse(out).entries[0]).toMatchObject({
		num_seeders: null,
		num_leechers: null,
		size: null,
		created: null,
	});
});

test('peers --json prints null for missing fields of a peer', async () => {
	const service = await serveEverything();
	const { out } = await runHere(['peers', 'ubuntu', '--json', '--url', service.url]);
	expect(JSON.parse(out).peers).toEqual([
		expect.objectContaining({ ip: '10.0.0.1', dtotal: 5, utotal: null, downrate: null, completed: null }),
	]);
	expect(JSON.parse(out).peers[0]).toMatchObject({ seed: true, snubbed: null });
});
