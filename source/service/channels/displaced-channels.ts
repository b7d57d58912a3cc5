import type { StoredChannel } from './channel-store.ts';
import { channelLimits } from './limits.ts';

/** Returns the source that introduced a channel. Undefined for one that was stored before the start. */
export type SourceOf = (channel: string) => string | undefined;

export const noSource: SourceOf = () => undefined;

type Sized = Pick<StoredChannel, 'id' | 'torrentCount' | 'bytes'>;

const measures: readonly { readonly max: number; readonly of: (channel: Sized) => number }[] = [
	{ max: channelLimits.otherChannels, of: () => 1 },
	{ max: channelLimits.otherTorrents, of: ({ torrentCount }) => torrentCount },
	{ max: channelLimits.otherBytes, of: ({ bytes }) => bytes },
];

/**
 * Returns the channels to drop for another one. They are those of the source with the most, and of these the least
 * recently updated. So the free identities of one source cannot displace the channels of others. A channel without a
 * source is one of its own.
 */
export function displacedBy(added: Sized, others: readonly StoredChannel[], sourceOf: SourceOf): string[] {
	const kept = [...others].sort((a, b) => a.updated - b.updated);
	const dropped: string[] = [];
	const groupOf = ({ id }: Sized) => sourceOf(id) ?? id;
	for (const { max, of } of measures) {
		const shares = new Map<string, number>();
		for (const channel of [added, ...kept])
			shares.set(groupOf(channel), (shares.get(groupOf(channel)) ?? 0) + of(channel));
		let total = [...shares.values()].reduce((sum, share) => sum + share, 0);
		while (total > max && kept.length > 0) {
			const largest = Math.max(...kept.map((channel) => shares.get(groupOf(channel)) ?? 0));
			const index = kept.findIndex((channel) => shares.get(groupOf(channel)) === largest);
			for (const channel of kept.splice(index, 1)) {
				total -= of(channel);
				shares.set(groupOf(channel), largest - of(channel));
				dropped.push(channel.id);
			}
		}
	}
	return dropped;
}
