import { execFile } from 'node:child_process';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { reasonOf } from '../../service/http/http-error.ts';
import type { Log } from '../../service/log/log.ts';
import { command } from '../declaration/declaration.ts';
import { entries } from '../program/entries.ts';
import { requireOpenFiles } from '../program/open-files.ts';
import { readConfiguration, serviceOptions } from './configuration.ts';
import { openLog } from './open-log.ts';
import { type ServeFlags, serveOptions } from './options.ts';

/** Timeout of a notification. */
const TIMEOUT_MS = 5_000;

/**
 * Reports readiness to systemd if it expects that (Type=notify). Uses its own program, because Node has no datagrams
 * on local sockets. Always resolves. Failures are logged.
 */
function notifySupervisor(state: 'READY=1' | 'STOPPING=1', log: Log): Promise<void> {
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

/**
 * Minimum number of files and connections of the service, and of its engine. An idle service has about 30, and loads up to
 * 60 files of the program at once.
 */
const MIN_OPEN_FILES = 128;

export const serveText = {
	reopened: (signal: 'SIGHUP' | 'SIGUSR1') => `The log was reopened after ${signal}.`,
};

export const serveCommand = command({
	name: 'serve',
	summary: 'run the service in the foreground',
	description:
		'Runs the control service in the foreground, for systemd and containers. SIGTERM stops it, SIGHUP and SIGUSR1 reopen its log file.',
	options: serveOptions,
	run: serve,
});

async function serve(flags: ServeFlags): Promise<void> {
	// A burst of requests would enlarge V8's young generation by 30 MB for the lifetime of the service.
	setFlagsFromString('--semi-space-growth-factor=1');
	const configuration = await readConfiguration(flags);
	if (flags.writeSettings) {
		const { writeSettingsFile } = await import('./settings-file.ts');
		await writeSettingsFile(configuration.file, configuration.settings);
		process.stdout.write(`${configuration.file}\n`);
		return;
	}
	requireOpenFiles(MIN_OPEN_FILES, 'the service');
	// The service continues if its log's reader ends or the disk is full.
	process.stdout.removeAllListeners('error').on('error', () => {});
	const { log, reopen, source } = await openLog(configuration.settings, (line) => {
		process.stdout.write(line);
	});
	const options = await serviceOptions(configuration, { log, source }, entries);
	const reopenAfter = (signal: 'SIGHUP' | 'SIGUSR1') => {
		reopen();
		log('info', serveText.reopened(signal));
	};
	const hungUp = new Promise<string>((end) => {
		const onTerminal = process.stdout.isTTY;
		process.on('SIGHUP', () => {
			// A closed terminal is no longer a terminal.
			if (onTerminal && !isatty(process.stdout.fd)) return end('the end of its terminal');
			reopenAfter('SIGHUP');
		});
	});
	process.on('SIGUSR1', () => reopenAfter('SIGUSR1'));
	const { startService } = await import('../../service/start.ts');
	const service = await startService(options);
	const ended = new Promise<string>((end) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
		// A service of a program (the demo) ends with it.
		if (process.connected) process.once('disconnect', () => end('the end of the program it belongs to'));
	});
	void notifySupervisor('READY=1', log);
	log('info', `Stopping at ${await Promise.race([ended, hungUp])}.`);
	void notifySupervisor('STOPPING=1', log);
	await service.close();
	log('info', 'Stopped.');
	process.exit(0);
}
