import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TorrentFile } from '../../client/add-source.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';

/** Placeholder for sources from standard input. */
const STANDARD_INPUT = '-';

/** Failures of sources. */
export const sourceText = {
	empty: 'A source must not be empty.',
	noFileNumber: (source: string, missing: number, last: number) =>
		`Cannot add ${source}: it has no file ${missing}. Its last file is ${last}.`,
	unreadable: (source: string, reason: string) => `Cannot add ${source}: ${reason}. Name a .torrent file.`,
	noFileUrl: (source: string) => `'${source}' is not the URL of a file on this machine.`,
};

/** Returns the named sources. '-' is replaced by the lines of standard input. */
export async function readSources(named: readonly string[]): Promise<string[]> {
	const sources: string[] = [];
	for (const source of named) {
		if (source === STANDARD_INPUT) for (const line of await linesOfInput()) sources.push(line);
		else sources.push(source);
	}
	return sources.map(absoluteSource);
}

/** Makes relative paths absolute, because the service runs in another folder. */
export function absoluteSource(source: string): string {
	if (source.trim() === '') throw usage(sourceText.empty);
	if (/^file:/i.test(source)) {
		try {
			return fileURLToPath(source);
		} catch {
			throw usage(sourceText.noFileUrl(source));
		}
	}
	return isLink(source) ? source : resolve(source);
}

/**
 * Returns the .torrent file of a source, with its bytes if they are readable here. Otherwise returns the source.
 * Throws if a selected index does not exist: services accept it and then download nothing.
 */
export async function fileOr(source: string, selected: readonly number[]): Promise<string | TorrentFile> {
	if (isLink(source)) return source;
	const { torrentBytes } = await import('../../metainfo/torrent-bytes.ts');
	const { describeInSteps: describing } = await import('../../metainfo/describe.ts');
	try {
		const bytes = await torrentBytes(source);
		// Services report invalid content as internal errors, without the name of the file.
		const steps = describing(bytes);
		let step = steps.next();
		while (!step.done) step = steps.next();
		const count = step.value.files.length;
		const missing = selected.find((number) => number >= count);
		if (missing !== undefined) {
			throw new CommandFailure(sourceText.noFileNumber(source, missing, count - 1));
		}
		return { path: source, bytes };
	} catch (error) {
		if (error instanceof CommandFailure) throw error;
		// It may be a file on the service's machine, or one that only the service may read.
		if (error instanceof Error && 'code' in error) return { path: source, bytes: undefined };
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandFailure(sourceText.unreadable(source, reason));
	}
}

function isLink(source: string): boolean {
	return isInfohash(source) || /^(magnet:|https?:)/i.test(source);
}

/** Reads one source per line. Skips empty lines and those that begin with '#'. */
async function linesOfInput(): Promise<string[]> {
	process.stdin.setEncoding('utf8');
	let text = '';
	for await (const chunk of process.stdin) text += chunk;
	return text
		.split(/\r?\n/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
}
