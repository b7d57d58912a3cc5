import { execFile } from 'node:child_process';
import { reasonOf } from '../../service/http/http-error.ts';
import type { Log } from '../../service/log/log.ts';

/** Timeout of a notification. */
const TIMEOUT_MS = 5_000;

/**
 * Reports readiness to systemd if it expects that (Type=notify). Uses its own program, because Node has no datagrams
 * on local sockets. Always resolves. Failures are logged.
 */
export function notifySupervisor(state: 'READY=1' | 'STOPPING=1', log: Log): Promise<void> {
	if (!process.env.NOTIFY_SOCKET) return Promise.resolve();
	return new Promise((resolve) => {
		execFile('systemd-notify', [state], { timeout: TIMEOUT_MS }, (error) => {
			if (error) log('warning', unsupervisedText(state, reasonOf(error)));
			resolve();
		});
	});
}

/** Returns the warning about a failed notification. */
export function unsupervisedText(state: string, reason: string): string {
	return `systemd cannot be told ${state}: ${reason}.`;
}
