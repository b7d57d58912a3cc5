import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Backend, freePort, type Peer, peerSubject } from './peer.ts';

const run = promisify(execFile);
/** Number of torrents added by one call of the program. */
const BATCH_SIZE = 500;
const [user, password] = ['localclient', 'benchmark'];

/** deluge-console with deluged. */
export const delugeConsole: Peer = {
	name: 'deluge-console',
	needs: ['deluge-console', 'deluged'],
	async start(place) {
		const { folder, torrents } = place;
		const port = await freePort();
		const daemonFolder = join(folder, 'daemon');
		const consoleFolder = join(folder, 'console');
		for (const path of [daemonFolder, consoleFolder, join(folder, 'data')]) mkdirSync(path);
		writeFileSync(join(daemonFolder, 'auth'), `${user}:${password}:10\n`);
		writeFileSync(join(daemonFolder, 'core.conf'), file(1, daemonSettings(folder, await freePort())));
		const hosts = { hosts: [['benchmark', '127.0.0.1', port, user, password]] };
		writeFileSync(join(consoleFolder, 'hostlist.conf'), file(3, hosts));
		// Disables its greeting, which would cover the list.
		writeFileSync(join(consoleFolder, 'console.conf'), file(2, { first_run: false }));
		const backend = new Backend(
			'deluged',
			['-d', '-c', daemonFolder, '-u', '127.0.0.1', '-i', '127.0.0.1', '-p', String(port)],
			folder,
		);
		const runConsole = (...words: readonly string[]) =>
			run(
				'deluge-console',
				['-c', consoleFolder, '-d', '127.0.0.1', '-p', String(port), '-U', user, '-P', password, ...words],
				{
					env: { ...process.env, HOME: folder },
					maxBuffer: 64 * 1024 * 1024,
				},
			);
		try {
			await backend.until(async () => (await runConsole('status')).stdout.includes('Total'), 30);
			for (let n = 0; n < torrents.length; n += BATCH_SIZE)
				await runConsole('add', ...torrents.slice(n, n + BATCH_SIZE));
		} catch (error) {
			await backend.stop();
			throw error;
		}
		// It first shows a list of services. Enter chooses the only one.
		const command = { file: 'deluge-console', args: ['-c', consoleFolder] };
		const subject = peerSubject(
			{ name: this.name, command, quit: 'Q', enter: { when: /Online/, key: '\r' } },
			place,
		);
		return { subject, stop: () => backend.stop() };
	},
};

function daemonSettings(folder: string, port: number): object {
	return {
		download_location: join(folder, 'data'),
		listen_ports: [port, port],
		random_port: false,
		listen_interface: '127.0.0.1',
		outgoing_interface: '127.0.0.1',
		allow_remote: false,
		add_paused: true,
		dht: false,
		lsd: false,
		utpex: false,
		upnp: false,
		natpmp: false,
		new_release_check: false,
	};
}

/** Returns a settings file as deluge writes it: two consecutive documents. */
function file(version: number, settings: object): string {
	return `${JSON.stringify({ file: version, format: 1 })}${JSON.stringify(settings)}`;
}
