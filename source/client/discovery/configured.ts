import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../basics/error.ts';
import { isFields } from '../../basics/fields.ts';
import { isAlive } from '../../basics/is-alive.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { localUrl, readPort } from './address.ts';
import { type Candidate, type Skipped, withTilde } from './candidate.ts';
import { nonBlank } from './explicit.ts';
import { readIni } from './ini.ts';
import { type Core, processesFile, readCores } from './processes.ts';
import { fileProblems, readSmallFile } from './small-file.ts';

/** Reasons why a configuration file is not used. */
export const configurationProblems = {
	notJson: 'is not JSON',
	notIni: 'is not an INI file',
	noApi: 'has no section "api"',
	noSection: 'has neither a section [api] nor [http_api]',
	noPort: 'names no port',
	noPortYet: (pid: number) => `names no port of process ${pid} yet`,
	ended: (pid: number) => `names process ${pid}, which has ended`,
};

/** The service in a configuration file, or the reason why there is none. */
type ReadResult = ConfiguredService | { readonly reason: string };

interface ConfiguredService extends Pick<Candidate, 'apiKey' | 'generation' | 'local'> {
	readonly dialect: Dialect;
	/** Undefined if the file has none: 7.13 and 7.14 store it elsewhere. */
	readonly port: number | undefined;
	/** Path of the base URL. */
	readonly path: string;
}

/** A running core and the source that announced it. */
interface RunningCore extends Core {
	readonly source: string;
	readonly port: number;
}

/** Configuration files of services in the field with their readers, newest release first. */
const readers: ReadonlyArray<{
	readonly name: string;
	readonly read: (text: string, folder: string) => ReadResult;
}> = [
	{ name: 'configuration.json', read: readJson },
	{ name: 'triblerd.conf', read: readConf },
];

/** Returns the services configured below the home folder, newest version first. They may not be running. */
export async function configuredCandidates(
	home: string,
	onSkip: (skipped: Skipped) => void,
): Promise<Candidate[]> {
	const root = join(home, '.Tribler');
	const folders = await versionFolders(root, home, onSkip);
	const cores = await runningCores(root, folders, home, onSkip);
	const unclaimed = new Set(cores);
	const found: Candidate[] = [];
	/** Key of a core whose version has no folder of its own. */
	let defaultKey: string | undefined;
	for (const folder of folders) {
		for (const { name, read } of readers) {
			const path = join(root, folder, name);
			const source = withTilde(path, home);
			const file = await readSmallFile(path);
			if (!('text' in file)) {
				if (!file.missing) onSkip({ source, reason: file.reason });
				continue;
			}
			const reading = read(file.text, folder);
			if ('reason' in reading) {
				onSkip({ source, reason: reading.reason });
				continue;
			}
			const { port, path: basePath, ...configured } = reading;
			if (configured.dialect !== '8.x') {
				defaultKey ??= configured.apiKey;
				const core = cores.find(({ version }) => foldersOf(version).includes(folder));
				if (core) {
					// The port in the file is outdated.
					unclaimed.delete(core);
					found.push(candidateOf(core, configured.apiKey));
					continue;
				}
			}
			if (port === undefined) onSkip({ source, reason: configurationProblems.noPort });
			else {
				const url = localUrl(port, basePath);
				found.push({ url, ...configured, source, explicit: false, owner: 'other' });
			}
		}
	}
	return [...found, ...[...unclaimed].map((core) => candidateOf(core, defaultKey))];
}

function candidateOf({ port, version, source }: RunningCore, apiKey: string | undefined): Candidate {
	return {
		url: localUrl(port),
		apiKey,
		source,
		explicit: false,
		owner: 'other',
		generation: 'B',
		dialect: '7.12-7.14',
		...(version === '' ? {} : { version }),
		local: true,
	};
}

/** Returns the folders that may hold a version's configuration: '7.14.0-GIT' has 7.14 or git. */
function foldersOf(version: string): readonly string[] {
	const number = /^\d+\.\d+/.exec(version)?.[0];
	return [...(number === undefined ? [] : [number]), ...(/git/i.test(version) ? ['git'] : [])];
}

async function runningCores(
	root: string,
	folders: readonly string[],
	home: string,
	onSkip: (skipped: Skipped) => void,
): Promise<readonly RunningCore[]> {
	const running: RunningCore[] = [];
	// The root is the usual location.
	for (const folder of folders.toReversed()) {
		const path = join(root, folder, processesFile);
		const source = withTilde(path, home);
		const reading = await readCores(path);
		if (!('cores' in reading)) {
			if (!reading.missing) onSkip({ source, reason: reading.reason });
			continue;
		}
		for (const core of reading.cores) {
			const { pid, port } = core;
			// A killed core could not remove its row.
			if (!isAlive(pid)) onSkip({ source, reason: configurationProblems.ended(pid) });
			else if (port === undefined) onSkip({ source, reason: configurationProblems.noPortYet(pid) });
			else running.push({ ...core, port, source });
		}
	}
	return running;
}

/** Returns numbered folders, highest first, then folders without a number (git), then the root with old files. */
async function versionFolders(
	root: string,
	home: string,
	onSkip: (skipped: Skipped) => void,
): Promise<string[]> {
	let names: string[];
	try {
		const entries = await readdir(root, { withFileTypes: true });
		names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		if (code !== 'ENOENT') onSkip({ source: withTilde(root, home), reason: fileProblems.unreadable(code) });
		return [];
	}
	const versions = names.filter((name) => /^\d+(\.\d+)*$/.test(name)).sort((a, b) => compareVersions(b, a));
	return [...versions, ...names.filter((name) => name === 'git'), '.'];
}

function compareVersions(a: string, b: string): number {
	return a.localeCompare(b, 'en', { numeric: true });
}

/** Reads the configuration of 8.x: the configured port (often 0, any) and the port in use. */
function readJson(text: string): ReadResult {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		// The parser's message quotes the file, which contains the key.
		return { reason: configurationProblems.notJson };
	}
	if (!isFields(content) || !isFields(content.api)) return { reason: configurationProblems.noApi };
	const { key, http_port, http_port_running } = content.api;
	const running = readPort(http_port_running);
	return {
		port: running ?? readPort(http_port),
		path: '/api',
		apiKey: typeof key === 'string' ? nonBlank(key) : undefined,
		generation: 'B',
		dialect: '8.x',
		// A process of this machine wrote this port after opening it.
		...(running === undefined ? {} : { local: true }),
	};
}

/** Reads the configuration of 7.x. 7.5 to 7.14 have [api] with a key, 7.1 to 7.3 have [http_api] without. */
function readConf(text: string, folder: string): ReadResult {
	const sections = readIni(text);
	if (!sections) return { reason: configurationProblems.notIni };
	const api = sections.get('api');
	const section = api ?? sections.get('http_api');
	if (!section) return { reason: configurationProblems.noSection };
	const port = readPort(section.get('http_port'));
	if (!api) return { port, path: '', apiKey: undefined, generation: 'A', dialect: '7.0-7.3' };
	// A folder without a number belongs to a build of the last 7.x.
	const dialect = compareVersions(folder, '7.12') < 0 ? '7.5-7.11' : '7.12-7.14';
	return { port, path: '', apiKey: nonBlank(api.get('key')), generation: 'B', dialect };
}
