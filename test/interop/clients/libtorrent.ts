import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ForeignClient, listening, notInstalled, runForeign } from './client.ts';

const script = fileURLToPath(new URL('./libtorrent_peer.py', import.meta.url));

/** Debian's own Python has Debian's modules. Another Python earlier in the PATH may lack them. */
const interpreters = ['python3', '/usr/bin/python3'];

let found: string | undefined;

function interpreter(): string | undefined {
	found ??= interpreters.find((file) => spawnSync(file, ['-c', 'import libtorrent']).status === 0);
	return found;
}

/** Prints 'ready' when it seeds or downloads. Prints 'complete' and the duration in seconds when it has all data. */
export const libtorrent: ForeignClient = {
	name: 'libtorrent',
	canRefuse: true,
	connectsToLoopback: true,

	missingDependency: () =>
		interpreter() ? undefined : notInstalled('libtorrent for Python', 'python3-libtorrent'),

	async start({ home, torrent, folder, encryption, port, address = '127.0.0.1', limit }) {
		const job = { torrent, folder, encryption, port, address, limit };
		const peer = runForeign(interpreter() ?? 'python3', [script, JSON.stringify(job)], home);
		return listening(peer, port, address);
	},
};
