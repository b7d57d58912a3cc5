import { feedQueries } from '../../state/channels/channel-queries.ts';
import type { CommandContext } from '../surfaces/command.ts';

export const recheckFeedsText = {
	doing: 'Checking the feeds of your channel',
	done: 'The service checks the feeds of your channel.',
} as const;

/** Checks all feeds of the own channel. Their results are events. */
export function recheckFeeds(channelid: string, { write }: Pick<CommandContext, 'write'>): void {
	write({
		send: (client) => client.recheckFeeds({ params: { channelid } }),
		doing: recheckFeedsText.doing,
		done: { level: 'info', text: recheckFeedsText.done },
		stale: feedQueries,
	});
}
