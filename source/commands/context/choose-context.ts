import { baseUrl } from '../../client/discovery/address.ts';
import { nonBlank, urlVariable } from '../../client/discovery/explicit.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import { oneLine } from '../../format/one-line.ts';
import { portVariable } from '../../protocol/settings.ts';
import { usage } from '../declaration/failure.ts';
import { contextVariable } from './context-variable.ts';
import type { Context, Contexts } from './contexts.ts';
import { keyOfContext, readContexts } from './contexts-file.ts';

/** Options that decide whether a context is used, and which. */
interface ContextFlags {
	readonly url?: string | undefined;
	readonly context?: string | undefined;
	readonly service?: string | undefined;
	readonly stateDir?: string | undefined;
	readonly apiKey?: string | undefined;
	readonly generation?: 'A' | 'B' | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum characters of a wrong name in a message. */
const MAX_SHOWN_NAME = 80;

export const chooseContextText = {
	unknown: (name: string, known: readonly string[]) =>
		known.length === 0
			? `There is no context '${oneLine(name, MAX_SHOWN_NAME)}', and no other. Add one with 'seedtop context add'.`
			: `There is no context '${oneLine(name, MAX_SHOWN_NAME)}', only ${known.join(', ')}.`,
	source: (name: string) => `context ${name}`,
} as const;

/**
 * Returns the context for a command; undefined if another address has precedence, or without a default one. Order:
 * --url, --context, SEEDTOP_URL, SEEDTOP_CONTEXT, CORE_API_PORT, the default context. --service and --state-dir
 * request a search, so the default context is not used.
 * @throws CommandFailure for an unknown name, or if the file or the key cannot be used
 */
export async function chooseContext(
	flags: ContextFlags,
	env: Environment = process.env,
): Promise<FoundService | undefined> {
	if (flags.url !== undefined) return undefined;
	const given = flags.context ?? (nonBlank(env[urlVariable]) ? undefined : nonBlank(env[contextVariable]));
	if (given !== undefined) {
		const context = contextNamed(given, await readContexts());
		return serviceOf(context, flags);
	}
	if ([env[urlVariable], env[portVariable], flags.service, flags.stateDir].some((each) => nonBlank(each)))
		return undefined;
	const contexts = await readContexts();
	return contexts.default === undefined
		? undefined
		: serviceOf(contextNamed(contexts.default, contexts), flags);
}

/** Returns the context of a name. @throws CommandFailure that names the known ones */
export function contextNamed(name: string, contexts: Contexts): Context {
	const found = contexts.contexts.find((context) => context.name === name);
	if (found) return found;
	const names = contexts.contexts.map((context) => context.name);
	throw usage(chooseContextText.unknown(name, names));
}

/** Returns the service of a context. An API key of the environment belongs to another one and is not sent. */
export async function serviceOf(
	context: Context,
	{ apiKey, generation }: Pick<ContextFlags, 'apiKey' | 'generation'> = {},
): Promise<FoundService> {
	const source = chooseContextText.source(context.name);
	return {
		url: baseUrl(context.url, source),
		apiKey: apiKey ?? (await keyOfContext(context)),
		source,
		explicit: true,
		generation: generation ?? 'B',
		context: context.name,
	};
}
