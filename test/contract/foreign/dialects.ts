import type { Dialect, Feature } from './dialect.ts';

const key = 'key8key8key8key8';
const everything: readonly Feature[] = [
	'channels',
	'market',
	'state',
	'debug',
	'dump',
	'tree',
	'stream',
	'entries',
	'my-feeds',
];

const documentA: Dialect = {
	name: 'doc A',
	family: 'document',
	generation: 'A',
	version: '1.0',
	base: '',
	key: undefined,
	engine: 'engine',
	has: new Set<Feature>(['channels', 'market', 'state', 'debug', 'dump']),
	json: 'application/json',
	errors: 'code',
	unknown: 'json',
	statusPrefix: true,
	statusCode: false,
	checkpoints: false,
	truths: 'booleans',
	vod: 'vod_mod',
	fields: 'usual',
	filters: true,
	emptySelection: 'all',
	rootedTree: false,
	range: 'standard',
	overview: 'overview',
	creation: 'created',
	payments: 'quantity',
	healthPath: '/metadata/torrents/{infohash}/health',
	health: 'trackers',
	nowait: true,
	healthEvent: 'torrent_health_updated',
	entry: 'list',
	entryName: 'name',
	session: 'settings',
	slots: 'pairs',
	framing: 'line',
};

/** [S]: read in the sources of releases that could not be run. */
const r72: Dialect = {
	...documentA,
	name: '7.2',
	family: '7.0–7.3',
	version: '7.2.1',
	engine: 'libtorrent',
	json: 'text/json',
	unknown: 'html',
	errors: 'text',
	truths: 'numbers',
	filters: false,
	overview: 'mychannel',
	creation: 'order',
	payments: 'transferred',
	healthPath: '/torrents/{infohash}/health',
	health: 'wrapped',
	nowait: '1',
	session: 'session',
};

const r73: Dialect = {
	...r72,
	name: '7.3',
	version: '7.3.0',
	has: new Set<Feature>(['channels', 'state', 'debug', 'dump']),
	truths: 'booleans',
	vod: 'vod_mode',
	healthEvent: 'torrent_info_updated',
};

const documentB: Dialect = {
	...documentA,
	name: 'doc B',
	generation: 'B',
	key,
	has: new Set(everything.filter((feature) => feature !== 'channels' && feature !== 'market')),
	statusCode: true,
	checkpoints: true,
	vod: 'vod_mode',
};

/** From here on [O]: observed on real services. */
const r711: Dialect = {
	...documentB,
	name: '7.11',
	family: '7.5–7.11',
	version: '7.11.0',
	engine: 'libtorrent',
	has: new Set<Feature>(['state', 'stream', 'entries', 'debug', 'dump']),
	errors: 'text',
	statusCode: false,
	checkpoints: false,
	filters: false,
	range: 'malformed',
	health: 'wrapped',
	nowait: '1',
	healthEvent: 'channel_entity_updated',
	session: 'session',
	framing: 'type',
};

const r712: Dialect = {
	...r711,
	name: '7.12',
	family: '7.12–7.14',
	version: '7.12.1',
	has: new Set<Feature>(['stream', 'entries', 'debug']),
	checkpoints: true,
	health: 'checking',
	nowait: true,
	slots: 'lists',
	entry: 'object',
	entryName: 'title',
	framing: 'topic',
};

const r714: Dialect = { ...r712, name: '7.14', version: '7.14.0', statusPrefix: false, statusCode: true };

const r81: Dialect = {
	...r714,
	name: '8.1',
	family: '8.x',
	version: '8.1.3',
	base: '/api',
	has: new Set<Feature>(['tree', 'stream']),
	errors: 'message',
	fields: '8.1',
	rootedTree: true,
	range: 'standard',
	healthEvent: 'torrent_health_updated',
	framing: 'event',
};

const r84: Dialect = {
	...r81,
	name: '8.4',
	version: '8.4.3',
	has: new Set<Feature>(['stream']),
	fields: '8.4',
	emptySelection: 'none',
};

export const dialects: readonly Dialect[] = [documentA, r72, r73, documentB, r711, r712, r714, r81, r84];
