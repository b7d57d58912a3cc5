import { pipeline } from 'node:stream/promises';
import { DEFAULT_LOG_LINES } from '../../protocol/repair/debug.ts';
import type { Debug } from '../debug/debug.ts';
import type { RowsOfBoth } from '../debug/debugged-processes.ts';
import type { Engine } from '../engine/port.ts';
import { commonHeaders } from '../http/error-answer.ts';
import { clip, HttpError, invalidParameter, reasonOf } from '../http/http-error.ts';
import type { Handlers } from '../http/route.ts';
import { fromEngine } from './engine.ts';

/** Handlers of the interface's part 4.6. */
export function debugRoutes(debug: Debug, engine: Engine) {
	return {
		async getSlots() {
			const routes = await fromEngine(engine.routes());
			return {
				slots: routes.map(({ proxies, downloads, reachable, failure }) => ({
					random: proxies.length,
					competing: downloads,
					proxies: [...proxies],
					reachable,
					failure,
				})),
			};
		},

		async getCpuHistory() {
			return {
				cpu_history: debug.history.list().map(({ time, cpu: { service, engine } }) => ({
					time,
					cpu: tenths(service + engine),
					cpu_service: tenths(service),
					cpu_engine: tenths(engine),
				})),
			};
		},

		async getMemoryHistory() {
			return {
				memory_history: debug.history.list().map(({ time, memory: { service, engine } }) => ({
					time,
					mem: service + engine,
					mem_service: service,
					mem_engine: engine,
				})),
			};
		},

		async getLog({ query: { process = 'core', max_lines = DEFAULT_LOG_LINES, after, before } }) {
			if (process !== 'core' && process !== 'gui')
				throw invalidParameter(`There is no log of ${clip(process)}. Use core or gui.`);
			try {
				return { ...(await debug.logs[process].tail(max_lines, { after, before })), max_lines };
			} catch (error) {
				throw new HttpError(500, 'LogError', `Cannot read the log: ${reasonOf(error)}.`, error);
			}
		},

		async getMemoryDump({ query: { process = 'service' }, request, reply }) {
			const { dumps } = debug;
			// GET handlers also serve HEAD.
			if (request.method === 'HEAD') {
				reply.send();
				return undefined;
			}
			await dumps.take(process, async ({ content, size, name }) => {
				reply.hijack();
				reply.raw.writeHead(200, {
					...commonHeaders,
					'content-type': 'application/octet-stream',
					'content-length': size,
					'content-disposition': `attachment; filename="seedtop-${name}"`,
				});
				// A client that goes away ends the dump.
				await pipeline(content, reply.raw).catch(() => {});
			});
			return undefined;
		},

		async listOpenFiles() {
			const { rows, unavailable } = await debug.processes.openFiles();
			return { open_files: [...rows], ...reason(unavailable) };
		},

		async listOpenSockets() {
			const { rows, unavailable } = await debug.processes.openSockets();
			return { open_sockets: [...rows], ...reason(unavailable) };
		},

		async getProfiler() {
			const { state, runningTime, files } = debug.profilerStatus;
			return {
				state,
				...(runningTime === undefined ? {} : { running_time: tenths(runningTime) }),
				...profileFiles(files),
			};
		},

		async startProfiler() {
			await debug.profiler.start();
			return { success: true };
		},

		async stopProfiler() {
			return { success: true, ...profileFiles(await debug.profiler.stop()) };
		},

		async listThreads() {
			const { rows, unavailable } = await debug.processes.threads();
			return {
				threads: rows.map(({ id, name, frames, process, kind, status, cpuTime }) => ({
					thread_id: id,
					thread_name: `${process}: ${name}`,
					frames: [...frames],
					process,
					kind,
					status,
					...(cpuTime === undefined ? {} : { cpu_time: cpuTime }),
				})),
				...reason(unavailable),
			};
		},
	} satisfies Partial<Handlers>;
}

function reason(unavailable: RowsOfBoth<object>['unavailable']) {
	return unavailable === undefined ? {} : { unavailable };
}

function profileFiles(files: readonly string[]) {
	const [file] = files;
	return file === undefined ? {} : { profiler_file: file, profiler_files: [...files] };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
