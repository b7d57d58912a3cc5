import { openSync } from 'node:fs';
import { ownUsage } from '../../source/service/watcher/process-usage.ts';

/** Opens files until the system refuses one, and prints the usage of this process. */
let failure: unknown;
while (failure === undefined) {
	try {
		openSync('/dev/null', 'r');
	} catch (error) {
		failure = error instanceof Error && 'code' in error ? error.code : error;
	}
}
process.stdout.write(JSON.stringify({ failure, ...ownUsage() }));
