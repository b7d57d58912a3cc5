import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Announcement, announcementFile } from '../protocol/announcement.ts';
import { Fault, reasonOf } from './fault.ts';
import type { Log } from './log.ts';

/** Writes down in the state folder where the service answers, for programs of the same user. */
export function announce(stateFolder: string, announced: Announcement): void {
	const path = join(stateFolder, announcementFile);
	try {
		writeFileSync(path, `${JSON.stringify(announced, null, '\t')}\n`, { mode: 0o600 });
	} catch (error) {
		throw new Fault(500, 'StorageError', `Cannot write ${path}: ${reasonOf(error)}.`, error);
	}
}

export function withdraw(stateFolder: string, log: Log): void {
	const path = join(stateFolder, announcementFile);
	try {
		rmSync(path, { force: true });
	} catch (error) {
		log('warning', `${path} cannot be deleted: ${reasonOf(error)}`);
	}
}
