import { isAbsolute } from 'node:path';
import Type from 'typebox';
import { baseUrl } from '../../client/discovery/address.ts';
import { AddressError } from '../../client/http/errors.ts';
import { decode } from '../../protocol/decode.ts';
import { placeOfJsonError } from '../output/json-error.ts';
import { otherKinds } from '../output/type-mismatches.ts';
import { isContextName } from './context-name.ts';

/** A service with a name. */
export const Context = Type.Object({
	name: Type.String(),
	url: Type.String(),
	/** Its API key. Without `key` and `key_file` the service has none. */
	key: Type.Optional(Type.String()),
	/** Absolute path of the file of its API key. */
	key_file: Type.Optional(Type.String()),
});
export type Context = Type.Static<typeof Context>;

/** Maximum number of contexts. */
export const MAX_CONTEXTS = 32;

/** The content of contexts.json. */
export const Contexts = Type.Object({
	/** Name of the context that commands use by default. */
	default: Type.Optional(Type.String()),
	contexts: Type.Array(Context, { maxItems: MAX_CONTEXTS }),
});
export type Contexts = Type.Static<typeof Contexts>;

export const noContexts: Contexts = { contexts: [] };

/** Faults of the file. They never quote it, because it contains keys. */
export const contextsText = {
	notJson: 'it is not JSON',
	notObject: 'it is not a JSON object',
	unknown: (path: string) => `there is no setting '${path}'`,
	name: (place: string) => `'${place}.name' must have 1 to 64 letters, digits, '-', '_' or '.'`,
	twice: (name: string) => `the name '${name}' is there twice`,
	url: (place: string) => `'${place}.url' is not an address`,
	twoKeys: (place: string) => `'${place}' has both 'key' and 'key_file'`,
	relative: (place: string) => `'${place}.key_file' must be an absolute path`,
	noDefault: "'default' names no context",
} as const;

/** Parses contexts.json. With faults, the contexts are not to be used. */
export function parseContexts(text: string): {
	readonly contexts: Contexts;
	readonly faults: readonly string[];
} {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch (error) {
		return { contexts: noContexts, faults: [`${contextsText.notJson}${placeOfJsonError(error, text)}`] };
	}
	if (typeof content !== 'object' || content === null || Array.isArray(content))
		return { contexts: noContexts, faults: [contextsText.notObject] };
	const { value, deviations } = decode(Contexts, content);
	if (deviations.length > 0)
		return {
			contexts: noContexts,
			// A problem may quote the value, which may be a key.
			faults: deviations.map(({ path, problem }) => `'${path}' ${problem.replace(/, not [\s\S]*$/, '')}`),
		};
	return { contexts: value, faults: [...kindFaults(content, value), ...contextFaults(value)] };
}

/** Returns members of other types, and unknown ones. */
function kindFaults(content: object, { contexts, ...rest }: Contexts): readonly string[] {
	const given: Readonly<Record<string, unknown>> = { ...content };
	const list: readonly unknown[] = Array.isArray(given.contexts) ? given.contexts : [];
	return [
		...Object.keys(given)
			.filter((key) => !Object.hasOwn(Contexts.properties, key))
			.map(contextsText.unknown),
		...otherKinds(given, { default: rest.default }, []).map(({ problem }) => problem),
		...contexts.flatMap((context, index) => {
			const each = list[index];
			const members: Readonly<Record<string, unknown>> =
				typeof each === 'object' && each !== null ? { ...each } : {};
			const place = `contexts[${index}]`;
			return [
				...Object.keys(members)
					.filter((key) => !Object.hasOwn(Context.properties, key))
					.map((key) => contextsText.unknown(`${place}.${key}`)),
				...otherKinds(members, context, []).map(({ problem }) => `${place}: ${problem}`),
			];
		}),
	];
}

function contextFaults({ default: chosen, contexts }: Contexts): readonly string[] {
	const names = contexts.map(({ name }) => name);
	return [
		...contexts.flatMap(({ name, url, key, key_file }, index) => {
			const place = `contexts[${index}]`;
			return [
				...(isContextName(name) ? [] : [contextsText.name(place)]),
				...(names.indexOf(name) < index && isContextName(name) ? [contextsText.twice(name)] : []),
				...(isAddress(url) ? [] : [contextsText.url(place)]),
				...(key !== undefined && key_file !== undefined ? [contextsText.twoKeys(place)] : []),
				...(key_file === undefined || isAbsolute(key_file) ? [] : [contextsText.relative(place)]),
			];
		}),
		...(chosen === undefined || names.includes(chosen) ? [] : [contextsText.noDefault]),
	];
}

function isAddress(url: string): boolean {
	try {
		baseUrl(url, 'url');
		return true;
	} catch (error) {
		if (error instanceof AddressError) return false;
		throw error;
	}
}
