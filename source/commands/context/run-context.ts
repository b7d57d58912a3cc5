import { resolve } from 'node:path';
import { baseUrl } from '../../client/discovery/address.ts';
import { nonBlank, urlVariable } from '../../client/discovery/explicit.ts';
import { type ListedContext, listedContextColumns } from '../../columns/contexts.ts';
import { oneLine } from '../../format/one-line.ts';
import { CommandFailure, describeFailure, exitCodeOf, exitCodes, usage } from '../declaration/failure.ts';
import { confirm } from '../output/confirm.ts';
import { printJson, printResult, printTable, type TableInput } from '../output/print.ts';
import { readSecret } from '../output/read-secret.ts';
import { contextNamed } from './choose-context.ts';
import { isContextName } from './context-name.ts';
import { contextVariable } from './context-variable.ts';
import { type Context, type Contexts, MAX_CONTEXTS } from './contexts.ts';
import { changeContexts, keyOfContext, readContexts } from './contexts-file.ts';

/** Texts of the commands. */
export const contextText = {
	none: "There are no contexts. Add one with 'seedtop context add NAME URL'.",
	badName: (name: string) =>
		`'${oneLine(name, 80)}' cannot be a name. Use 1 to 64 letters, digits, '-', '_' or '.', not '-' first.`,
	taken: (name: string) =>
		`There is a context '${name}' already. Choose another name, or remove it with 'seedtop context remove ${name}'.`,
	full: `There are ${MAX_CONTEXTS} contexts, which is the maximum. Remove one with 'seedtop context remove'.`,
	twoKeys: 'Give --key-file or --keyless, not both.',
	question: (name: string) => `API key of ${name} (empty for none): `,
	key: 'Give the API key of the service with --key-file, or type it on standard input.',
	unchecked: (name: string, reason: string) =>
		`Cannot add the context '${name}': ${reason} Add it without a check with --no-check.`,
	added: (name: string, url: string) => `Added ${name} at ${url}.`,
	remove: (name: string, url: string) => `Remove the context ${name} (${url}) and its API key?`,
	removed: (name: string) => `Removed ${name}.`,
	renamed: (name: string, to: string) => `Renamed ${name} to ${to}.`,
	used: (name: string) => `Following commands use ${name}.`,
	usesNone: 'Following commands search for a service.',
	whichDefault: 'Give the name of a context, or --none.',
} as const;

/** Timeout of each request of the check. */
const CHECK_TIMEOUT_MS = 5_000;

export async function listContexts({ json, header }: TableInput): Promise<void> {
	const contexts = listed(await readContexts());
	if (json) printJson({ contexts });
	else await printTable(listedContextColumns, contexts, { header, empty: contextText.none });
}

/** Returns the contexts without their keys. */
function listed({ default: chosen, contexts }: Contexts): readonly ListedContext[] {
	const variable = nonBlank(process.env[contextVariable]) ?? chosen;
	const current = nonBlank(process.env[urlVariable]) === undefined ? variable : undefined;
	return contexts.map(({ name, url, key, key_file }) => ({
		name,
		url,
		key: key_file !== undefined ? 'key_file' : key !== undefined ? 'file' : null,
		key_file: key_file ?? null,
		is_default: name === chosen,
		is_current: name === current,
	}));
}

interface Addition {
	readonly name: string;
	readonly url: string;
	readonly keyFile: string | undefined;
	readonly keyless: boolean;
	/** False for --no-check. */
	readonly check: boolean;
}

export async function addContext({ name, url: given, keyFile, keyless, check }: Addition) {
	if (keyFile !== undefined && keyless) throw usage(contextText.twoKeys);
	const url = baseUrl(given, 'the argument');
	// Before the key is typed.
	assertRoom(await readContexts(), name);
	const keyed = await keyGiven(name, keyFile, keyless);
	const wanted: Context = { name, url, ...keyed };
	const context = check ? await checked(wanted) : wanted;
	if (!check) await keyOfContext(wanted);
	await changeContexts((contexts) => {
		assertRoom(contexts, name);
		return { ...contexts, contexts: [...contexts.contexts, context] };
	});
	await printResult(contextText.added(name, context.url), { id: name, name: context.url, result: 'added' });
}

function assertRoom({ contexts }: Contexts, name: string): void {
	if (!isContextName(name)) throw usage(contextText.badName(name));
	if (contexts.some((context) => context.name === name)) throw usage(contextText.taken(name));
	if (contexts.length >= MAX_CONTEXTS) throw new CommandFailure(contextText.full);
}

/** Returns the key file, or the typed key. */
async function keyGiven(
	name: string,
	keyFile: string | undefined,
	keyless: boolean,
): Promise<Pick<Context, 'key' | 'key_file'>> {
	if (keyFile !== undefined) return { key_file: resolve(keyFile) };
	const key = keyless ? '' : (await readSecret(contextText.question(name))).trim();
	return key === '' ? {} : { key };
}

/** Returns the context with the base path of the service. Throws if the service does not answer or refuses the key. */
async function checked(context: Context): Promise<Context> {
	const apiKey = await keyOfContext(context);
	const { detectService } = await import('../../client/detection/detect-service.ts');
	try {
		const options = { apiKey, source: 'the argument', timeout: CHECK_TIMEOUT_MS };
		return { ...context, url: (await detectService(context.url, options)).url };
	} catch (error) {
		const isRefused = exitCodeOf(error) === exitCodes.unauthorized && error instanceof Error;
		// The hint of the client names an option of other commands.
		const reason = describeFailure(isRefused ? new Error(`${error.message} ${contextText.key}`) : error);
		const message = contextText.unchecked(context.name, reason);
		throw new CommandFailure(message, exitCodeOf(error));
	}
}

export async function removeContext({ name, yes }: { readonly name: string; readonly yes: boolean }) {
	const { url } = contextNamed(name, await readContexts());
	await confirm(yes, contextText.remove(name, url));
	await changeContexts((contexts) => {
		contextNamed(name, contexts);
		const { default: chosen, ...rest } = contexts;
		return {
			...(chosen === undefined || chosen === name ? {} : { default: chosen }),
			...rest,
			contexts: contexts.contexts.filter((context) => context.name !== name),
		};
	});
	await printResult(contextText.removed(name), { id: name, name: url, result: 'removed' });
}

export async function renameContext({ name, newName }: { readonly name: string; readonly newName: string }) {
	if (!isContextName(newName)) throw usage(contextText.badName(newName));
	await changeContexts((contexts) => {
		contextNamed(name, contexts);
		if (newName !== name && contexts.contexts.some((context) => context.name === newName))
			throw usage(contextText.taken(newName));
		const { default: chosen, ...rest } = contexts;
		return {
			...(chosen === undefined ? {} : { default: chosen === name ? newName : chosen }),
			...rest,
			contexts: contexts.contexts.map((context) =>
				context.name === name ? { ...context, name: newName } : context,
			),
		};
	});
	await printResult(contextText.renamed(name, newName), { id: newName, result: 'renamed' });
}

interface Use {
	readonly name: string | undefined;
	readonly none: boolean;
}

export async function useContext({ name, none }: Use): Promise<void> {
	if ((name === undefined) !== none) throw usage(contextText.whichDefault);
	await changeContexts(({ default: _, ...contexts }) => {
		if (name === undefined) return contexts;
		contextNamed(name, contexts);
		return { default: name, ...contexts };
	});
	const sentence = name === undefined ? contextText.usesNone : contextText.used(name);
	await printResult(sentence, { id: name ?? '', result: 'default' });
}
