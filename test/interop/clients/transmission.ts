import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../bench/peers/peer.ts';
import {
	type Encryption,
	type ForeignClient,
	listening,
	notInstalled,
	programPath,
	runForeign,
} from './client.ts';

const program = 'transmission-daemon';

/** Values of its setting 'encryption'. */
const encryptions: Readonly<Record<Encryption, number>> = { refused: 0, allowed: 1, forced: 2 };

export const transmission: ForeignClient = {
	name: 'transmission',
	// It always accepts encrypted connections. With 'encryption' 0 it opens plain ones.
	canRefuse: false,
	// It rejects such addresses as invalid.
	connectsToLoopback: false,

	missingDependency: () => (programPath(program) ? undefined : notInstalled(program, 'transmission-daemon')),

	async start({ home, torrent, folder, encryption, port }) {
		mkdirSync(home, { recursive: true });
		const rpcPort = await freePort();
		const settings = {
			'bind-address-ipv4': '127.0.0.1',
			'bind-address-ipv6': '::1',
			'dht-enabled': false,
			'download-dir': folder,
			encryption: encryptions[encryption],
			'incomplete-dir-enabled': false,
			'lpd-enabled': false,
			'peer-port': port,
			'pex-enabled': false,
			'port-forwarding-enabled': false,
			'rpc-authentication-required': false,
			'rpc-bind-address': '127.0.0.1',
			'rpc-port': rpcPort,
			'utp-enabled': false,
		};
		writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
		const peer = runForeign(program, ['--foreground', '--config-dir', home], home);
		try {
			await addTorrent(rpcPort, torrent);
			return await listening(peer, port);
		} catch (error) {
			await peer.stop();
			throw new Error(`transmission did not take the torrent: ${peer.output()}`, { cause: error });
		}
	},
};

/** Milliseconds in which it must start. */
const START_TIMEOUT_MS = 15_000;

async function addTorrent(port: number, torrent: string): Promise<void> {
	const url = `http://127.0.0.1:${port}/transmission/rpc`;
	const body = JSON.stringify({ method: 'torrent-add', arguments: { filename: torrent } });
	const deadline = Date.now() + START_TIMEOUT_MS;
	for (let session = ''; ; await delay(50)) {
		try {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'x-transmission-session-id': session },
				body,
			});
			if (answer.ok && (await answer.text()).includes('"result":"success"')) return;
			// The first answer only contains the session id.
			session = answer.headers.get('x-transmission-session-id') ?? session;
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
		if (Date.now() > deadline) throw new Error(`no answer on port ${port}`);
	}
}
