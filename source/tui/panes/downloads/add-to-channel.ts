import type { Client } from '../../../client/client.ts';
import { nameOrInfohash } from '../../../format/download-name.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import type { RequestBatch } from '../../../state/batch/request.ts';
import { channelQueries, torrentQueries } from '../../../state/channels/channel-queries.ts';
import { subjectText } from '../../actions/send-change.ts';
import { channelTorrentText } from '../../dialogs/form/forms/channel.ts';
import type { CommandContext } from '../../surfaces/command.ts';

export const addToChannelText = {
	did: 'Added to your channel',
	noChannel: 'You have no channel. Press 5, then n to create it.',
} as const;

/**
 * Adds downloads to the own channel. The id of the channel is requested first, because the channels pane may never have
 * been visible. The service refuses private torrents.
 */
export function addToChannel(
	downloads: readonly Download[],
	{ dispatch, write, writeAll }: Pick<CommandContext, 'dispatch' | 'write' | 'writeAll'>,
): void {
	if (downloads.length === 0) return;
	const subject = subjectText(downloads);
	const doing = channelTorrentText.adding(subject);
	write({
		send: async (client) => {
			const channelid = await ownChannelOf(client);
			if (channelid !== undefined) writeAll(batchOf(downloads, { channelid, subject, doing }));
			else {
				const news = { level: 'error', doing, text: addToChannelText.noChannel } as const;
				dispatch({ type: 'news', news, at: Date.now() });
			}
		},
		doing,
		stale: [],
	});
}

/** Returns the id of the own channel; undefined if it does not exist. */
async function ownChannelOf(client: Client): Promise<string | undefined> {
	try {
		return (await client.getMyChannel()).overview.identifier || undefined;
	} catch (error) {
		if (error instanceof Error && 'kind' in error && error.kind === 'not-found') return undefined;
		throw error;
	}
}

interface Addition {
	readonly channelid: string;
	/** Name of the download, or the number of downloads. */
	readonly subject: string;
	readonly doing: string;
}

function batchOf(
	downloads: readonly Download[],
	{ channelid, subject, doing }: Addition,
): RequestBatch<Client> {
	return {
		requests: downloads.map((download) => {
			const { infohash } = download;
			const name = nameOrInfohash(download);
			return {
				send: (client) => client.addChannelTorrent({ params: { channelid, infohash }, body: {} }),
				doing: channelTorrentText.adding(name),
				infohash,
				name,
			};
		}),
		doing,
		did: addToChannelText.did,
		done: { level: 'info', text: channelTorrentText.added(subject) },
		stale: [...channelQueries, ...torrentQueries],
	};
}
