import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Backend, freePort, type Peer, peerSubject } from './peer.ts';

/** Returns a client of transmission-daemon, with its arguments for a port. */
function client(name: string, argumentsFor: (port: number) => readonly string[]): Peer {
	return {
		name,
		needs: [name, 'transmission-daemon'],
		async start(place) {
			const { backend, port } = await startDaemon(place.folder, place.torrents);
			const command = { file: name, args: argumentsFor(port) };
			const subject = peerSubject({ name, command, quit: 'q' }, place);
			return { subject, stop: () => backend.stop() };
		},
	};
}

export const tremc = client('tremc', (port) => ['-c', `127.0.0.1:${port}`]);
export const stig = client('stig', (port) => [
	'set',
	'connect.host',
	'127.0.0.1',
	';',
	'set',
	'connect.port',
	String(port),
]);

/**
 * Starts transmission-daemon on loopback with these torrents, all paused. Throws if it does not list them in time.
 */
export async function startDaemon(
	folder: string,
	torrents: readonly string[],
): Promise<{ backend: Backend; port: number }> {
	const port = await freePort();
	const place = join(folder, 'transmission');
	mkdirSync(join(place, 'torrents'), { recursive: true });
	mkdirSync(join(place, 'resume'));
	for (const torrent of torrents) copyFileSync(torrent, join(place, 'torrents', basename(torrent)));
	const settings = {
		'bind-address-ipv4': '127.0.0.1',
		'bind-address-ipv6': '::1',
		'dht-enabled': false,
		'download-dir': folder,
		'lpd-enabled': false,
		'peer-port': await freePort(),
		'pex-enabled': false,
		'port-forwarding-enabled': false,
		'rpc-authentication-required': false,
		'rpc-bind-address': '127.0.0.1',
		'rpc-port': port,
		'start-added-torrents': false,
		'utp-enabled': false,
	};
	writeFileSync(join(place, 'settings.json'), JSON.stringify(settings));
	const backend = new Backend('transmission-daemon', ['--foreground', '--config-dir', place], folder);
	try {
		await backend.until(async () => (await torrentCount(port)) === torrents.length, 120);
	} catch (error) {
		await backend.stop();
		throw error;
	}
	return { backend, port };
}

async function torrentCount(port: number): Promise<number> {
	const ask = (session: string) =>
		fetch(`http://127.0.0.1:${port}/transmission/rpc`, {
			method: 'POST',
			headers: { 'x-transmission-session-id': session },
			body: '{"method": "session-stats"}',
		});
	// The first response contains only the session id.
	const first = await ask('');
	const answer: unknown = await (await ask(first.headers.get('x-transmission-session-id') ?? '')).json();
	const [, count] = /"torrentCount":(\d+)/.exec(JSON.stringify(answer)) ?? [];
	return Number(count);
}
