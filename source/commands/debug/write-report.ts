import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CallOptions, Client } from '../../client/client.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import type { Call } from '../declaration/service-command.ts';
import { writingFailure } from '../output/binary.ts';
import { appliesToAll, CommandFailure, describeFailure } from '../output/failure.ts';
import { safeJson } from '../output/json.ts';
import { printLine } from '../output/print.ts';
import { version as ownVersion } from '../version.ts';
import { readVersion } from '../watching/read-version.ts';
import { redact } from './redact.ts';

export interface ReportInput {
	readonly file: string | undefined;
	readonly force: boolean;
}

/** Lines of each log. */
const LOG_LINES = 1_000;
/** Hops whose sessions and settings are read. */
const HOPS = [0, 1, 2, 3] as const;

/** A part of the report. Its name is the field in the file. */
interface Part {
	readonly name: string;
	readonly endpoint: EndpointName;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly read: (client: Client, options: CallOptions) => Promise<unknown>;
}

const parts: readonly Part[] = [
	{ name: 'state', endpoint: 'getState', read: (client, options) => client.getState({}, options) },
	{ name: 'profiler', endpoint: 'getProfiler', read: (client, options) => client.getProfiler({}, options) },
	{ name: 'threads', endpoint: 'listThreads', read: (client, options) => client.listThreads({}, options) },
	{
		name: 'sockets',
		endpoint: 'listOpenSockets',
		read: (client, options) => client.listOpenSockets({}, options),
	},
	{ name: 'files', endpoint: 'listOpenFiles', read: (client, options) => client.listOpenFiles({}, options) },
	{
		name: 'cpu_history',
		endpoint: 'getCpuHistory',
		read: (client, options) => client.getCpuHistory({}, options),
	},
	{
		name: 'memory_history',
		endpoint: 'getMemoryHistory',
		read: (client, options) => client.getMemoryHistory({}, options),
	},
	{ name: 'circuits', endpoint: 'getSlots', read: (client, options) => client.getSlots({}, options) },
	...HOPS.flatMap((hop): Part[] => [
		{
			name: `session_hop_${hop}`,
			endpoint: 'getSession',
			query: { hop },
			read: (client, options) => client.getSession({ query: { hop } }, options),
		},
		{
			name: `settings_hop_${hop}`,
			endpoint: 'getSettings',
			query: { hop },
			read: (client, options) => client.getSettings({ query: { hop } }, options),
		},
	]),
	...(['core', 'gui'] as const).map((process): Part => {
		const query = { process, max_lines: LOG_LINES };
		return {
			name: `log_${process}`,
			endpoint: 'getLog',
			query,
			read: async (client, options) => (await client.getLog({ query }, options)).content.split(/\r?\n/),
		};
	}),
];

/** A request of this command, for the report. */
interface RequestRecord {
	readonly endpoint: EndpointName;
	readonly query?: Part['query'];
	readonly took_ms: number;
	/** undefined if it was answered. */
	readonly failure?: string;
}

/** Writes debug information to a file, or to standard output for '-'. Secrets are removed. */
export async function writeReport({ file, force }: ReportInput, call: Call): Promise<undefined> {
	const time = new Date();
	const path = file ?? `seedtop-report-${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.json`;
	// Opened first, so that an unwritable folder fails before the service is asked.
	const target = path === '-' ? undefined : await openTarget(resolve(path), force);
	try {
		const text = `${safeJson(await reportOf(call, time), '  ')}\n`;
		if (!target) {
			process.stdout.write(text);
			return undefined;
		}
		await target.write(text);
	} finally {
		await target?.close();
	}
	printLine(path);
	return undefined;
}

/** Returns the report as data. Throws if the service cannot be reached at all. */
async function reportOf(call: Call, time: Date): Promise<unknown> {
	const { client, limits, service } = call;
	const requests: RequestRecord[] = [];
	const values: Record<string, unknown> = {};
	const absent: Record<string, string> = {};
	const failures: unknown[] = [];
	const [version] = await Promise.all([
		readVersion(call),
		...parts.map(async ({ name, endpoint, query, read }) => {
			const began = performance.now();
			const note = (failure?: string) =>
				requests.push({
					endpoint,
					...(query ? { query } : {}),
					took_ms: Math.round(performance.now() - began),
					...(failure === undefined ? {} : { failure }),
				});
			try {
				values[name] = await read(client, limits);
				note();
			} catch (error) {
				failures.push(error);
				absent[name] = describeFailure(error);
				note(absent[name]);
			}
		}),
	]);
	const lost = failures.find(appliesToAll);
	if (lost !== undefined && failures.length === parts.length) throw lost;
	const { url, source, owner = null, generation, dialect = null, apiKey } = service;
	const report = {
		report: { format: 1, time: time.toISOString() },
		program: { version: ownVersion, node: process.version, platform: process.platform, arch: process.arch },
		service: { url, source, owner, generation, dialect, version },
		absent,
		...Object.fromEntries(parts.flatMap(({ name }) => (name in values ? [[name, values[name]]] : []))),
		requests,
	};
	return redact(report, apiKey === undefined ? [] : [apiKey]);
}

export const reportText = {
	exists: (path: string) => `${path} exists. Use another name, or --force.`,
} as const;

/** A file that gets its name when it is complete. */
interface Target {
	readonly write: (text: string) => Promise<void>;
	/** Deletes the incomplete file. */
	readonly close: () => Promise<void>;
}

/** Opens a file of mode 0600 beside its place. */
async function openTarget(path: string, force: boolean): Promise<Target> {
	const part = `${path}.${randomUUID()}.part`;
	const exists = () => new CommandFailure(reportText.exists(path));
	if (!force && (await stat(path).catch(() => undefined))) throw exists();
	const file = await open(part, 'wx', 0o600).catch((error: unknown) => Promise.reject(writingFailure(error)));
	return {
		write: async (text) => {
			try {
				await file.writeFile(text);
				if (force) await rename(part, path);
				else await link(part, path);
			} catch (error) {
				if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw exists();
				throw writingFailure(error);
			}
		},
		close: async () => {
			await file.close();
			await rm(part, { force: true });
		},
	};
}
