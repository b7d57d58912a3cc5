import { describeInSteps } from '../../metainfo/describe.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { appliesToAll } from '../declaration/failure.ts';
import { notice } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';

/** Maximum number of .torrent files fetched to compare infohashes. */
const MAX_COMPARED = 200;

/**
 * Replaces unlisted infohashes by those that the service uses for the same download. A hybrid torrent has two (BEP
 * 52): 8.4 lists it by 64 digits, other services by 40. Its .torrent file contains both.
 */
export async function listedNames(
	call: Call,
	downloads: readonly Download[],
	names: readonly string[],
): Promise<readonly string[]> {
	const listed = new Set(downloads.map(({ infohash }) => infohash));
	const missing = new Set(
		names.map((name) => name.toLowerCase()).filter((name) => isInfohash(name) && !listed.has(name)),
	);
	if (missing.size === 0) return names;
	const lengths = new Set([...missing].map((name) => name.length));
	// Both infohashes of a torrent have different lengths.
	const candidates = downloads.filter(({ infohash }) =>
		[...lengths].some((each) => each !== infohash.length),
	);
	const found = new Map<string, string>();
	let compared = 0;
	for (const { infohash } of candidates.slice(0, MAX_COMPARED)) {
		if (found.size === missing.size) break;
		const both = await infohashesOf(call, infohash);
		if (both) compared++;
		for (const one of both ?? []) if (missing.has(one)) found.set(one, infohash);
	}
	const left = candidates.length - compared;
	if (found.size < missing.size && left > 0) {
		notice(
			`${left} downloads could not be compared with the infohash. Name the download as 'seedtop ls' does.`,
		);
	}
	return names.map((name) => found.get(name.toLowerCase()) ?? name);
}

/** Returns infohashes in lower case, as used by the service. Unknown ones are unchanged. */
export async function usedInfohashes(call: Call, texts: readonly string[]): Promise<readonly string[]> {
	const { client, limits } = call;
	const infohashes = texts.map((text) => text.toLowerCase());
	// Requesting the list can take seconds. 8.x may list a hybrid torrent by 64 digits, others list it by 40.
	const known = client.requests.dialect !== '8.x' && infohashes.every((each) => each.length === 40);
	if (known) return infohashes;
	return listedNames(call, (await client.listDownloads({}, limits)).downloads, infohashes);
}

/** Returns undefined if the service has no readable .torrent. */
async function infohashesOf({ client, limits }: Call, infohash: string): Promise<string[] | undefined> {
	try {
		const bytes = await client.getTorrent({ params: { infohash } }, limits);
		const description = await inSlices(describeInSteps(bytes));
		return [description.infohash, description.infohash2 ?? ''];
	} catch (error) {
		if (appliesToAll(error)) throw error;
		return undefined;
	}
}
