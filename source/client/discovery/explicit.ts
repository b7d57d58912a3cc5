import { keyVariable, portVariable } from '../../protocol/settings.ts';
import { AddressError } from '../http/errors.ts';
import { baseUrl, localUrl, readPort } from './address.ts';
import type { Candidate } from './candidate.ts';

/** Base URL of the service. */
export const urlVariable = 'SEEDTOP_URL';
export const ownKeyVariable = 'SEEDTOP_API_KEY';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of the command line. */
export interface Flags {
	/** --url, with or without scheme. */
	readonly url?: string | undefined;
	/** --api-key, or the content of --api-key-file. Without `url` it is sent to any service found. */
	readonly apiKey?: string | undefined;
	/** Generation of the service at an explicit address. Default: B. */
	readonly generation?: 'A' | 'B' | undefined;
}

/**
 * Returns the service named by option or variable, or undefined if there is none. If it does not answer, no other is
 * tried. Empty variables count as unset. Throws an AddressError.
 */
export function explicitCandidate(flags: Flags, env: Environment): Candidate | undefined {
	const generation = flags.generation ?? 'B';
	const ownKey = nonBlank(flags.apiKey) ?? nonBlank(env[ownKeyVariable]);
	if (flags.url !== undefined) {
		return { url: baseUrl(flags.url, '--url'), apiKey: ownKey, source: '--url', explicit: true, generation };
	}
	const url = nonBlank(env[urlVariable]);
	if (url !== undefined) {
		return {
			url: baseUrl(url, urlVariable),
			apiKey: ownKey,
			source: urlVariable,
			explicit: true,
			generation,
		};
	}
	const port = nonBlank(env[portVariable]);
	if (port === undefined) return undefined;
	const number = readPort(port);
	if (number === undefined) throw new AddressError(portVariable, 'is not a port between 1 and 65535');
	return {
		url: localUrl(number),
		apiKey: nonBlank(flags.apiKey) ?? nonBlank(env[keyVariable]) ?? ownKey,
		source: portVariable,
		explicit: true,
		generation,
	};
}

/** Returns undefined for an unset or blank value. */
export function nonBlank(value: string | undefined): string | undefined {
	const text = value?.trim();
	return text === undefined || text === '' ? undefined : text;
}
