import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, type Peer, peerSubject } from './peer.ts';

const LINES_PER_ROW = 3;

/** rtorrent. The measured program contains its engine. It has no key for a page. */
export const rtorrent: Peer = {
	name: 'rtorrent',
	needs: ['rtorrent'],
	async start(place) {
		const { folder, torrents } = place;
		const port = await freePort();
		const data = join(folder, 'data');
		mkdirSync(data);
		const settings = join(folder, 'rtorrent.rc');
		writeFileSync(
			settings,
			[
				`directory.default.set = ${data}`,
				'network.bind_address.set = 127.0.0.1',
				`network.port_range.set = ${port}-${port}`,
				'dht.mode.set = off',
				'protocol.pex.set = no',
				'trackers.use_udp.set = no',
				`schedule2 = load,0,0,"load.normal=${dirname(torrents[0] ?? '')}/*.torrent"`,
				'',
			].join('\n'),
		);
		const command = { file: 'rtorrent', args: ['-n', '-o', `import=${settings}`] };
		const subject = peerSubject(
			{ name: this.name, command, quit: '\x11\x11', answersLate: true },
			place,
			LINES_PER_ROW,
		);
		return { subject, stop: async () => {} };
	},
};
