import { count, unknown } from '../../../columns/figures.ts';
import type { KnownTorrent } from '../../../state/channels/known.ts';

type Swarm = Pick<KnownTorrent, 'num_seeders' | 'num_leechers' | 'last_tracker_check'>;

/** Formats seeds and peers: '12/3'; '–' if they were never checked. */
export function swarmText({ num_seeders, num_leechers, last_tracker_check }: Swarm): string {
	const isUnknown = num_seeders === undefined && num_leechers === undefined;
	if (isUnknown || last_tracker_check === 0) return unknown;
	return `${count(num_seeders)}/${count(num_leechers)}`;
}

/** Returns the same in words; '' if it is unknown. */
export function spokenSwarm(swarm: Swarm): string {
	if (swarmText(swarm) === unknown) return '';
	return `${count(swarm.num_seeders)} seeds, ${count(swarm.num_leechers)} peers`;
}
