import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf } from '../../basics/error.ts';
import { type CallOptions, type Client, createClient } from '../../client/client.ts';
import { RequestLog } from '../../client/http/request-log.ts';
import { jsonWithoutSecrets, withoutSecrets } from '../../format/without-secrets.ts';
import { appliesToAll, CommandFailure, describeFailure } from '../declaration/failure.ts';
import { binaryText, writingFailure } from '../output/binary.ts';
import { interruptible } from '../output/interruption.ts';
import { safeJson } from '../output/json.ts';
import { printLine } from '../output/print.ts';
import { version as ownVersion } from '../program/version.ts';
import type { Call } from '../service-command/service-command.ts';
import { readVersion } from '../watching/read-version.ts';

interface ReportInput {
	readonly file: string | undefined;
	readonly force: boolean;
}

/** Lines of each log. */
const LOG_LINES = 1_000;
/** Hops whose sessions and settings are read. */
const HOPS = [0, 1, 2, 3] as const;

type Read = (client: Client, options: CallOptions) => Promise<unknown>;

const readLog =
	(process: 'core' | 'gui'): Read =>
	async (client, options) => {
		const query = { process, max_lines: LOG_LINES };
		const { content } = await client.getLog({ query }, options);
		// Key files have several lines.
		return withoutSecrets(content).split(/\r?\n/);
	};

/** The parts of the report, each with its field in the file. */
const parts: readonly (readonly [name: string, read: Read])[] = [
	['state', (client, options) => client.getState({}, options)],
	['profiler', (client, options) => client.getProfiler({}, options)],
	['threads', (client, options) => client.listThreads({}, options)],
	['sockets', (client, options) => client.listOpenSockets({}, options)],
	['files', (client, options) => client.listOpenFiles({}, options)],
	['cpu_history', (client, options) => client.getCpuHistory({}, options)],
	['memory_history', (client, options) => client.getMemoryHistory({}, options)],
	['circuits', (client, options) => client.getSlots({}, options)],
	...HOPS.flatMap((hop): [string, Read][] => [
		[`session_hop_${hop}`, (client, options) => client.getSession({ query: { hop } }, options)],
		[`settings_hop_${hop}`, (client, options) => client.getSettings({ query: { hop } }, options)],
	]),
	['log_core', readLog('core')],
	['log_gui', readLog('gui')],
];

/** Writes debug information to a file, or to standard output for '-'. Secrets are removed. */
export async function writeReport({ file, force }: ReportInput, call: Call): Promise<number | undefined> {
	const time = new Date();
	const path = file ?? `seedtop-report-${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.json`;
	// An incomplete file is deleted when the command is interrupted.
	return interruptible(async (signal) => {
		// Every part listens to it.
		setMaxListeners(0, signal);
		// Opened first, so that an unwritable folder fails before the service is asked.
		const target = path === '-' ? undefined : await openTarget(resolve(path), force);
		try {
			const report = await reportOf({ ...call, limits: { ...call.limits, signal } }, time);
			signal.throwIfAborted();
			const text = `${safeJson(report, '  ')}\n`;
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
	});
}

/** Returns the report as data. Throws if the service cannot be reached at all. */
async function reportOf(
	{ client: _, ...call }: Omit<Call, 'limits'> & { readonly limits: CallOptions },
	time: Date,
): Promise<unknown> {
	const { limits, service } = call;
	const requestLog = new RequestLog();
	const mismatches: object[] = [];
	const client = createClient({
		...service,
		requestLog,
		onDeviation: (endpoint, deviations) => {
			for (const deviation of deviations) mismatches.push({ endpoint, ...deviation });
		},
	});
	const values: Record<string, unknown> = {};
	const absent: Record<string, string> = {};
	const failures: unknown[] = [];
	const read = async ([name, request]: (typeof parts)[number]) => {
		try {
			values[name] = await request(client, limits);
		} catch (error) {
			failures.push(error);
			absent[name] = describeFailure(error);
		}
	};
	try {
		const [version] = await Promise.all([readVersion({ ...call, client }), ...parts.map(read)]);
		const lost = failures.find(appliesToAll);
		if (lost !== undefined && failures.length === parts.length) throw lost;
		const { url, source, owner = null, generation, dialect = null, apiKey } = service;
		const report = {
			report: { format: 1, time: time.toISOString() },
			program: { version: ownVersion, node: process.version, platform: process.platform, arch: process.arch },
			service: { url, source, owner, generation, dialect, version },
			absent,
			...Object.fromEntries(parts.flatMap(([name]) => (name in values ? [[name, values[name]]] : []))),
			requests: requestLog.recent,
			schema_mismatches: mismatches,
		};
		return jsonWithoutSecrets(report, apiKey === undefined ? [] : [apiKey]);
	} finally {
		await client.close();
	}
}

/** A file that gets its name when it is complete. */
interface Target {
	readonly write: (text: string) => Promise<void>;
	/** Deletes the incomplete file. */
	readonly close: () => Promise<void>;
}

/** Opens a file of mode 0600 beside its place. */
async function openTarget(path: string, force: boolean): Promise<Target> {
	const part = `${path}.${randomUUID()}.part`;
	const exists = () => new CommandFailure(binaryText.exists(path));
	if (!force && (await stat(path).catch(() => undefined))) throw exists();
	const file = await open(part, 'wx', 0o600).catch((error: unknown) => Promise.reject(writingFailure(error)));
	return {
		write: async (text) => {
			try {
				await file.writeFile(text);
				if (force) await rename(part, path);
				else await link(part, path);
			} catch (error) {
				if (codeOf(error) === 'EEXIST') throw exists();
				throw writingFailure(error);
			}
		},
		close: async () => {
			await file.close();
			await rm(part, { force: true });
		},
	};
}
