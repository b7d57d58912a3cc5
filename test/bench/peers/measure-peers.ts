import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Measured, measureSubject } from '../measure/subject.ts';
import { peerEffortFor } from '../options.ts';
import type { Terminal } from '../pty/session.ts';
import { delugeConsole } from './deluge.ts';
import { missing, type Peer } from './peer.ts';
import { rtorrent } from './rtorrent.ts';
import { writeTorrents } from './torrents.ts';
import { stig, tremc } from './transmission.ts';

const peers: readonly Peer[] = [tremc, stig, rtorrent, delugeConsole];

/** Returns a sentence for each peer that is not installed. */
export function absentPeers(): string[] {
	return peers.flatMap(({ name, needs }) => {
		const missingProgram = missing(needs);
		return missingProgram === undefined ? [] : [`${name}: ${missingProgram} is not installed`];
	});
}

/** Measures all installed peers with so many torrents. Failures are reported, and the other peers continue. */
export async function measurePeers(
	folder: string,
	count: number,
	terminal: Terminal,
	print: (line: string) => void,
): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const peer of peers.filter(({ needs }) => missing(needs) === undefined)) {
		const own = mkdtempSync(join(folder, 'peer-'));
		try {
			const torrents = writeTorrents(join(own, 'torrents'), count);
			const { subject, stop } = await peer.start({ folder: own, torrents, terminal });
			try {
				measured.push(
					await measureSubject(subject, {
						downloads: count,
						terminal,
						effort: peerEffortFor(count),
						folder: own,
					}),
				);
			} finally {
				await stop();
			}
		} catch (error) {
			print(
				`${peer.name} with ${count}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
			);
		} finally {
			rmSync(own, { recursive: true, force: true });
		}
	}
	return measured;
}
