import { join } from 'node:path';
import { createLog, type Log } from '../../service/log/log.ts';
import { openLogFile } from '../../service/storage/log-file.ts';

/** Maximum bytes of the file, and number of old files. */
const MAX_BYTES = 1024 * 1024;
const OLD_FILES = 2;

/**
 * Opens the log of the cockpit, `cockpit.log` in the state folder; undefined if it cannot be written. It also logs an
 * exception that ends the cockpit.
 */
export function openCockpitLog(stateFolder: string): Log | undefined {
	try {
		const path = join(stateFolder, 'cockpit.log');
		const { write, reopen } = openLogFile({ path, size: MAX_BYTES, files: OLD_FILES, onFailure: () => {} });
		process.on('SIGUSR1', reopen);
		const log = createLog(write);
		process.on('uncaughtExceptionMonitor', (error) =>
			log('error', `The cockpit crashed: ${error.message}`, error),
		);
		return log;
	} catch {
		// The cockpit works without its log.
		return undefined;
	}
}
