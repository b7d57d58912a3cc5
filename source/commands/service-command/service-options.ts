import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { CallOptions } from '../../client/client.ts';
import type { FoundService, Owner, Skipped } from '../../client/discovery/find-service.ts';
import { oneLine } from '../../format/one-line.ts';
import { stateFolder } from '../../process/folders.ts';
import { contextVariable } from '../context/context-variable.ts';
import type { InputOf } from '../declaration/declaration.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';
import { amount, choice, text } from '../declaration/options.ts';
import { isOwner, owners } from '../declaration/owners.ts';

const group = 'Which service:';

export const stateFolderOption = text('--state-dir <folder>', "state folder of seedtop's own service", {
	group,
	completes: 'folder',
});

/** Environment variable that selects a service if several run. */
export const serviceVariable = 'SEEDTOP_SERVICE';
/** Maximum places without a service in a message. */
const MAX_PLACES = 4;
const MAX_LINE_CHARACTERS = 600;

/** Options that select a service, shared by all commands that use one. */
export const serviceOptions = {
	url: text('--url <url>', 'address of the service, with its base path', { group }),
	context: text('--context <name>', `a context, see 'seedtop context'; ${contextVariable} too`, {
		group,
		completes: 'context',
	}),
	apiKey: text(
		'--api-key <key>',
		'its API key; other accounts can see it. Prefer --api-key-file or SEEDTOP_API_KEY',
		{ group },
	),
	apiKeyFile: text('--api-key-file <file>', 'file that holds its API key', { group, completes: 'file' }),
	service: choice(
		'--service <which>',
		owners,
		`seedtop's own service or another program's; ${serviceVariable} too`,
		{ group },
	),
	stateDir: stateFolderOption,
	generation: choice('--generation <letter>', ['A', 'B'], 'generation of the interface at --url', { group }),
	timeout: amount('--timeout <seconds>', 'timeout of each request in seconds (default: 30)', { group }),
} as const;

export type ServiceFlags = InputOf<typeof serviceOptions, Record<never, never>>;

/** Messages about the choice of a service. */
export const serviceOptionsText = {
	two: (own: Pick<FoundService, 'url'>, other: Pick<FoundService, 'url' | 'source'>) =>
		oneLine(
			`Two services are running: seedtop's own at ${own.url} and another at ${other.url} (${other.source}). ` +
				`seedtop's own is used. Choose with --service own or --service other, ${serviceVariable} or the setting "service".`,
			MAX_LINE_CHARACTERS,
		),
	/** `whose` is empty or begins with a space. `places` were searched. */
	none: (whose: string, places: string) =>
		`No service${whose} was found${places === '' ? '' : ` (${places})`}. Start one with 'seedtop serve', or give an address with --url.`,
	unreadableKey: (reason: string) => `Cannot read the API key file: ${reason}`,
};

/** Returns the state folder from the options or the environment. */
export function chosenStateFolder(flags: Pick<ServiceFlags, 'stateDir'>): string {
	return flags.stateDir ?? stateFolder();
}

interface Listener {
	/** Called for places without a service. */
	readonly onSkip?: (skipped: Skipped) => void;
	/** Called with a notice if our own service and another one run, and neither was chosen. */
	readonly onOther?: (text: string) => void;
}

/** Returns the service given by options, environment and files, without detection; undefined if there is none. */
export async function findChosen(
	flags: ServiceFlags,
	{ onSkip = () => {}, onOther = () => {} }: Listener = {},
): Promise<FoundService | undefined> {
	// Loaded on demand, because help needs no HTTP client.
	const [{ findService }, { chooseContext }, chosen] = await Promise.all([
		import('../../client/discovery/find-service.ts'),
		import('../context/choose-context.ts'),
		chosenOwner(flags),
	]);
	const { url, generation } = flags;
	const apiKey = flags.apiKey ?? keyOf(flags.apiKeyFile);
	const context = await chooseContext({ ...flags, apiKey });
	if (context) return context;
	return findService({
		flags: { url, apiKey, generation },
		env: process.env,
		home: homedir(),
		stateFolder: chosenStateFolder(flags),
		choice: chosen,
		onSkip,
		onOther: (own, other) => onOther(serviceOptionsText.two(own, other)),
	});
}

