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
	sources: 'paths',
	upload: 'field',
	additionDefaults: { hops: 0, safeSeeding: false },
	forcesSafeSeeding: false,
	settingsWrite: 'merge',
	appliesLimits: false,
	missingFolder: undefined,
	queues: false,
	availability: 'always',
	flatListLags: false,
	secondVersion: false,
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

/** [S]: from the sources of releases that could not be run. */
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
	sources: 'uris',
	overview: 'mychannel',
	creation: 'order',
	payments: 'transferred',
	healthPath: '/torrents/{infohash}/health',
	health: 'wrapped',
	nowait: '1',
	session: 'session',
};

/** Without the market, which is in 7.1 and 7.2 only. */
const r70: Dialect = {
	...r72,
	name: '7.0',
	version: '7.0.2',
	has: new Set<Feature>(['channels', 'state', 'debug', 'dump']),
};

const r71: Dialect = { ...r72, name: '7.1', version: '7.1.4' };

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
	sources: 'uris',
	upload: 'crash',
	missingFolder: 'error-in-200',
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

const r713: Dialect = { ...r712, name: '7.13', version: '7.13.3', statusPrefix: false, statusCode: true };

const r714: Dialect = { ...r713, name: '7.14', version: '7.14.0' };

const r80: Dialect = {
	...r714,
	name: '8.0',
	family: '8.x',
	version: '8.0.0',
	base: '/api',
	has: new Set<Feature>(['tree', 'stream']),
	errors: 'message',
	fields: '8.1',
	rootedTree: true,
	upload: 'taken',
	missingFolder: 'refused',
	additionDefaults: { hops: 1, safeSeeding: true },
	forcesSafeSeeding: true,
	settingsWrite: 'replace',
	availability: 'asked',
	flatListLags: true,
	range: 'standard',
	healthEvent: 'torrent_health_updated',
	framing: 'event',
};

const r81: Dialect = {
	...r80,
	name: '8.1',
	version: '8.1.3',
	has: new Set<Feature>(['tree', 'stream', 'trackers']),
};

const r82: Dialect = {
	...r81,
	name: '8.2',
	version: '8.2.3',
	has: new Set<Feature>(['stream', 'trackers']),
	fields: '8.2',
	forcesSafeSeeding: false,
	appliesLimits: true,
	flatListLags: false,
};

const r84: Dialect = {
	...r82,
	name: '8.4',
	version: '8.4.3',
	fields: '8.4',
	settingsWrite: 'merge',
	emptySelection: 'none',
	queues: true,
	secondVersion: true,
};

export const dialects: readonly Dialect[] = [
	documentA,
	r70,
	r71,
	r72,
	r73,
	documentB,
	r711,
	r712,
	r713,
	r714,
	r80,
	r81,
	r82,
	r84,
];

/** At least one of each family, and each way of writing a request. The long tests examine the others. */
export const usualDialects: readonly Dialect[] = [documentA, r72, r711, r714, r81, r84];

export const otherDialects: readonly Dialect[] = dialects.filter((each) => !usualDialects.includes(each));
