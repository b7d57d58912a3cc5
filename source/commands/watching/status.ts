import type { Facts } from '../../columns/facts.ts';
import { bytes, speed } from '../../format/bytes.ts';
import type { CoreState } from '../../protocol/resources/core-state.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { isAbsent, isNotFound } from '../declaration/failure.ts';
import { jsonOption, printFacts, printJson } from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';
import { readVersion } from './read-version.ts';

/** Optional parts of the interface, each with a fast request without side effects that detects it. */
const featureRequests: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
	state: ({ client, limits }) => client.getState({}, limits),
	session: ({ client, limits }) => client.getSession({}, limits),
	debug: ({ client, limits }) => client.getProfiler({}, limits),
	channel: ({ client, limits }) => client.getMyChannel({}, limits),
	// Our own service opens its market with the first request that needs it. No transaction has the number 0.
	market: ({ client, limits }) =>
		client.listPayments({ params: { trader_id: '0', transaction_number: '0' } }, limits),
};

/** Returns which parts the service has. Null if the response is ambiguous. */
async function readFeatures(call: Call): Promise<Record<string, boolean | null>> {
	const answers = Object.entries(featureRequests).map(async ([part, ask]) => {
		try {
			await ask(call);
			return [part, true] as const;
		} catch (error) {
			// Only a service with channels answers that there is no channel, and one with a market that there is no transaction.
			if (isNotFound(error)) return [part, !isAbsent(error)] as const;
			return [part, null] as const;
		}
	});
	return Object.fromEntries(await Promise.all(answers));
}

export const statusCommand = serviceCommand({
	name: 'status',
	summary: 'show state, totals and features of the service',
	options: { json: jsonOption },
	async run({ json }, call) {
		// Request the list first: if it fails, nothing else matters.
		const { downloads, checkpoints } = await call.client.listDownloads({}, call.limits);
		const [state, offers, version] = await Promise.all([
			readState(call),
			readFeatures(call),
			readVersion(call),
		]);
		const { url, source, generation, dialect = null } = call.service;
		const status = {
			service: { url, source, generation, dialect, version },
			state,
			downloads: {
				total: downloads.length,
				by_status: countByStatus(downloads),
				checkpoints: checkpoints ?? null,
			},
			totals: totalsOf(downloads),
			offers,
		};
		if (json) printJson(status);
		else await printStatus(status);
	},
});

interface Status {
	readonly service: { readonly url: string; readonly source: string; readonly version: string | null };
	readonly state: CoreState | null;
	readonly downloads: { readonly total: number; readonly by_status: Readonly<Record<string, number>> };
	readonly totals: ReturnType<typeof totalsOf>;
	readonly offers: Readonly<Record<string, boolean | null>>;
}

async function printStatus({ service, state, downloads, totals, offers }: Status): Promise<void> {
	const counts = Object.entries(downloads.by_status).map(([name, count]) => `${count} ${name}`);
	const partsWith = (answer: boolean | null) =>
		Object.keys(offers)
			.filter((part) => offers[part] === answer)
			.join(', ') || '–';
	const { size, speed_down, speed_up, total_down, total_up } = totals;
	const exact = (value: number | null) => (value === null ? '–' : String(value));
	const data: Facts = [
		['service', service.url],
		['source', service.source],
		['version', service.version ?? '–'],
		['state', state?.state ?? '–'],
		['error', state?.last_exception ?? '–'],
		['downloads', String(downloads.total)],
		...Object.entries(downloads.by_status).map(([name, count]) => [name, String(count)] as const),
		['size', exact(size)],
		['down', exact(speed_down)],
		['up', exact(speed_up)],
		['received', exact(total_down)],
		['sent', exact(total_up)],
		['offers', partsWith(true)],
		['does not offer', partsWith(false)],
	];
	const facts: Facts = [
		['service', `${service.url} (${service.source})`],
		['version', service.version ?? '–'],
		['state', state === null ? '–' : [state.state, state.last_exception ?? ''].join(' ').trim()],
		['downloads', [String(downloads.total), ...counts].join(', ')],
		['size', bytes(totals.size ?? Number.NaN)],
		['down', flowOf(totals.speed_down, totals.total_down)],
		['up', flowOf(totals.speed_up, totals.total_up)],
		['offers', partsWith(true)],
		['does not offer', partsWith(false)],
	];
	await printFacts(facts, data);
}

function flowOf(rate: number | null, total: number | null): string {
	return `${rate === null ? '–' : speed(rate)}, ${bytes(total ?? Number.NaN)} in all`;
}

/** Reads the state. Null in releases after 7.11, which have none. */
async function readState({ client, limits }: Call): Promise<CoreState | null> {
	try {
		return await client.getState({}, limits);
	} catch (error) {
		if (isNotFound(error)) return null;
		throw error;
	}
}

function countByStatus(downloads: readonly Download[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status } of downloads) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

function totalsOf(downloads: readonly Download[]) {
	// A sum with an unknown part is unknown.
	const sum = (field: 'size' | 'speed_down' | 'speed_up' | 'total_down' | 'total_up') =>
		downloads.reduce<number | null>((total, { [field]: value }) => {
			return total === null || value === undefined ? null : total + value;
		}, 0);
	return {
		size: sum('size'),
		speed_down: sum('speed_down'),
		speed_up: sum('speed_up'),
		total_down: sum('total_down'),
		total_up: sum('total_up'),
	};
}
