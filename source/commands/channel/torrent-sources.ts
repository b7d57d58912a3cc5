import { reasonOf } from '../../client/http/errors.ts';
import { sanitize } from '../../format/sanitize.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import { describeInSteps } from '../../metainfo/describe.ts';
import { parseMagnet } from '../../metainfo/magnet.ts';
import { MAX_TORRENT_BYTES } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { whyUnreadable } from '../../metainfo/why-unreadable.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { CommandFailure } from '../declaration/failure.ts';
import type { Chosen } from '../downloads/choose.ts';
import { matchDownload } from '../downloads/match.ts';
import { absoluteSource } from '../downloads/sources.ts';
import type { Call } from '../service-command/service-command.ts';

/** A torrent for a channel. Without a URI it is a download, or known from another channel. */
interface PublishedTorrent extends Chosen {
	readonly uri?: string;
}

/** Time for the transfer of a .torrent. */
const FETCH_TIMEOUT_MS = 30_000;

/** Failures of sources. Sources are sanitized. */
export const publishedText = {
	unusable: (source: string, reason: string) => `Cannot add ${source}: ${reason}.`,
	status: (status: number) => `the server answered ${status}`,
	tooLarge: 'it is larger than the maximum of a .torrent file',
} as const;

/** Returns the torrents of sources: infohashes, magnet links, URLs, paths, or names of downloads. */
export async function torrentsOf(call: Call, sources: readonly string[]): Promise<PublishedTorrent[]> {
	let downloads: Promise<readonly Download[]> | undefined;
	const list = () => {
		downloads ??= call.client.listDownloads({}, call.limits).then((answer) => answer.downloads);
		return downloads;
	};
	const torrents: PublishedTorrent[] = [];
	for (const source of sources) {
		if (isInfohash(source)) torrents.push({ infohash: source.toLowerCase(), name: source });
		else if (!isSource(source)) {
			const { infohash, name } = matchDownload(await list(), source);
			torrents.push({ infohash, name });
		} else torrents.push(await torrentOf(source));
	}
	return torrents;
}

/** Whether a text is a link or a path, not the name of a download. */
function isSource(text: string): boolean {
	return /^(?:magnet:|https?:|file:)/i.test(text) || text.includes('/') || /\.torrent$/i.test(text);
}

async function torrentOf(source: string): Promise<PublishedTorrent> {
	try {
		if (/^magnet:/i.test(source)) {
			const { infohash, name } = parseMagnet(source);
			return { infohash, name: name || infohash, uri: source };
		}
		if (/^https?:/i.test(source)) return { ...(await described(await fetched(source))), uri: source };
		const path = absoluteSource(source);
		return { ...(await described(await torrentBytes(path))), uri: path };
	} catch (error) {
		if (error instanceof CommandFailure) throw error;
		const reason = reasonOf(error instanceof Error && error.cause ? error.cause : whyUnreadable(error));
		throw new CommandFailure(
			publishedText.unusable(sanitize(withoutSecrets(source), 200), withoutSecrets(reason)),
		);
	}
}

async function described(bytes: Uint8Array): Promise<Chosen> {
	const { infohash, name } = await inSlices(describeInSteps(bytes));
	return { infohash, name };
}

/** Returns the .torrent at a URL. The service reads it again: only the infohash is needed here. */
async function fetched(url: string): Promise<Uint8Array> {
	const address = new URL(url);
	const { username, password } = address;
	// A request allows no credentials in its URL.
	address.username = '';
	address.password = '';
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	const response = await fetch(address, {
		signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
		...(credentials === ':'
			? {}
			: { headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } }),
	});
	if (!response.ok) throw new Error(publishedText.status(response.status));
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of response.body ?? []) {
		size += part.length;
		if (size > MAX_TORRENT_BYTES) throw new Error(publishedText.tooLarge);
		parts.push(part);
	}
	return Buffer.concat(parts);
}
