import type { Core } from './core/core.ts';
import type { Emit } from './core/emit.ts';
import type { Log } from './log/log.ts';
import type { Database } from './storage/sqlite.ts';
import { needsUpgrade, upgrade } from './storage/upgrade.ts';

/** Logged after an upgrade. */
export const UPGRADED = 'The database is up to date.';

/** Upgrades the database of an older seedtop. Reports progress in the core's state, in events and in the log. */
export async function upgradeDatabase(database: Database, core: Core, emit: Emit, log: Log): Promise<void> {
	if (!needsUpgrade(database)) return;
	emit('upgrader_started', {});
	await upgrade(database, (doing) => {
		core.upgrading(doing);
		emit('upgrader_tick', { text: doing });
		log('info', `${doing}.`);
	});
	emit('upgrader_finished', {});
	log('info', UPGRADED);
}
