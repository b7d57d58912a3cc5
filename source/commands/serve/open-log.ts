import type { LogSource } from '../../service/debug/log-source.ts';
import type { Log } from '../../service/log/log.ts';
import type { ServiceSettings } from './settings.ts';

export interface OpenLog {
	readonly log: Log;
	/** Reopens the file, if there is one. */
	readonly reopen: () => void;
	/** Reads the log. Without a file, its last lines are in memory. */
	readonly source: LogSource;
}

/** Opens the log on the given output and, if set, in a file. */
export async function openLog(settings: ServiceSettings, print: (line: string) => void): Promise<OpenLog> {
	const [{ createLog }, { openLogFile }, { FileLogTail }, { RecentLines }] = await Promise.all([
		import('../../service/log/log.ts'),
		import('../../service/storage/log-file.ts'),
		import('../../service/debug/log-tail.ts'),
		import('../../service/debug/recent-lines.ts'),
	]);
	const { log_file: path, log_size: size, log_files: files, log_level: level } = settings;
	if (path === null) {
		const source = new RecentLines();
		const log = createLog((line) => {
			print(line);
			source.write(line);
		}, level);
		return { log, reopen: () => {}, source };
	}
	const { write, reopen } = openLogFile({
		path,
		size: size * 1024 * 1024,
		files,
		onFailure: (reason) => createLog(print)('error', `The log file ${path} cannot be written: ${reason}.`),
	});
	const log = createLog((line) => {
		print(line);
		write(line);
	}, level);
	return { log, reopen, source: new FileLogTail(path) };
}
