import { type ForeignClient, listening, notInstalled, programPath, runForeign } from './client.ts';

const program = 'aria2c';

export const aria2: ForeignClient = {
	name: 'aria2',
	// It always accepts encrypted connections.
	canRefuse: false,
	connectsToLoopback: true,

	missingDependency: () => (programPath(program) ? undefined : notInstalled(program, 'aria2')),

	async start({ home, torrent, folder, encryption, port }) {
		const args = [
			'--no-conf',
			`--dir=${folder}`,
			'--check-integrity=true',
			'--seed-ratio=0.0',
			'--enable-dht=false',
			'--enable-dht6=false',
			'--bt-enable-lpd=false',
			'--enable-peer-exchange=false',
			'--disable-ipv6=true',
			'--interface=127.0.0.1',
			`--listen-port=${port}`,
			'--file-allocation=none',
			'--summary-interval=0',
			'--console-log-level=notice',
			// Ends it with its parent, however the parent ends.
			`--stop-with-process=${process.pid}`,
			...(encryption === 'forced' ? ['--bt-force-encryption=true'] : []),
			torrent,
		];
		return listening(runForeign(program, args, home), port);
	},
};
