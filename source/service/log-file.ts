import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault, reasonOf } from './fault.ts';
import { makePrivateFolderSync } from './storage/make-folder.ts';

export interface LogFileOptions {
	readonly path: string;
	/** Bytes that the file has at most; a line that is longer than that stands in a file alone. */
	readonly size: number;
	/** How many full files are kept beside it, as `path.1` (the newest) and so on; with 0 a full one is emptied. */
	readonly files: number;
	/** Told once, with the reason, when lines cannot be written, and again after it worked meanwhile. */
	readonly onFailure: (reason: string) => void;
}

/**
 * Opens a log file and returns what writes lines to it, putting a full one aside. Written at once: the last line
 * before an end is the one that is looked for. Never throws afterwards: a full disk costs lines, not the service.
 * @throws Fault when the file cannot be opened
 */
export function openLogFile(options: LogFileOptions): (line: string) => void {
	const { path, size, files, onFailure } = options;
	let file: number | undefined;
	let length = 0;
	let failing = false;

	const open = () => {
		file = openSync(path, 'a', 0o600);
		length = fstatSync(file).size;
	};
	const putAside = () => {
		if (file !== undefined) closeSync(file);
		file = undefined;
		for (let age = files; age > 0; age--) {
			const from = age === 1 ? path : `${path}.${age - 1}`;
			renameIfThere(from, `${path}.${age}`);
		}
		if (files === 0) rmSync(path, { force: true });
		open();
	};

	try {
		makePrivateFolderSync(dirname(path));
		open();
	} catch (error) {
		throw new Fault(
			500,
			'LogFileError',
			`Cannot write the log file ${path}: ${reasonOf(error)}. Give another with --log-file.`,
			error,
		);
	}

	return (line) => {
		const bytes = Buffer.from(line);
		try {
			if (file === undefined) open();
			if (length > 0 && length + bytes.length > size) putAside();
			// A disk that is nearly full may take a part of the line.
			if (file !== undefined) length += writeSync(file, bytes);
			failing = false;
		} catch (error) {
			if (!failing) onFailure(reasonOf(error));
			failing = true;
		}
	};
}

function renameIfThere(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
	}
}
