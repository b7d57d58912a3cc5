import { setTimeout as delay } from 'node:timers/promises';
import { announcedCandidate } from './announced.ts';
import type { Candidate, Owner, Skipped } from './candidate.ts';
import { configuredCandidates } from './configured.ts';
import { type Environment, explicitCandidate, type Flags, nonBlank, ownKeyVariable } from './explicit.ts';
import { probe } from './probe.ts';

export type { Candidate as FoundService, Owner, Skipped } from './candidate.ts';
export type { Environment, Flags } from './explicit.ts';

export interface DiscoveryOptions {
	readonly flags?: Flags;
	/** Environment variables. */
	readonly env: Environment;
	/** Absolute path of the home folder. */
	readonly home: string;
	/** Absolute path of the state folder of our own service. */
	readonly stateFolder: string;
	/** Preferred owner if both kinds of service run. Undefined: either. */
	readonly choice?: Owner | undefined;
	/** Called when both run and neither was chosen. */
	readonly onOther?: (own: Candidate, other: Candidate) => void;
	/** Called for each source that yielded no service. Shown if none is found, or with --verbose. */
	readonly onSkip?: (skipped: Skipped) => void;
	/** Timeout for a service found in a file, ms. Default: 1,500. */
	readonly timeout?: number;
}

const DEFAULT_TIMEOUT_MS = 1500;
/** Timeout for other services once our own answered, ms. Ours is used in any case. */
const OTHERS_TIMEOUT_MS = 500;

/**
 * Finds the service to connect to, or returns undefined. Order: --url, SEEDTOP_URL, CORE_API_PORT, our own running
 * service, configured services of others. A service that the user named is returned without a probe. Otherwise the first other service that answers is returned. `choice` excludes our own or those of others. Throws an AddressError if the
 * user's address is invalid.
 */
export async function findService(options: DiscoveryOptions): Promise<Candidate | undefined> {
	const flags = options.flags ?? {};
	const explicit = explicitCandidate(flags, options.env);
	if (explicit) return explicit;
	const { home, stateFolder, choice } = options;
	const onSkip = options.onSkip ?? (() => {});
	const abort = new AbortController();
	const probeOptions = { timeout: options.timeout ?? DEFAULT_TIMEOUT_MS, onSkip, signal: abort.signal };
	const others =
		choice === 'own'
			? Promise.resolve(undefined)
			: configuredCandidates(home, onSkip).then((candidates) => firstAnswering(candidates, probeOptions));
	const announced = choice === 'other' ? undefined : await announcedCandidate(stateFolder, home, onSkip);
	const own = await firstAnswering(announced ? [announced] : [], probeOptions);
	const other = await (own
		? Promise.race([others, delay(OTHERS_TIMEOUT_MS, undefined, { signal: abort.signal })])
		: others);
	abort.abort();
	if (own && other) options.onOther?.(own, other);
	const found = own ?? other;
	if (!found) return undefined;
	// A key given alone applies to any service found.
	const key = nonBlank(flags.apiKey) ?? nonBlank(options.env[ownKeyVariable]);
	return { ...found, apiKey: key ?? found.apiKey, generation: flags.generation ?? found.generation };
}

interface ProbeOptions {
	readonly timeout: number;
	readonly onSkip: (skipped: Skipped) => void;
	readonly signal: AbortSignal;
}

async function firstAnswering(
	candidates: readonly Candidate[],
	{ timeout, onSkip, signal }: ProbeOptions,
): Promise<Candidate | undefined> {
	for (const candidate of candidates) {
		if (signal.aborted) return undefined;
		const problem = await probe(candidate, timeout, signal);
		if (problem === undefined) return candidate;
		if (!signal.aborted) onSkip({ source: candidate.source, reason: problem });
	}
	return undefined;
}
