import type { Core } from './core.ts';
import type { Emit } from './downloads/download-registry.ts';
import type { Log } from './log.ts';
import type { Database } from './storage/database.ts';
import { needsUpgrade, upgrade } from './storage/upgrade.ts';

/** Brings a database of an older seedtop up to date, and says so to everybody who looks or listens. */
export async function upgradeDatabase(database: Database, core: Core, emit: Emit, log: Log): Promise<void> {
	if (!needsUpgrade(database)) return;
	emit('upgrader_started', {});
	await upgrade(database, (doing) => {
		core.upgrading(doing);
		emit('upgrader_tick', { text: doing });
		log('info', `${doing}.`);
	});
	emit('upgrader_finished', {});
	log('info', 'The database is up to date.');
}
