import { readEvents } from '../../client/events.ts';
import { healthColumns } from '../../columns/metadata.ts';
import { sanitize } from '../../format/sanitize.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import { MetainfoError } from '../../metainfo/error.ts';
import { parseMagnet } from '../../metainfo/magnet.ts';
import type { EventPayload } from '../../protocol/events/events.ts';
import type { SwarmHealth } from '../../protocol/resources/metadata.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { chooseOne } from '../downloads/choose.ts';
import { interruptible } from '../output/interruption.ts';
import { notice, printAnswer, printTable, type TableInput, warn } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';

/** Messages about a check of a swarm. Trackers are shown without passkeys. */
export const healthText = {
	checking: 'The service is checking. Use --wait to wait for the result.',
	started: 'The service is checking…',
	late: (milliseconds: number) => `There is no result after ${milliseconds / 1000} s.`,
	closed: 'The service closed the stream of events.',
	none: 'No tracker reports this swarm.',
	found: (tracker: string, seeders: string, leechers: string) =>
		`${tracker}: ${seeders} seeders, ${leechers} leechers`,
	failed: (tracker: string, reason: string) => `${tracker}: ${reason}`,
	remaining: (line: string, count: number) => `${line} (${count} left)`,
	trackersKept: "The trackers of the link were not sent: only seedtop's own service checks them.",
} as const;

/** Default timeout of a check by a service that sends its result as an event. */
const DEFAULT_TIMEOUT_MS = 60_000;
/** Default timeout of trackers in our own service, and the additional time for its answer. */
const TRACKER_TIMEOUT_S = 20;
const ANSWER_TIMEOUT_S = 40;
/** Maximum number of trackers that a request names. */
const MAX_TRACKERS = 20;

interface HealthInput extends TableInput {
	/** Infohash, magnet link, or name of a download. */
	readonly infohash: string;
	readonly wait: boolean;
	readonly refresh: boolean;
	readonly trackerTimeout: number | undefined;
}

/** Checks a swarm and prints its health. */
export async function checkHealth(input: HealthInput, call: Call): Promise<number | undefined> {
	const { infohash, trackers } = await torrentOf(input.infohash, call);
	const isOwn = call.client.requests.dialect === 'interface';
	if (trackers.length > 0 && !isOwn) warn(healthText.trackersKept);
	const sent = isOwn ? trackers.slice(0, MAX_TRACKERS) : [];
	const query = {
		...(input.refresh ? { refresh: true } : {}),
		...(input.trackerTimeout === undefined ? {} : { timeout: input.trackerTimeout }),
		...(sent.length === 0 ? {} : { trackers: sent.join(' ') }),
	};
	const ask = (nowait: boolean, limits = call.limits) =>
		call.client.getHealth({ params: { infohash }, query: nowait ? { ...query, nowait } : query }, limits);
	if (isOwn) {
		const seconds = (input.trackerTimeout ?? TRACKER_TIMEOUT_S) + ANSWER_TIMEOUT_S;
		return interruptible(async (signal) => {
			const limits = { ...call.limits, timeout: call.limits.timeout ?? seconds * 1000, signal };
			const isWatched = process.stderr.isTTY && !input.json;
			const check = () => ask(false, limits);
			await print(infohash, isWatched ? await watched(call, infohash, check, signal) : await check(), input);
			return undefined;
		});
	}
	if (!input.wait) {
		await print(infohash, await ask(false), input);
		return undefined;
	}
	return interruptible(async (signal) => {
		await print(infohash, await awaitHealth(call, infohash, () => ask(true), signal), input);
		return undefined;
	});
}

