import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { CallOptions } from '../client/client.ts';
import type { FoundService, Skipped } from '../client/discovery/find-service.ts';
import type { InputOf } from './declaration/declaration.ts';
import { amount, choice, text } from './declaration/options.ts';
import { CommandFailure } from './failure.ts';
import { stateFolder } from './folders.ts';

const group = 'Which service:';

export const stateFolderOption = text('--state-dir <folder>', "state folder of seedtop's own service", {
	group,
	completes: 'folder',
});

/** The options that name a service, shared by all commands that talk to one. */
export const serviceOptions = {
	url: text('--url <url>', 'address of the service, with its base path', { group }),
	apiKey: text('--api-key <key>', 'its API key; better a file, or SEEDTOP_API_KEY', { group }),
	apiKeyFile: text('--api-key-file <file>', 'file that holds its API key', { group, completes: 'file' }),
	stateDir: stateFolderOption,
	generation: choice('--generation <letter>', ['A', 'B'], 'generation of the interface at --url', { group }),
	timeout: amount('--timeout <seconds>', 'how long an answer may take; 30 unless told', { group }),
} as const;

export type ServiceFlags = InputOf<typeof serviceOptions, Record<never, never>>;

/** The state folder that the options or the environment name. */
export function chosenStateFolder(flags: Pick<ServiceFlags, 'stateDir'>): string {
	return flags.stateDir ?? stateFolder();
}

/**
 * The service that options, environment and files name, as they name it; undefined when there is none. `onSkip` is told
 * of places that led nowhere.
 */
export async function findChosen(
	flags: ServiceFlags,
	onSkip: (skipped: Skipped) => void = () => {},
): Promise<FoundService | undefined> {
	// Help and versions are shown without loading what speaks HTTP.
	const { findService } = await import('../client/discovery/find-service.ts');
	return findService({
		flags: {
			url: flags.url,
			apiKey: flags.apiKey ?? keyOf(flags.apiKeyFile),
			generation: flags.generation,
		},
		env: process.env,
		home: homedir(),
		stateFolder: chosenStateFolder(flags),
		onSkip,
	});
}

/** The service to talk to, with the base path and the generation that it really has. */
export async function chooseService(
	flags: ServiceFlags,
	onSkip: (skipped: Skipped) => void = () => {},
): Promise<FoundService | undefined> {
	const found = await findChosen(flags, onSkip);
	return found?.explicit && flags.generation === undefined
		? detected(found, Math.min(detectionTimeout, (flags.timeout ?? 30) * 1_000))
		: found;
}

/** Milliseconds that a service gets to show what it is. */
const detectionTimeout = 1_500;

/** A service that the user named, with the base path and the generation it really has. */
async function detected(found: FoundService, timeout: number): Promise<FoundService> {
	const [{ detectService }, { ClientError }] = await Promise.all([
		import('../client/detection/detect-service.ts'),
		import('../client/errors.ts'),
	]);
	try {
		const { apiKey, source } = found;
		const { url, generation } = await detectService(found.url, { apiKey, source, timeout });
		return { ...found, url, generation };
	} catch (error) {
		// Whoever asks it next is told what is wrong, and tries again if it can.
		if (error instanceof ClientError) return found;
		throw error;
	}
}

/** For every request: what --timeout says. */
export function limitsOf({ timeout }: Pick<ServiceFlags, 'timeout'>): CallOptions {
	return timeout === undefined ? {} : { timeout: Math.ceil(timeout * 1000) };
}

/** The service to talk to, or a failure with `exitCode` that says where was looked. */
export async function requireService(flags: ServiceFlags, exitCode: number): Promise<FoundService> {
	const skipped: Skipped[] = [];
	const found = await chooseService(flags, (place) => skipped.push(place));
	if (found) return found;
	const looked = skipped.map(({ source, reason }) => `${source} ${reason}`).join('; ');
	throw new CommandFailure(
		`There is no service to ask${looked === '' ? '' : ` (${looked})`}. Start one with 'seedtop serve', or name one with --url.`,
		exitCode,
	);
}

function keyOf(file: string | undefined): string | undefined {
	if (file === undefined) return undefined;
	try {
		return readFileSync(file, 'utf8').trim();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandFailure(`Cannot read the API key file: ${reason}`);
	}
}
