import { announcedCandidate } from './announced.ts';
import type { Candidate, Skipped } from './candidate.ts';
import { configuredCandidates } from './configured.ts';
import { type Environment, explicitCandidate, type Flags, given, ownKeyVariable } from './explicit.ts';
import { probe } from './probe.ts';

export type { Candidate as FoundService, Skipped } from './candidate.ts';
export type { Environment, Flags } from './explicit.ts';

export interface DiscoveryOptions {
	readonly flags?: Flags;
	/** The environment's variables. */
	readonly env: Environment;
	/** Absolute path of the user's home folder. */
	readonly home: string;
	/** Absolute path of the folder in which our own service keeps its state. */
	readonly stateFolder: string;
	/** Told why a place gave no service: to show when none is found, or with --verbose. */
	readonly onSkip?: (skipped: Skipped) => void;
	/** Milliseconds that a service found in a file has to answer; 1.5 s unless told. */
	readonly timeout?: number;
}

const defaultTimeout = 1500;

/**
 * Which service to talk to; undefined when there is none. In this order: --url, SEEDTOP_URL, CORE_API_PORT, our own
 * running service, the configuration files of others. What the user named is returned without asking whether it
 * answers; of the rest the first that does. Throws an AddressError when what the user named is no address.
 */
export async function findService(options: DiscoveryOptions): Promise<Candidate | undefined> {
	const flags = options.flags ?? {};
	const explicit = explicitCandidate(flags, options.env);
	if (explicit) return explicit;
	// A key given by itself is meant for whichever service is found.
	const key = given(flags.apiKey) ?? given(options.env[ownKeyVariable]);
	for await (const candidate of candidates(options)) {
		const problem = await probe(candidate.url, options.timeout ?? defaultTimeout);
		if (problem === undefined) {
			return {
				...candidate,
				apiKey: key ?? candidate.apiKey,
				generation: flags.generation ?? candidate.generation,
			};
		}
		options.onSkip?.({ source: candidate.source, reason: problem });
	}
	return undefined;
}

async function* candidates(options: DiscoveryOptions): AsyncGenerator<Candidate> {
	const { home, stateFolder } = options;
	const onSkip = options.onSkip ?? (() => {});
	const announced = await announcedCandidate(stateFolder, home, onSkip);
	if (announced) yield announced;
	yield* await configuredCandidates(home, onSkip);
}