/** Returns the owner chosen by option, variable or setting; undefined without a choice. */
export async function chosenOwner(flags: Pick<ServiceFlags, 'service'>): Promise<Owner | undefined> {
	if (flags.service !== undefined) return flags.service;
	const variable = process.env[serviceVariable]?.trim() ?? '';
	if (variable !== '') {
		if (isOwner(variable)) return variable;
		throw usage(`${serviceVariable} is one of ${owners.join(', ')}, not '${oneLine(variable, 60)}'.`);
	}
	const { readSettings, settingsPath } = await import('../cockpit-settings/settings.ts');
	return (await readSettings(settingsPath(process.env))).settings.service;
}

/**
 * Returns a function that searches again for a service found in a file, whose port or API key may have changed.
 * Undefined if the user gave its address.
 */
export function refinder(
	flags: ServiceFlags,
	{ explicit, owner }: Pick<FoundService, 'explicit' | 'owner'>,
): (() => Promise<FoundService | undefined>) | undefined {
	if (explicit || owner === undefined) return undefined;
	return () => findChosen({ ...flags, service: owner });
}

/** Returns the service, with detected base path and generation. */
async function chooseService(
	flags: ServiceFlags,
	listener: Listener = {},
): Promise<FoundService | undefined> {
	const found = await findChosen(flags, listener);
	return found?.explicit && flags.generation === undefined
		? detected(found, Math.min(DETECTION_TIMEOUT_MS, (flags.timeout ?? 30) * 1_000))
		: found;
}

const DETECTION_TIMEOUT_MS = 1_500;

/** Returns a service given by the user, with detected base path and generation. */
async function detected(found: FoundService, timeout: number): Promise<FoundService> {
	const [{ detectService }, { ClientError }] = await Promise.all([
		import('../../client/detection/detect-service.ts'),
		import('../../client/http/errors.ts'),
	]);
	try {
		const { apiKey, source } = found;
		const detected = await detectService(found.url, { apiKey, source, timeout });
		return { ...found, ...detected };
	} catch (error) {
		// The next request reports the error, and is retried if possible.
		if (error instanceof ClientError) return found;
		throw error;
	}
}

/** Returns the options of every request, from --timeout. */
export function limitsOf({ timeout }: Pick<ServiceFlags, 'timeout'>): CallOptions {
	return timeout === undefined ? {} : { timeout: Math.ceil(timeout * 1000) };
}

/** Returns the service. Throws a failure with `exitCode` and the searched places. `quiet`: prints no notices. */
export async function requireService(
	flags: ServiceFlags,
	exitCode: number,
	quiet = false,
): Promise<FoundService> {
	const skipped: Skipped[] = [];
	const found = await chooseService(flags, {
		onSkip: (place) => skipped.push(place),
		// Printed without a terminal too, because the chosen service should not depend on other running ones.
		onOther: (text) => void (quiet || process.stderr.write(`seedtop: ${text}\n`)),
	});
	if (found) return found;
	throw await noService(flags, skipped, exitCode);
}

/** Returns the error for a missing service, with the places that were searched. */
export async function noService(
	flags: ServiceFlags,
	skipped: readonly Skipped[],
	exitCode: number,
): Promise<CommandFailure> {
	const owner = await chosenOwner(flags);
	const whose = owner === undefined ? '' : owner === 'own' ? " of seedtop's own" : ' of another program';
	const looked = skippedText(skipped);
	return new CommandFailure(serviceOptionsText.none(whose, looked), exitCode);
}

/** Returns the places without a service, as text. */
export function skippedText(skipped: readonly Skipped[]): string {
	const listed = skipped.slice(0, MAX_PLACES).map(({ source, reason }) => `${source} ${reason}`);
	const omitted = skipped.length - listed.length;
	return oneLine([...listed, ...(omitted > 0 ? [`${omitted} more`] : [])].join('; '), MAX_LINE_CHARACTERS);
}

function keyOf(file: string | undefined): string | undefined {
	if (file === undefined) return undefined;
	try {
		return readFileSync(file, 'utf8').trim();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandFailure(serviceOptionsText.unreadableKey(reason));
	}
}
