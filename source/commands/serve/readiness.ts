import { execFile } from 'node:child_process';
import { reasonOf } from '../../service/http/http-error.ts';
import type { Log } from '../../service/log.ts';

/** Milliseconds that telling may take. */
const patience = 5_000;

/**
 * Tells systemd how far the service is, if systemd waits for that (Type=notify). By its own program: node speaks no
 * datagrams over local sockets. Resolves in any case; what goes wrong is logged.
 */
export function tellSupervisor(state: 'READY=1' | 'STOPPING=1', log: Log): Promise<void> {
	if (!process.env.NOTIFY_SOCKET) return Promise.resolve();
	return new Promise((resolve) => {
		execFile('systemd-notify', [state], { timeout: patience }, (error) => {
			if (error) log('warning', `systemd cannot be told ${state}: ${reasonOf(error)}.`);
			resolve();
		});
	});
}
