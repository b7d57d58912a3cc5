import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';
import { endpointsOf } from '../endpoint.ts';
import { repairChanges, repairEntries, repairHealth, spellChanges } from '../repair/metadata.ts';
import { ChannelEntry, EntryChange, SwarmHealth } from '../resources/metadata.ts';
import { flag, integer, text } from './fields.ts';

const endpoint = endpointsOf({ resource: 'metadata', generations: 'B' });

/** Interface, part 4.4. */
export const metadata = {
	getHealth: endpoint('GET', '/metadata/torrents/{infohash}/health', {
		otherPaths: ['/torrents/{infohash}/health'],
		generations: 'AB',
		summary: "Check the health of a torrent's swarm.",
		query: Type.Object({
			timeout: integer(1, 'timeout of trackers in seconds'),
			refresh: flag('check again even after a recent check'),
			nowait: flag('answer at once; the results follow as events'),
			trackers: text('announce URLs to check too, separated by spaces (an extension of our own service)'),
		}),
		extensionQuery: ['trackers'],
		response: SwarmHealth,
		repair: repairHealth,
		statuses: { 400: 'the infohash or a tracker is malformed, or there are too many trackers' },
	}),
	listEntries: endpoint('GET', '/metadata/{public_key}/{id}', {
		summary: 'Read a channel entry.',
		response: Type.Array(ChannelEntry),
		repair: repairEntries,
		statuses: { 404: 'there is no such entry' },
	}),
	changeEntry: endpoint('PATCH', '/metadata/{public_key}/{id}', {
		summary: 'Change a channel entry.',
		body: Type.Object({
			name: text('new name'),
			category: text('new category'),
			status: Type.Optional(Type.Integer({ description: 'new status' })),
			origin_id: Type.Optional(BigInteger({ description: 'parent entry' })),
		}),
		response: Type.Array(ChannelEntry),
		spell: spellChanges,
		repair: repairEntries,
		repairBody: repairChanges,
		statuses: { 404: 'there is no such entry' },
	}),
	changeEntries: endpoint('PATCH', '/metadata', {
		summary: 'Change channel entries.',
		body: Type.Array(EntryChange),
		response: Type.Array(ChannelEntry),
		spell: spellChanges,
		repair: repairEntries,
		repairBody: repairChanges,
		statuses: { 400: 'the body is missing or not a list', 404: 'there is no such entry' },
	}),
	removeEntries: endpoint('DELETE', '/metadata', {
		summary: 'Remove channel entries.',
		body: Type.Array(Type.Object({ public_key: Type.String({ minLength: 1 }), id: BigInteger() })),
		response: Type.Array(ChannelEntry),
		repair: repairEntries,
		statuses: { 400: 'the body is missing or not a list', 404: 'there is no such entry' },
	}),
} as const;
