import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../basics/is-alive.ts';
import { command } from '../declaration/declaration.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { chosenStateFolder, stateFolderOption } from '../service-command/service-options.ts';

/** Timeout until the service has saved its data and ended. */
const SHUTDOWN_TIMEOUT_MS = 15_000;

export const shutdownText = { stopped: 'The service has stopped.' } as const;

export const shutdownCommand = command({
	name: 'shutdown',
	summary: "stop seedtop's own service",
	description:
		"Stops seedtop's own service. All state is saved, and downloads continue after the next start.",
	options: { stateDir: stateFolderOption },
	run: (flags) => shutDown(chosenStateFolder(flags)),
});

async function shutDown(stateFolder: string): Promise<void> {
	// Load schemas on demand, because help does not need them.
	const [{ readAnnouncement }, { readKey }] = await Promise.all([
		import('../../service/storage/announce.ts'),
		import('./own-service.ts'),
	]);
	const announcement = readAnnouncement(stateFolder);
	if (!announcement || !isAlive(announcement.pid)) {
		throw new CommandFailure(`seedtop is not running with the state folder ${stateFolder}.`);
	}
	// The process id may belong to another program by now. A response to our API key proves the service.
	const { createClient } = await import('../../client/client.ts');
	const client = createClient({ url: announcement.url, apiKey: readKey(announcement) });
	try {
		await client.getState({}, { timeout: 5_000 });
	} finally {
		await client.close();
	}
	process.kill(announcement.pid, 'SIGTERM');
	const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
	while (isAlive(announcement.pid)) {
		if (Date.now() > deadline) {
			throw new CommandFailure(
				`The service (process ${announcement.pid}) has not ended after ${SHUTDOWN_TIMEOUT_MS / 1000} s.`,
			);
		}
		await delay(50);
	}
	process.stdout.write(`${shutdownText.stopped}\n`);
}
