import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import { repairLogQuery, repairSlots, spellLog } from '../repair/debug.ts';
import { CircuitSlots, CpuSample, MemorySample, OpenFile, OpenSocket, Thread } from '../resources/debug.ts';
import { integer, text } from './fields.ts';

/** Reasons for missing rows, as sentences. Absent if all rows are there, and in services other than seedtop. */
const unavailable = Type.Optional(Type.String());

/** Files of a profile. Only seedtop reports all of them. */
const profileFiles = {
	profiler_file: Type.Optional(Type.String()),
	/** Files of all processes. */
	profiler_files: Type.Optional(Type.Array(Type.String())),
};

const Success = Type.Object({ success: Type.Boolean() });

const endpoint = endpointsOf({ resource: 'debug', generations: 'AB' });

/** Interface, part 4.6. */
export const debug = {
	getSlots: endpoint('GET', '/debug/circuits/slots', {
		summary: 'Read the slots of the tunnel overlay.',
		response: Type.Object({ slots: Type.Array(CircuitSlots) }),
		repair: repairSlots,
	}),
	getCpuHistory: endpoint('GET', '/debug/cpu/history', {
		summary: 'Read the CPU history.',
		response: Type.Object({ cpu_history: Type.Array(CpuSample) }),
	}),
	getLog: endpoint('GET', '/debug/log', {
		summary: 'Read the end of a log.',
		query: Type.Object({
			process: text('process of the log: core or gui'),
			max_lines: integer(1, 'maximum number of lines; 100 if it is missing or no number'),
			after: text('position of an earlier response of seedtop: return only later lines'),
			before: text('start of an earlier response of seedtop: return only earlier lines'),
		}),
		response: Type.Object({
			content: Type.String(),
			max_lines: Type.Optional(Type.Integer()),
			/** End of the content, for `after`. Only seedtop reports it. */
			position: Type.Optional(Type.String()),
			/** Start of the content, for `before`. Only seedtop reports it. */
			start: Type.Optional(Type.String()),
		}),
		spell: spellLog,
		repairQuery: repairLogQuery,
	}),
	getMemoryDump: endpoint('GET', '/debug/memory/dump', {
		summary: 'Fetch a memory dump. It blocks the process for seconds.',
		query: Type.Object({
			process: Type.Optional(
				Type.Enum(['service', 'engine'], { description: 'process of seedtop; the service by default' }),
			),
		}),
		content: 'bytes',
		statuses: { 409: 'another memory dump is under way' },
	}),
	getMemoryHistory: endpoint('GET', '/debug/memory/history', {
		summary: 'Read the memory history.',
		response: Type.Object({ memory_history: Type.Array(MemorySample) }),
	}),
	listOpenFiles: endpoint('GET', '/debug/open_files', {
		summary: 'List the open files.',
		response: Type.Object({ open_files: Type.Array(OpenFile), unavailable }),
	}),
	listOpenSockets: endpoint('GET', '/debug/open_sockets', {
		summary: 'List the open sockets.',
		response: Type.Object({ open_sockets: Type.Array(OpenSocket), unavailable }),
	}),
	getProfiler: endpoint('GET', '/debug/profiler', {
		summary: 'Read whether the profiler runs.',
		response: Type.Object({
			state: Type.String(),
			/** Seconds since its start, while it runs. Only seedtop reports it and the files of the last profile. */
			running_time: Type.Optional(Type.Number()),
			...profileFiles,
		}),
	}),
	startProfiler: endpoint('PUT', '/debug/profiler', {
		summary: 'Start the profiler.',
		response: Success,
	}),
	stopProfiler: endpoint('DELETE', '/debug/profiler', {
		summary: 'Stop the profiler.',
		response: Type.Object({ ...Success.properties, ...profileFiles }),
	}),
	listThreads: endpoint('GET', '/debug/threads', {
		summary: 'List the threads with their stacks.',
		response: Type.Object({ threads: Type.Array(Thread), unavailable }),
	}),
} as const;
