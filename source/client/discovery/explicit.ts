import { keyVariable, portVariable } from '../../protocol/settings.ts';
import { AddressError } from '../errors.ts';
import { baseUrl, localUrl, readPort } from './address.ts';
import type { Candidate } from './candidate.ts';

/** Our own variables: the service's base URL, and its API key. */
export const urlVariable = 'SEEDTOP_URL';
export const ownKeyVariable = 'SEEDTOP_API_KEY';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What was said on the command line. */
export interface Flags {
	/** --url: with or without scheme. */
	readonly url?: string | undefined;
	/** --api-key, or what --api-key-file holds. Without `url` it goes to whichever service is found. */
	readonly apiKey?: string | undefined;
	/** The generation of the service at an explicit address; B unless told. */
	readonly generation?: 'A' | 'B' | undefined;
}

/**
 * The service that the user named, by option or by variable, or undefined when none was. It is final: when it does
 * not answer, no other is tried. Empty variables count as not set. Throws an AddressError.
 */
export function explicitCandidate(flags: Flags, env: Environment): Candidate | undefined {
	const generation = flags.generation ?? 'B';
	const ownKey = given(flags.apiKey) ?? given(env[ownKeyVariable]);
	if (flags.url !== undefined) {
		return { url: baseUrl(flags.url, '--url'), apiKey: ownKey, source: '--url', explicit: true, generation };
	}
	const url = given(env[urlVariable]);
	if (url !== undefined) {
		return {
			url: baseUrl(url, urlVariable),
			apiKey: ownKey,
			source: urlVariable,
			explicit: true,
			generation,
		};
	}
	const port = given(env[portVariable]);
	if (port === undefined) return undefined;
	const number = readPort(port);
	if (number === undefined) throw new AddressError(portVariable, 'is not a port between 1 and 65535');
	return {
		url: localUrl(number),
		apiKey: given(flags.apiKey) ?? given(env[keyVariable]) ?? ownKey,
		source: portVariable,
		explicit: true,
		generation,
	};
}

/** Undefined for what is not set or empty. */
export function given(value: string | undefined): string | undefined {
	const text = value?.trim();
	return text === undefined || text === '' ? undefined : text;
}
