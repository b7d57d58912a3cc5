import type { RequestRecord } from '../../source/basics/request-record.ts';
import { STREAM_CLOSED } from '../../source/client/events.ts';
import type { EndpointAnswer, EndpointName } from '../../source/protocol/endpoints/table.ts';
import type { RequestsSample, StreamRecord, UsageSample } from '../../source/state/connection/own-samples.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import type { SectionId } from '../../source/state/surfaces/sections.ts';
import { load } from '../../source/tui/panes/debug/sections/load/slice.ts';
import { log } from '../../source/tui/panes/debug/sections/log/slice.ts';
import { threads } from '../../source/tui/panes/debug/sections/threads/slice.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { listed, now } from './states.ts';

const debug = update(listed, { type: 'pane', pane: 'debug' });

const shown = (section: SectionId) => update(debug, { type: 'section', pane: 'debug', section });

function answered<Name extends EndpointName>(
	state: State,
	query: `${SectionId}:${string}`,
	endpoint: Name,
	answer: EndpointAnswer<Name>,
	at: number = now,
): State {
	return update(state, { type: 'answer', query, endpoint, answer, at } as Message);
}

function failed(state: State, query: `${SectionId}:${string}`, kind: string, message: string): State {
	const hint = kind === 'absent' ? 'Other releases have it.' : '';
	return update(state, { type: 'query-failed', query, failure: { kind, message, hint }, at: now });
}

/** Unix s by the clock of the service, which is 1 h off. The service did not run for two minutes. */
const times = Array.from({ length: 110 }, (_, index) => index * 5 - 545)
	.filter((seconds) => seconds < -260 || seconds > -140)
	.map((seconds) => ({ seconds, time: now / 1000 + 3_600.327 + seconds }));
const MiB = 1024 * 1024;

const withCpu = answered(shown('debug-load'), 'debug-load:cpu', 'getCpuHistory', {
	cpu_history: times.map(({ seconds, time }) => ({
		time,
		cpu: 20 + 18 * Math.sin(seconds / 40) + (seconds === -100 ? 130 : 0),
	})),
});
const withLoad = answered(withCpu, 'debug-load:memory', 'getMemoryHistory', {
	memory_history: times.map(({ seconds, time }) => ({ time, mem: 120 * MiB + seconds * 0.1 * MiB })),
});

/** Processes of seedtop's own service. */
const withProcesses = answered(withLoad, 'debug-load:memory', 'getMemoryHistory', {
	memory_history: times.map(({ time }) => ({
		time,
		mem: 250 * MiB,
		mem_service: 100 * MiB,
		mem_engine: 150 * MiB,
	})),
});

const names = Object.values(hardNames);
const loop = ['main (main.js:1)', 'run (loop.js:20)'];
const hashing = {
	thread_id: 7,
	thread_name: 'hash worker',
	process: 'engine',
	kind: 'worker',
	status: 'running',
	cpu_time: 12.3,
	frames: ['run (worker.js:3)', 'update (sha1.js:9)'],
};
const stacks = [
	{ thread_id: 1, thread_name: 'MainThread', frames: [...loop, 'poll (loop.js:31)'] },
	{
		thread_id: 140_737_353_906_944,
		thread_name: 'asyncio_0',
		frames: [
			'  File "/opt/core/threading.py", line 982, in run\n    self.loop()',
			'  File "/opt/core/core.py", line 12, in wait',
		],
	},
	...names.map((thread_name, index) => ({
		thread_id: 20 + index,
		thread_name,
		frames: [`${thread_name} ${index}`],
	})),
];
const ours = [
	{
		thread_id: 1,
		thread_name: 'engine: main',
		process: 'engine',
		status: 'waiting',
		cpu_time: 75,
		frames: [],
	},
	hashing,
];
const withThreads = [
	[...stacks, { thread_id: 7, thread_name: 'Dummy-1', frames: ['run (pool.py:3)'] }],
	[...stacks.slice(1), { thread_id: 1, thread_name: 'MainThread', frames: [...loop, 'emit (events.js:5)'] }],
].reduce(
	(state, list, index) =>
		answered(state, 'debug-threads:threads', 'listThreads', { threads: list }, now - 2_000 + index * 2_000),
	shown('debug-threads'),
);
const expanded = update(withThreads, {
	type: 'section-slice',
	section: 'debug-threads',
	slice: { ...threads.of(withThreads), expanded: new Set([' 140737353906944']), isPaused: true },
});

