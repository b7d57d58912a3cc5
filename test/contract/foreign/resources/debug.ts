import type { Dialect } from '../dialect.ts';
import { Float } from '../python-json.ts';
import { ok, type Route, route } from '../route.ts';
import type { World } from '../world/world.ts';

/** Content of a dump: bytes that are no text. */
export const dump = Buffer.from([0x00, 0xff, 0x80, 0x0a, 0x7b]);

/** Number of log lines if the requested number is invalid. */
const DEFAULT_LINES = 100;

export function debugRoutes(dialect: Dialect, world: World): Route[] {
	const time = new Float(1_795_206_983.3279145);
	const dumping = route('GET', '/debug/memory/dump', () => ({ bytes: dump }));
	const routes = [
		route('GET', '/debug/circuits/slots', () => ok({ slots: slots(dialect) })),
		route('GET', '/debug/cpu/history', () => ok({ cpu_history: [{ time, cpu: new Float(2) }] })),
		route('GET', '/debug/memory/history', () => ok({ memory_history: [{ time, mem: 79_298_560 }] })),
		route('GET', '/debug/log', ({ query }) => {
			const requestedLines = query.get('max_lines');
			if (requestedLines === null) throw new TypeError("'max_lines' is missing");
			const lines = /^\d+$/.test(requestedLines) ? Number(requestedLines) : DEFAULT_LINES;
			const log = query.get('process') === 'gui' ? world.log.gui : world.log.core;
			return ok({ content: log.slice(-lines).join('\n'), max_lines: lines });
		}),
		route('GET', '/debug/open_files', () => ok({ open_files: [{ path: '/srv/core.log', fd: 3 }] })),
		route('GET', '/debug/open_sockets', () =>
			ok({
				open_sockets: [
					{ family: 2, status: 'LISTEN', laddr: '127.0.0.1:20107', raddr: '-', type: 1 },
					{ family: 2, status: 'NONE', laddr: '127.0.0.1:7759', raddr: '-', type: 2 },
				],
			}),
		),
		route('GET', '/debug/threads', () =>
			ok({
				// Thread identifiers are addresses there.
				threads: [
					{ thread_id: 140_737_353_906_944, thread_name: 'MainThread', frames: ['  File "core.py", line 1'] },
				],
			}),
		),
		route('GET', '/debug/profiler', () => ok({ state: world.profiler ? 'STARTED' : 'STOPPED' })),
		route('PUT', '/debug/profiler', () => {
			if (world.profiler) throw new Error('the profiler runs already');
			world.profiler = true;
			return ok({ success: true });
		}),
		route('DELETE', '/debug/profiler', () => {
			if (!world.profiler) throw new Error('the profiler does not run');
			world.profiler = false;
			return ok({ success: true, profiler_file: '/srv/log/yappi_1795207068.stats' });
		}),
	];
	return dialect.has.has('debug') ? [...routes, ...(dialect.has.has('dump') ? [dumping] : [])] : [];
}

function slots(dialect: Dialect): unknown {
	if (dialect.slots === 'pairs') return [{ competing: 7, random: 3 }];
	return {
		random: [null, 3, null, 5],
		competing: [
			[0, null],
			[7, 12],
			[0, null],
		],
	};
}
