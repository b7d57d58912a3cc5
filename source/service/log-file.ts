import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { HttpError, reasonOf } from './http/http-error.ts';
import { makePrivateFolderSync } from './storage/make-folder.ts';

/** Milliseconds between two looks whether another program has moved or deleted the file. */
const MOVE_CHECK_INTERVAL_MS = 1_000;

export interface LogFileOptions {
	readonly path: string;
	/** Bytes that the file has at most; a line that is longer than that stands in a file alone. */
	readonly size: number;
	/** How many full files are kept beside it, as `path.1` (the newest) and so on; with 0 a full one is emptied. */
	readonly files: number;
	/** Told once, with the reason, when lines cannot be written, and again after it worked meanwhile. */
	readonly onFailure: (reason: string) => void;
}

export interface LogFile {
	/** Never throws: a full disk costs lines, not the service. */
	readonly write: (line: string) => void;
	/** Continues with the file that is at the path now, or a new one. The earlier file stays if that fails. */
	readonly reopen: () => void;
}

/**
 * Opens a log file; a full one is put aside. A file that another program moved, deleted or emptied is noticed. Written
 * at once: the last line before an end is the one that is looked for.
 * @throws HttpError when the file cannot be opened
 */
export function openLogFile(options: LogFileOptions): LogFile {
	const { path, size, files, onFailure } = options;
	let file: number | undefined;
	let length = 0;
	let failing = false;
	let reopenFailing = false;
	/** Milliseconds of `performance.now()` of the last look whether the file was moved. */
	let checked = 0;

	const open = () => {
		const opened = openSync(path, 'a', 0o600);
		if (file !== undefined) closeSync(file);
		file = opened;
		length = fstatSync(file).size;
		checked = performance.now();
	};
	const reopen = () => {
		try {
			open();
			reopenFailing = false;
		} catch (error) {
			if (!reopenFailing) onFailure(reasonOf(error));
			reopenFailing = true;
		}
	};
	const checkMove = (current: number) => {
		if (performance.now() - checked < MOVE_CHECK_INTERVAL_MS) return;
		checked = performance.now();
		const there = statSync(path, { throwIfNoEntry: false });
		const { ino, dev } = fstatSync(current);
		if (there?.ino !== ino || there.dev !== dev) reopen();
		else length = there.size;
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
		throw new HttpError(
			500,
			'LogFileError',
			`Cannot write the log file ${path}: ${reasonOf(error)}. Give another with --log-file.`,
			error,
		);
	}

	const write = (line: string) => {
		const bytes = Buffer.from(line);
		try {
			if (file === undefined) open();
			else checkMove(file);
			if (length > 0 && length + bytes.length > size) putAside();
			// A disk that is nearly full may take a part of the line.
			if (file !== undefined) length += writeSync(file, bytes);
			failing = false;
		} catch (error) {
			if (!failing) onFailure(reasonOf(error));
			failing = true;
		}
	};
	return { write, reopen };
}

function renameIfThere(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
	}
}
