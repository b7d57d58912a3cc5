import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usage } from '../failure.ts';

/** What stands for 'read the sources from standard input'. */
const fromInput = '-';

/** The sources that were named, those of standard input in the place of '-'. */
export async function readSources(named: readonly string[]): Promise<string[]> {
	const sources: string[] = [];
	for (const source of named) {
		if (source === fromInput) sources.push(...(await linesOfInput()));
		else sources.push(source);
	}
	return sources.map(wholeSource);
}

/** A source as the service understands it: it runs in a folder of its own, so that relative paths are made whole. */
export function wholeSource(source: string): string {
	if (source.trim() === '') throw usage('A source must not be empty.');
	if (/^file:/i.test(source)) {
		try {
			return fileURLToPath(source);
		} catch {
			throw usage(`'${source}' is not the URL of a file on this machine.`);
		}
	}
	return /^(magnet:|https?:)/i.test(source) ? source : resolve(source);
}

/** One source a line; empty lines and those that begin with '#' say nothing. */
async function linesOfInput(): Promise<string[]> {
	process.stdin.setEncoding('utf8');
	let text = '';
	for await (const chunk of process.stdin) text += chunk;
	return text
		.split(/\r?\n/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
}
