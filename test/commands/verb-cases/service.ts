import { infohash } from '../answering-service.ts';
import type { VerbCase } from './verb-case.ts';

export const serviceCases: readonly VerbCase[] = [
	{
		line: 'status',
		asks: [
			'listDownloads',
			'getState',
			'getSession',
			'getProfiler',
			'getMyChannel',
			'listOrders',
			'getState',
		],
		// This service reports its version only in its events.
		out: /version +–\nstate +STARTED\ndownloads +3, 2 SEEDING, 1 STOPPED\n/,
		json: {
			service: { version: null, generation: 'B' },
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
