import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../basics/error.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import { makePrivateFolderSync } from './make-folder.ts';

/** Time between checks whether another program has moved or deleted the file. */
const MOVE_CHECK_INTERVAL_MS = 1_000;

interface LogFileOptions {
	readonly path: string;
	/** Maximum size in bytes. A longer line gets a file of its own. */
	readonly size: number;
	/** Number of old files kept, as `path.1` (the newest) and so on. With 0, a full file is deleted. */
	readonly files: number;
	/** Called once with the reason when writing starts to fail. */
	readonly onFailure: (reason: string) => void;
}

interface LogFile {
	/** Never throws: on a full disk lines are lost, but the service keeps running. */
	readonly write: (line: string) => void;
	/** Reopens the file at the path, creating it if necessary. Keeps the earlier file if that fails. */
	readonly reopen: () => void;
}

/**
 * Opens a log file and rotates it when full. Detects files that other programs moved, deleted or emptied. Writes
 * synchronously, because the last line before a crash matters most.
 * @throws HttpError when the file cannot be opened
 */
export function openLogFile(options: LogFileOptions): LogFile {
	const { path, size, files, onFailure } = options;
	let file: number | undefined;
	let length = 0;
	let failing = false;
	let reopenFailing = false;
	/** Time of the last check for a moved file, `performance.now()`. */
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
		const found = statSync(path, { throwIfNoEntry: false });
		const { ino, dev } = fstatSync(current);
		if (found?.ino !== ino || found.dev !== dev) reopen();
		else length = found.size;
	};
	const rotate = () => {
		if (file !== undefined) closeSync(file);
		file = undefined;
		for (let age = files; age > 0; age--) {
			const from = age === 1 ? path : `${path}.${age - 1}`;
			renameIfExists(from, `${path}.${age}`);
		}
		if (files === 0) rmSync(path, { force: true });
		open();
	};

	try {
		makePrivateFolderSync(dirname(path));
		open();
	} catch (error) {
		throw new HttpError(500, 'LogFileError', unusableLog(path, reasonOf(error)), error);
	}

	const write = (line: string) => {
		const bytes = Buffer.from(line);
		try {
			if (file === undefined) open();
			else checkMove(file);
			if (length > 0 && length + bytes.length > size) rotate();
			// A nearly full disk may accept only part of the line.
			if (file !== undefined) length += writeSync(file, bytes);
			failing = false;
		} catch (error) {
			if (!failing) onFailure(reasonOf(error));
			failing = true;
		}
	};
	return { write, reopen };
}

function renameIfExists(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
	}
}

/** Returns the failure to open a log file. */
export function unusableLog(path: string, reason: string): string {
	return `Cannot write the log file ${path}: ${reason}. Give another with --log-file.`;
}
