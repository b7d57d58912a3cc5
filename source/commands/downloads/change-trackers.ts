import { setTimeout as delay } from 'node:timers/promises';
import type { Download } from '../../protocol/resources/download.ts';
import { notice, printResult, warn } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { type Chosen, displayName } from './choose.ts';
import { matchDownload } from './match.ts';

export const changeTrackersText = {
	added: (count: number) => `${count} ${count === 1 ? 'tracker' : 'trackers'} added`,
	removed: (count: number) => `${count} ${count === 1 ? 'tracker' : 'trackers'} removed`,
	replaced: '1 tracker replaced',
	unlisted: 'The service does not list the change yet.',
	private: 'The torrent is private. Its own trackers may forbid others.',
} as const;

interface Changes {
	readonly add: readonly string[];
	readonly remove: readonly string[];
	readonly replace: string | undefined;
	readonly with: string | undefined;
	readonly json: boolean;
}

/** Interval of requests for the changed list, and the maximum time until the service lists a change. */
const INTERVAL_MS = 200;
const LISTED_TIMEOUT_MS = 5_000;

/** Replaces, adds, then removes trackers. Results show no passkeys. */
export async function changeTrackers({ client, limits }: Call, { infohash, name }: Chosen, changes: Changes) {
	const { add, remove, replace, with: next, json } = changes;
	const report = async (result: string) => {
		if (json) return;
		const sentence = `${result}: ${displayName({ infohash, name })}`;
		await printResult(sentence, { id: infohash, name, result });
	};
	if (replace !== undefined && next !== undefined) {
		await client.trackers.replace(infohash, replace, next, limits);
		await report(changeTrackersText.replaced);
	}
	if (add.length > 0) {
		const isPrivate = await client.trackers.add(infohash, add, limits);
		await report(changeTrackersText.added(add.length));
		if (isPrivate) notice(changeTrackersText.private);
	}
	if (remove.length > 0) {
		await client.trackers.remove(infohash, remove, limits);
		await report(changeTrackersText.removed(remove.length));
	}
}

/** Reads a download until it lists the changed trackers, which a service updates with a delay. Warns if it does not. */
export async function readChanged(
	{ client, limits }: Call,
	infohash: string,
	changes: Changes,
): Promise<Download> {
	const deadline = Date.now() + LISTED_TIMEOUT_MS;
	for (;;) {
		const { downloads } = await client.listDownloads({}, limits);
		const download = matchDownload(downloads, infohash);
		const isShown = isListed(download, changes);
		if (isShown || Date.now() > deadline) {
			if (!isShown) warn(changeTrackersText.unlisted);
			return download;
		}
		await delay(INTERVAL_MS);
	}
}

/** Whether a download has all added trackers and none of the removed ones. */
function isListed({ trackers = [] }: Download, { add, remove, replace, with: next }: Changes): boolean {
	const urls = new Set(trackers.map(({ url }) => url));
	const gone = new Set(replace === undefined ? remove : [...remove, replace]);
	const wanted = next === undefined ? add : [...add, next];
	return wanted.every((url) => gone.has(url) || urls.has(url)) && [...gone].every((url) => !urls.has(url));
}