/** Returns the infohash of a text, and the trackers of a magnet link. */
async function torrentOf(
	text: string,
	call: Call,
): Promise<{ readonly infohash: string; readonly trackers: readonly string[] }> {
	if (!/^magnet:/i.test(text)) return { infohash: (await chooseOne(call, text)).infohash, trackers: [] };
	try {
		return parseMagnet(text);
	} catch (error) {
		// The engine does not support version 2 alone, but a tracker reports its swarm.
		const digits = /[?&]xt(?:\.\d+)?=urn:btmh:1220([\da-f]{64})(?:&|$)/i.exec(text)?.[1];
		if (digits !== undefined) {
			const trackers = new URLSearchParams(text.slice(text.indexOf('?') + 1)).getAll('tr');
			return { infohash: digits.toLowerCase(), trackers };
		}
		throw error instanceof MetainfoError
			? usage(`${sanitize(withoutSecrets(text), 100)}: ${error.message}.`)
			: error;
	}
}

/** Returns the answer of a check. Shows the result of each tracker until then, as far as events arrive. */
async function watched(
	call: Call,
	infohash: string,
	check: () => Promise<SwarmHealth>,
	signal: AbortSignal,
): Promise<SwarmHealth> {
	const done = new AbortController();
	const ended = AbortSignal.any([signal, done.signal]);
	try {
		return await new Promise<SwarmHealth>((resolve, reject) => {
			let isAsked = false;
			const start = () => {
				if (isAsked) return;
				isAsked = true;
				check().then(resolve, reject);
			};
			const listen = async () => {
				for await (const event of readEvents(call.client, ended, () => {}, start)) {
					if (event.type !== 'torrent_health_progress') continue;
					if (event.payload.infohash.toLowerCase() === infohash) notice(progressLine(event.payload));
				}
			};
			// The answer does not depend on the events.
			listen().catch(start);
		});
	} finally {
		done.abort();
	}
}

function progressLine(progress: EventPayload<'torrent_health_progress'>): string {
	const { error, seeders, leechers, remaining = 0 } = progress;
	const tracker = sanitize(withoutSecrets(progress.tracker), 200);
	const line = error
		? healthText.failed(tracker, sanitize(withoutSecrets(error), 200))
		: healthText.found(tracker, String(seeders ?? '–'), String(leechers ?? '–'));
	return remaining > 0 ? healthText.remaining(line, remaining) : line;
}

/** Opens the event stream before the request, so that no result is missed. */
async function awaitHealth(
	call: Call,
	infohash: string,
	ask: () => Promise<SwarmHealth>,
	signal: AbortSignal,
): Promise<SwarmHealth> {
	const limit = call.limits.timeout ?? DEFAULT_TIMEOUT_MS;
	const late = AbortSignal.timeout(limit);
	const done = new AbortController();
	const ended = AbortSignal.any([signal, late, done.signal]);
	try {
		return await new Promise<SwarmHealth>((resolve, reject) => {
			const onOpen = () => {
				ask().then((answer) => {
					if (answer.checking) notice(healthText.started);
					else resolve(answer);
				}, reject);
			};
			const listen = async () => {
				for await (const event of readEvents(call.client, ended, () => {}, onOpen)) {
					if (event.type !== 'torrent_health_updated') continue;
					const { infohash: checked, num_seeders: seeders, num_leechers: leechers, ...rest } = event.payload;
					if (checked.toLowerCase() !== infohash) continue;
					const found = { error: '', ...rest, tracker: 'all', infohash, seeders, leechers };
					resolve({ checking: false, trackers: [found] });
				}
				throw new CommandFailure(healthText.closed, exitCodes.unreachable);
			};
			listen().catch(reject);
		});
	} catch (error) {
		if (!late.aborted) throw error;
		throw new CommandFailure(healthText.late(limit), exitCodes.unreachable);
	} finally {
		done.abort();
	}
}

async function print(
	infohash: string,
	{ checking, trackers }: SwarmHealth,
	{ json, header }: TableInput,
): Promise<void> {
	if (json) await printAnswer('getHealth', { infohash, checking, trackers });
	else if (checking) warn(healthText.checking);
	else await printTable(healthColumns, trackers, { header, empty: healthText.none });
}
