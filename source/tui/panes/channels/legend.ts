import type { LegendEntry } from '../../surfaces/surface.ts';

/** Sign before the meaning of a color. Its names differ between themes. */
const COLOR = '██';

const unknown: LegendEntry = { sign: '–', meaning: 'Unknown, or none' };
const changed: LegendEntry = { sign: COLOR, token: 'warning', meaning: 'Changed a moment ago' };
const swarm: LegendEntry = { sign: 'S/L', meaning: 'Seeds and peers of the last check' };
const selected: LegendEntry = { sign: '●', token: 'selection', meaning: 'Selected' };

/** The signs and colors of each section. */
export const channelLegends = {
	channels: [{ sign: COLOR, token: 'good', meaning: 'Your own channel' }, changed, unknown],
	torrents: [selected, changed, swarm, unknown],
	playlists: [changed, unknown],
	feeds: [{ sign: COLOR, token: 'bad', meaning: 'Error of the last check' }, changed, unknown],
	items: [
		selected,
		{ sign: COLOR, token: 'good', meaning: 'Added to your channel, or also downloaded' },
		{ sign: COLOR, token: 'busy', meaning: 'Waits for its torrent' },
		{ sign: COLOR, token: 'bad', meaning: 'Failed' },
		changed,
		unknown,
	],
	search: [selected, changed, swarm, unknown],
} as const satisfies Readonly<Record<string, readonly LegendEntry[]>>;
