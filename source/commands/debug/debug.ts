import {
	circuitColumns,
	cpuColumns,
	memoryColumns,
	openFileColumns,
	socketColumns,
	threadColumns,
} from '../../columns/debug.ts';
import { textOrDash } from '../../columns/figures.ts';
import { sanitize } from '../../format/sanitize.ts';
import { maybe } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { choice, flag, text } from '../declaration/options.ts';
import { printAnswer, printLine, printTable, tableOptions } from '../output/print.ts';
import { listCommand } from '../service-command/list-command.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';

const threads = serviceCommand({
	name: 'threads',
	endpoints: ['listThreads'],
	summary: 'list the threads with their stacks',
	options: { frames: flag('--frames', 'show complete stacks'), ...tableOptions },
	async run(input, { client, limits }) {
		const answer = await client.listThreads({}, limits);
		if (input.json) await printAnswer('listThreads', answer);
		else if (input.frames) {
			for (const { thread_id, thread_name, frames } of answer.threads) {
				printLine(`${thread_id} ${textOrDash(sanitize(thread_name ?? ''))}`);
				for (const line of (frames ?? []).flatMap((frame) => frame.split('\n')))
					printLine(`  ${sanitize(line)}`);
			}
		} else
			await printTable(threadColumns, answer.threads, {
				header: input.header,
				empty: 'The service reports no threads.',
			});
	},
});

const dump = serviceCommand({
	name: 'dump',
	endpoints: ['getMemoryDump'],
	summary: 'fetch a memory dump',
	description:
		'A dump blocks its process for seconds. The file has mode 0600. It gets its name when it is complete.',
	options: {
		output: text('-o, --output <file>', 'output file (default: standard output)', { completes: 'file' }),
		force: flag('-f, --force', 'replace an existing file'),
		process: choice('--process <name>', ['service', 'engine'], 'process of seedtop (default: service)'),
	},
	// Loaded on demand, because help does not need it.
	run: async (input, call) => (await import('./save-dump.ts')).saveDump(input, call),
});

const report = serviceCommand({
	name: 'report',
	endpoints: ['listThreads'],
	summary: 'write all debug information to a file, without secrets',
	description:
		'Writes threads, sockets, files, histories, logs, session, settings, circuits, profiler state and versions as JSON, with the reason for each missing part. API keys, passwords and keys in URLs are removed. The file has mode 0600.',
	arguments: {
		file: maybe('file', "the file, '-' for standard output (default: a name with the time)", 'file'),
	},
	options: { force: flag('-f, --force', 'replace an existing file') },
	// Loaded on demand, because help does not need it.
	run: async (input, call) => (await import('./write-report.ts')).writeReport(input, call),
});

export const debugCommand = group({
	name: 'debug',
	summary: 'show debug information of the service',
	options: serviceOptions,
	verbs: [
		threads,
		listCommand(
			{ name: 'sockets', endpoint: 'listOpenSockets', summary: 'list the open sockets' },
			({ client, limits }) => client.listOpenSockets({}, limits),
			socketColumns,
			({ open_sockets }) => open_sockets,
		),
		listCommand(
			{ name: 'files', endpoint: 'listOpenFiles', summary: 'list the open files' },
			({ client, limits }) => client.listOpenFiles({}, limits),
			openFileColumns,
			({ open_files }) => open_files,
		),
		listCommand(
			{ name: 'circuits', endpoint: 'getSlots', summary: 'list the slots of the tunnel overlay' },
			({ client, limits }) => client.getSlots({}, limits),
			circuitColumns,
			({ slots }) => slots,
		),
		listCommand(
			{ name: 'cpu', endpoint: 'getCpuHistory', summary: 'show the CPU history' },
			({ client, limits }) => client.getCpuHistory({}, limits),
			cpuColumns,
			({ cpu_history }) => cpu_history,
		),
		listCommand(
			{ name: 'memory', endpoint: 'getMemoryHistory', summary: 'show the memory history' },
			({ client, limits }) => client.getMemoryHistory({}, limits),
			memoryColumns,
			({ memory_history }) => memory_history,
		),
		dump,
		report,
	],
});