const sockets = [
	{ family: 2, type: 1, laddr: '0.0.0.0:6881', raddr: '-', status: 'LISTEN' },
	{ family: 10, type: 2, laddr: '[::]:6881', raddr: '-', status: 'NONE' },
	{ family: 2, type: 1, laddr: '192.0.2.2:37113', raddr: '198.51.100.7:6969', status: 'SYN_SENT' },
	{ family: 2, type: 1, laddr: '192.0.2.2:58143', raddr: '198.51.100.7:51413', status: 'ESTABLISHED' },
	{ family: 10, type: 1, laddr: '[2001:db8::2]:58144', raddr: '[2001:db8::7]:51413', status: 'ESTABLISHED' },
	...names.map((raddr, index) => ({
		family: 2,
		type: 1,
		laddr: `192.0.2.2:${index}`,
		raddr,
		status: 'CLOSE_WAIT',
	})),
];
const withSockets = [
	sockets,
	[
		...sockets.slice(0, 2),
		{ family: 2, type: 1, laddr: '192.0.2.2:37113', raddr: '198.51.100.7:6969', status: 'ESTABLISHED' },
		...sockets.slice(4),
		{ family: 2, type: 1, laddr: '192.0.2.2:40000', raddr: '203.0.113.9:6881', status: 'SYN_SENT' },
	],
].reduce(
	(state, open_sockets, index) =>
		answered(
			state,
			'debug-sockets:sockets',
			'listOpenSockets',
			{ open_sockets },
			now - 2_000 + index * 2_000,
		),
	shown('debug-sockets'),
);

const files = [
	{ fd: 3, path: '/srv/core.log' },
	{ path: '/srv/records.sqlite' },
	{ fd: 21, path: `/srv/downloads/${'資料/'.repeat(20)}檔案.mkv` },
	...names.map((name, index) => ({ fd: 30 + index, path: name })),
];
const withFiles = [
	files,
	[...files.slice(0, 2), ...files.slice(3), { fd: 24, path: '/srv/downloads/nested/a' }],
].reduce(
	(state, open_files, index) =>
		answered(state, 'debug-files:files', 'listOpenFiles', { open_files }, now - 2_000 + index * 2_000),
	shown('debug-files'),
);

const clock = (second: number) => `2026-11-22T20:05:${String(second).padStart(2, '0')}.000Z`;
const logged = [
	...Array.from(
		{ length: 30 },
		(_, second) => `${clock(second)} INFO    Finished piece ${second} of nested.`,
	),
	`${clock(31)} WARNING The tracker udp://tracker.example:6969 does not respond: ${'no response, '.repeat(12)}end.`,
	`${clock(32)} ERROR   Cannot write /srv/a: no space left on device. | Error: ENOSPC`,
	...names.map((name) => `${clock(33)} DEBUG   ${name}`),
];
const withLog = answered(shown('debug-log'), 'debug-log:new-core', 'getLog', {
	content: `${logged.join('\n')}\n`,
	position: '7-2000',
	start: '7-0',
});
const searched = update(withLog, {
	type: 'section-slice',
	section: 'debug-log',
	slice: {
		...log.of(withLog),
		wraps: true,
		search: 'tracker',
		seek: { kind: 'text', direction: -1, next: log.of(withLog).lines.end - 1 },
	},
});

const counters = {
	'net.sent_payload_bytes': 812_345_678,
	'net.recv_payload_rate': 1_258_291,
	'peer.num_peers_connected': 41,
	...Object.fromEntries(names.map((name) => [name, name])),
	'disk.disk_read_time': 73_218_000,
	'net.has_incoming_connections': 1,
};
const settings = {
	user_agent: 'Core/7.14',
	download_rate_limit: 0,
	peer_timeout: 120,
	enable_dht: true,
	send_buffer_watermark: 524_288,
	share_ratio_limit: 200,
};
const absent = 'The service at http://127.0.0.1:8085 does not offer /debug/circuits/slots.';
const withSession = [
	counters,
	{ ...counters, 'net.sent_payload_bytes': 815_491_406, 'peer.num_peers_connected': 38 },
].reduce(
	(state, values, index) =>
		answered(
			state,
			'debug-engine:session',
			'getSession',
			{ hop: 0, settings: values },
			now - 2_000 + index * 2_000,
		),
	shown('debug-engine'),
);
const withEngine = answered(withSession, 'debug-engine:settings', 'getSettings', { hop: 0, settings });

const sampled = (state: State, answer: UsageSample, at: number) =>
	update(state, { type: 'answer', query: 'debug-cockpit:own-usage', endpoint: 'own-usage', answer, at });
