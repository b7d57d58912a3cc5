import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';
import { start } from './pty.ts';

/** A flooded terminal that has not read for long, and the number of frames that the app reports. */
export async function stalled(command: string) {
	const log = join(await makeFolder(), 'frames');
	const session = start(command, { columns: 100, rows: 24, env: { FIXTURE_LOG: log } });
	const pid = await session.pid();
	let latest = 0;
	const commits = () => {
		// The file may be empty while it is written.
		latest = Math.max(latest, Number(readFileSync(log, 'utf8')));
		return latest;
	};
	session.type('f');
	await session.shows('flood');
	session.stall();
	// Far more than the buffers between the app and a reader hold, and proof that the app continues.
	const before = commits();
	await until(() => commits() > before + 200);
	return { session, pid, commits };
}
