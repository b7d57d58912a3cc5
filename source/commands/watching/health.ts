import { healthColumns } from '../../columns/metadata.ts';
import type { SwarmHealth } from '../../protocol/resources/metadata.ts';
import { one } from '../declaration/arguments.ts';
import { flag, integer } from '../declaration/options.ts';
import { type Call, serviceCommand } from '../declaration/service-command.ts';
import { chooseOne } from '../downloads/choose.ts';
import { CommandFailure, exitCodes } from '../output/failure.ts';
import { interruptible } from '../output/interruption.ts';
import { notice, printAnswer, printTable, tableOptions } from '../output/print.ts';

/** Messages about a check of a swarm. */
export const healthText = {
	checking: 'The service is checking. Use --wait to wait for the result.',
	late: (milliseconds: number) => `There is no result after ${milliseconds / 1000} s.`,
};

/** Default timeout of a check. */
const DEFAULT_TIMEOUT_MS = 60_000;

export const healthCommand = serviceCommand({
	name: 'health',
	endpoints: ['getHealth'],
	summary: "check the health of a torrent's swarm",
	description:
		"Requests the number of seeders and leechers of a torrent. Some services answer 'checking' at once and send " +
		'the result as an event. --wait waits for it (default --timeout: 60).',
	options: {
		wait: flag('--wait', 'wait for the result'),
		refresh: flag('--refresh', 'check again even after a recent check'),
		trackerTimeout: integer('--tracker-timeout <seconds>', 'timeout of trackers', { minimum: 1 }),
		...tableOptions,
	},
	arguments: { infohash: one('infohash', 'infohash of a torrent, or name of a download', 'download') },
	async run(input, call) {
		const { infohash } = await chooseOne(call, input.infohash);
		const query = {
			...(input.refresh ? { refresh: true } : {}),
			...(input.trackerTimeout === undefined ? {} : { timeout: input.trackerTimeout }),
		};
		const ask = (nowait: boolean) =>
			call.client.getHealth(
				{ params: { infohash }, query: nowait ? { ...query, nowait } : query },
				call.limits,
			);
		if (!input.wait) {
			await print(infohash, await ask(false), input);
			return undefined;
		}
		return interruptible(async (signal) => {
			await print(infohash, await awaitHealth(call, infohash, () => ask(true), signal), input);
			return undefined;
		});
	},
});

/** Opens the event stream before the request, so that no result is missed. */
async function awaitHealth(
	call: Call,
	infohash: string,
	ask: () => Promise<SwarmHealth>,
	signal: AbortSignal,
): Promise<SwarmHealth> {
	const { readEvents } = await import('../../client/events.ts');
	const limit = call.limits.timeout ?? DEFAULT_TIMEOUT_MS;
	const late = AbortSignal.timeout(limit);
	const done = new AbortController();
	const ended = AbortSignal.any([signal, late, done.signal]);
	try {
		return await new Promise<SwarmHealth>((resolve, reject) => {
			const onOpen = () => {
				ask().then((answer) => {
					if (answer.checking) notice('The service is checking…');
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
				throw new CommandFailure('The service closed the stream of events.', exitCodes.unreachable);
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
	{ json, header }: { readonly json: boolean; readonly header: boolean },
): Promise<void> {
	if (json) await printAnswer('getHealth', { infohash, checking, trackers });
	else if (checking) {
		process.stderr.write(`seedtop: ${healthText.checking}\n`);
	} else await printTable(healthColumns, trackers, { header, empty: 'No tracker reports this swarm.' });
}
