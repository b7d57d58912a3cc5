import { setTimeout as delay } from 'node:timers/promises';
import { announcedCandidate } from './announced.ts';
import type { Candidate, Owner, Skipped } from './candidate.ts';
import { configuredCandidates } from './configured.ts';
import { type Environment, explicitCandidate, type Flags, given, ownKeyVariable } from './explicit.ts';
import { probe } from './probe.ts';

export type { Candidate as FoundService, Owner, Skipped } from './candidate.ts';
export type { Environment, Flags } from './explicit.ts';

export interface DiscoveryOptions {
	readonly flags?: Flags;
	/** The environment's variables. */
	readonly env: Environment;
	/** Absolute path of the user's home folder. */
	readonly home: string;
	/** Absolute path of the folder in which our own service keeps its state. */
	readonly stateFolder: string;
	/** Which one is meant where our own service and another one run; either one when left out. */
	readonly choice?: Owner | undefined;
	/** Told when both run and neither was chosen. */
	readonly onOther?: (own: Candidate, other: Candidate) => void;
	/** Told why a place gave no service: to show when none is found, or with --verbose. */
	readonly onSkip?: (skipped: Skipped) => void;
	/** Milliseconds that a service found in a file has to answer; 1.5 s unless told. */
	readonly timeout?: number;
}

const defaultTimeout = 1500;
/** Milliseconds that services of others get to answer once our own did: it is used in any case. */
const OTHERS_TIMEOUT_MS = 500;

/**
 * Which service to talk to; undefined when there is none. In this order: --url, SEEDTOP_URL, CORE_API_PORT, our own
 * running service, the files of others. What the user named is returned without asking whether it answers; of the
 * rest the first that does. `choice` leaves either our own or those of others out. Throws an AddressError when what
 * the user named is no address.
 */
export async function findService(options: DiscoveryOptions): Promise<Candidate | undefined> {
	const flags = options.flags ?? {};
	const explicit = explicitCandidate(flags, options.env);
	if (explicit) return explicit;
	const { home, stateFolder, choice } = options;
	const onSkip = options.onSkip ?? (() => {});
	const enough = new AbortController();
	const ask = { timeout: options.timeout ?? defaultTimeout, onSkip, signal: enough.signal };
	const others =
		choice === 'own'
			? Promise.resolve(undefined)
			: configuredCandidates(home, onSkip).then((candidates) => firstAnswering(candidates, ask));
	const announced = choice === 'other' ? undefined : await announcedCandidate(stateFolder, home, onSkip);
	const own = await firstAnswering(announced ? [announced] : [], ask);
	const other = await (own
		? Promise.race([others, delay(OTHERS_TIMEOUT_MS, undefined, { signal: enough.signal })])
		: others);
	enough.abort();
	if (own && other) options.onOther?.(own, other);
	const found = own ?? other;
	if (!found) return undefined;
	// A key given by itself is meant for whichever service is found.
	const key = given(flags.apiKey) ?? given(options.env[ownKeyVariable]);
	return { ...found, apiKey: key ?? found.apiKey, generation: flags.generation ?? found.generation };
}

interface Asking {
	readonly timeout: number;
	readonly onSkip: (skipped: Skipped) => void;
	readonly signal: AbortSignal;
}

async function firstAnswering(
	candidates: readonly Candidate[],
	{ timeout, onSkip, signal }: Asking,
): Promise<Candidate | undefined> {
	for (const candidate of candidates) {
		if (signal.aborted) return undefined;
		const problem = await probe(candidate, timeout, signal);
		if (problem === undefined) return candidate;
		if (!signal.aborted) onSkip({ source: candidate.source, reason: problem });
	}
	return undefined;
}
