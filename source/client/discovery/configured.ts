import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localUrl, readPort } from './address.ts';
import { type Candidate, type Skipped, withTilde } from './candidate.ts';
import { given } from './explicit.ts';
import { readIni } from './ini.ts';
import { readSmallFile } from './small-file.ts';

/** What a configuration file says of its service, or why it says nothing. */
type Reading = Pick<Candidate, 'url' | 'apiKey' | 'generation'> | { readonly reason: string };

/** The files in which services of the field keep their port and key, and how each is read; newest first. */
const readers: ReadonlyArray<{ readonly name: string; readonly read: (text: string) => Reading }> = [
	{ name: 'configuration.json', read: readJson },
	{ name: 'triblerd.conf', read: readConf },
];

/**
 * The services that configuration files below the home folder speak of, newest version first: that they are
 * configured does not mean that they run.
 */
export async function configuredCandidates(
	home: string,
	onSkip: (skipped: Skipped) => void,
): Promise<Candidate[]> {
	const root = join(home, '.Tribler');
	const found: Candidate[] = [];
	for (const folder of await versionFolders(root, home, onSkip)) {
		for (const { name, read } of readers) {
			const path = join(root, folder, name);
			const source = withTilde(path, home);
			const file = await readSmallFile(path);
			if (!('text' in file)) {
				if (!file.missing) onSkip({ source, reason: file.reason });
				continue;
			}
			const reading = read(file.text);
			if ('reason' in reading) onSkip({ source, reason: reading.reason });
			else found.push({ ...reading, source, explicit: false });
		}
	}
	return found;
}

/** Numbered folders, the highest first; then those without a number (git); then the root, where old ones lie. */
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
		const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
		if (code !== 'ENOENT') onSkip({ source: withTilde(root, home), reason: `cannot be read (${code})` });
		return [];
	}
	const versions = names.filter((name) => /^\d+(\.\d+)*$/.test(name)).sort((a, b) => compareVersions(b, a));
	return [...versions, ...names.filter((name) => name === 'git'), '.'];
}

function compareVersions(a: string, b: string): number {
	const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
	for (let index = 0; index < Math.max(left.length, right.length); index++) {
		const difference = (left[index] ?? 0) - (right[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** 8.x: the port it was told (often 0, any) and the one it really opened. */
function readJson(text: string): Reading {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		// The parser's message quotes the file, and the key is in it.
		return { reason: 'is not JSON' };
	}
	if (!isFields(content) || !isFields(content.api)) return { reason: 'has no section "api"' };
	const { key, http_port, http_port_running } = content.api;
	const port = readPort(http_port_running) ?? readPort(http_port);
	if (port === undefined) return { reason: 'names no port' };
	const apiKey = typeof key === 'string' ? given(key) : undefined;
	return { url: localUrl(port, '/api'), apiKey, generation: 'B' };
}

/** 7.5 to 7.14 have [api] with a key; 7.1 to 7.3 [http_api] without. */
function readConf(text: string): Reading {
	const sections = readIni(text);
	if (!sections) return { reason: 'is not an INI file' };
	const api = sections.get('api');
	const section = api ?? sections.get('http_api');
	if (!section) return { reason: 'has neither a section [api] nor [http_api]' };
	const port = readPort(section.get('http_port'));
	if (port === undefined) return { reason: 'names no port' };
	return { url: localUrl(port), apiKey: given(api?.get('key')), generation: api ? 'B' : 'A' };
}

function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
