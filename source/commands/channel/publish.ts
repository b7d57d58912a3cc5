import { sanitize } from '../../format/sanitize.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { ChannelTorrent } from '../../protocol/resources/channel.ts';
import { CommandFailure, exitCodes, isAbsent, isNotFound, usage } from '../declaration/failure.ts';
import { type Chosen, displayName } from '../downloads/choose.ts';
import { doToEach } from '../downloads/each.ts';
import { assertDone } from '../output/assert-done.ts';
import { confirm } from '../output/confirm.ts';
import type { Call } from '../service-command/service-command.ts';
import { torrentsOf } from './torrent-sources.ts';
import { channelId } from './which-channel.ts';

/** Questions, results and failures of the commands. Names are sanitized. */
export const channelTorrentText = {
	added: 'Added',
	notAdded: 'The service did not add the torrent.',
	unknown: (infohash: string) =>
		`No download and no known channel has the torrent ${infohash}. Give its magnet link or .torrent file.`,
	drop: (what: string) => `Remove ${what} from your channel?`,
	removed: 'Removed',
	notRemoved: 'The service did not remove the torrent.',
	none: (text: string) => `The channel has no torrent '${text}'.`,
	ambiguous: (text: string, count: number) => `'${text}' matches ${count} torrents. Use an infohash:`,
} as const;

/** Maximum number of listed torrents of a question or a failure. */
const MAX_LISTED = 10;

/** Adds torrents to the user's channel. Returns the exit code. */
export async function addTorrents(call: Call, sources: readonly string[], json: boolean): Promise<number> {
	const torrents = await torrentsOf(call, sources);
	const channelid = await channelId(call, undefined);
	const uris = new Map(torrents.map(({ infohash, uri }) => [infohash, uri]));
	return doToEach(unique(torrents), json, channelTorrentText.added, async ({ infohash }) => {
		const uri = uris.get(infohash);
		const answer = await call.client
			.addChannelTorrent(
				{ params: { channelid, infohash }, body: uri === undefined ? {} : { uri } },
				call.limits,
			)
			.catch((error: unknown) => {
				if (uri !== undefined || !isNotFound(error) || isAbsent(error)) throw error;
				throw new CommandFailure(channelTorrentText.unknown(infohash), exitCodes.notFound);
			});
		assertDone(answer.added, channelTorrentText.notAdded);
	});
}

/** Removes torrents from the user's channel after a confirmation. Returns the exit code. */
export async function dropTorrents(
	call: Call,
	texts: readonly string[],
	yes: boolean,
	json: boolean,
): Promise<number> {
	const channelid = await channelId(call, undefined);
	const torrents = await chosenTorrents(call, channelid, texts);
	const [first] = torrents;
	const lines = torrents.map((each) => `${each.infohash}  ${displayName(each)}`);
	const what = torrents.length === 1 && first ? displayName(first) : `${torrents.length} torrents`;
	await confirm(yes, channelTorrentText.drop(what), lines.length > 1 ? shortened(lines) : []);
	return doToEach(torrents, json, channelTorrentText.removed, async ({ infohash }) => {
		const answer = await call.client.removeChannelTorrent({ params: { channelid, infohash } }, call.limits);
		assertDone(answer.removed, channelTorrentText.notRemoved);
	});
}

/** Returns the torrents that texts name. Infohashes alone need no request. */
export async function chosenTorrents(
	call: Call,
	channelid: string,
	texts: readonly string[],
): Promise<readonly Chosen[]> {
	return unique(
		texts.every((text) => isInfohash(text))
			? texts.map((text) => ({ infohash: text.toLowerCase(), name: text.toLowerCase() }))
			: await listedTorrents(call, channelid, texts),
	);
}

async function listedTorrents(
	call: Call,
	channelid: string,
	texts: readonly string[],
): Promise<readonly Chosen[]> {
	const answer = await call.client.listChannelTorrents(
		{ params: { channelid }, query: { disable_filter: true } },
		call.limits,
	);
	return texts.map((text) => matchTorrent(answer.torrents, text));
}

/** Returns the only torrent that matches a text. Throws if there is none or more than one. */
function matchTorrent(torrents: readonly ChannelTorrent[], text: string): ChannelTorrent {
	const lower = text.toLowerCase();
	const exact = torrents.filter(
		({ infohash, name }) => infohash.toLowerCase() === lower || name === text || sanitize(name) === text,
	);
	const found =
		exact.length > 0
			? exact
			: torrents.filter(
					({ infohash, name }) =>
						infohash.toLowerCase().startsWith(lower) || sanitize(name).toLowerCase().includes(lower),
				);
	const [first, second] = found;
	const shown = sanitize(text, 200);
	if (!first) throw new CommandFailure(channelTorrentText.none(shown), exitCodes.notFound);
	if (!second) return first;
	const lines = found.map((each) => `${each.infohash}  ${displayName(each)}`);
	throw usage(channelTorrentText.ambiguous(shown, found.length), shortened(lines));
}

function shortened(lines: readonly string[]): readonly string[] {
	return lines.length > MAX_LISTED
		? [...lines.slice(0, MAX_LISTED), `and ${lines.length - MAX_LISTED} more`]
		: lines;
}

/** Returns torrents without repetitions. */
function unique(torrents: readonly Chosen[]): readonly Chosen[] {
	return [...new Map(torrents.map(({ infohash, name }) => [infohash, { infohash, name }])).values()];
}