const withRequests = (state: State, answer: RequestsSample) =>
	update(state, {
		type: 'answer',
		query: 'debug-requests:own-requests',
		endpoint: 'own-requests',
		answer,
		at: now,
	});
const stream: StreamRecord = {
	isOpen: true,
	since: now - 65_000,
	reconnects: 2,
	gaps: 2,
	gapMs: 4_700,
	lastGap: { from: now - 66_200, to: now - 65_000 },
	events: 1_204,
	malformed: 1,
	lastEventAt: now - 3_000,
	reason: STREAM_CLOSED,
	retryAt: undefined,
};
const record: RequestRecord = {
	id: 1,
	method: 'GET',
	path: '/downloads',
	at: now - 9_000,
	status: 200,
	took: 12.3,
	bytes: 81_920,
	failure: '',
	mismatches: 0,
};
const recent: readonly RequestRecord[] = [
	{ ...record, path: '/events', bytes: 0, took: undefined },
	{ ...record, mismatches: 2, took: 1_730 },
	{ ...record, path: '/debug/threads', status: 404, failure: 'GET /debug/threads: not found' },
	...names.map((failure) => ({ ...record, method: 'PATCH', status: 500, failure, took: 0.4 })),
	{ ...record, path: '/downloads?get_peers=1', status: undefined, took: undefined, bytes: 0 },
].map((each, index) => ({ ...each, id: index + 1, at: record.at + index * 1_000 }));
const requestsSample: RequestsSample = {
	recent,
	total: 2_310,
	failures: 7,
	stream,
};
const withUsage = Array.from({ length: 120 }, (_, index) => index).reduce(
	(state, index) =>
		sampled(
			state,
			{
				cpuMs: index * 20 + (index > 90 ? (index - 90) * 60 : 0),
				residentBytes: (90 + index / 8) * MiB,
				heapBytes: 31 * MiB,
				frames: index * 2,
				writtenBytes: index * 400 + Math.max(0, index - 60) * 900,
			},
			now - (120 - index) * 1_000,
		),
	shown('debug-cockpit'),
);

/** Screens of the debug pane. */
export const debugScreens: Readonly<Record<string, State>> = {
	'debug-load': withLoad,
	'debug-load-dots': update(
		update(withLoad, {
			type: 'section-slice',
			section: 'debug-load',
			slice: { ...load.of(withLoad), window: 2, hasBlocks: true },
		}),
		{ type: 'tick', now: now + 20_000 },
	),
	'debug-load-of-processes': withProcesses,
	'debug-threads': withThreads,
	'debug-threads-filtered': update(withThreads, { type: 'filter-rows', filter: hardNames.Chinese }),
	'debug-threads-stack': expanded,
	'debug-threads-of-processes': answered(shown('debug-threads'), 'debug-threads:threads', 'listThreads', {
		threads: ours,
		unavailable: 'The service does not answer.',
	}),
	'debug-sockets': withSockets,
	'debug-files': withFiles,
	'debug-files-absent': failed(
		shown('debug-files'),
		'debug-files:files',
		'absent',
		'The service at http://127.0.0.1:8085 does not offer /debug/open_files.',
	),
	'debug-engine': answered(withEngine, 'debug-engine:slots', 'getSlots', {
		slots: [
			{ random: 2, competing: 3, proxies: ['socks5://192.0.2.7:1080', 'socks5://192.0.2.8:1080'] },
			{ random: 3 },
		],
	}),
	'debug-engine-without-slots': failed(withEngine, 'debug-engine:slots', 'absent', absent),
	'debug-requests': withRequests(shown('debug-requests'), requestsSample),
	'debug-requests-closed-stream': withRequests(shown('debug-requests'), {
		...requestsSample,
		stream: { ...stream, isOpen: false, since: now - 4_000, retryAt: now + 9_000 },
	}),
	'debug-cockpit': withUsage,
	'debug-sockets-stale': update(
		failed(withSockets, 'debug-sockets:sockets', 'refused', 'listOpenSockets failed: psutil is missing'),
		{ type: 'tick', now: now + 42_000 },
	),
	'debug-log': withLog,
	'debug-log-search': update(searched, { type: 'surface-work' }),
	'debug-log-prompt': update(
		update(searched, {
			type: 'open',
			dialog: { kind: 'log-prompt', purpose: 'time', line: emptyLine, fault: '', stage: 'typing' },
		}),
		{ type: 'type-text', text: '14:0' },
	),
	'debug-filter': update(
		update(withFiles, {
			type: 'open',
			dialog: { kind: 'list-filter', line: emptyLine, before: { filter: '', cursor: undefined } },
		}),
		{ type: 'type-text', text: '3' },
	),
};
