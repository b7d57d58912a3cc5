import { isAbsolute, join } from 'node:path';
import { Announcement, announcementFile } from '../../protocol/announcement.ts';
import { decode } from '../../protocol/decode.ts';
import { AddressError } from '../http/errors.ts';
import { baseUrl } from './address.ts';
import { type Candidate, type Skipped, withTilde } from './candidate.ts';
import { nonBlank } from './explicit.ts';
import { readSmallFile } from './small-file.ts';

/** Reasons why an announcement is not used. */
export const announcementProblems = {
	notJson: 'is not JSON',
	malformed: (path: string) => `is malformed at ${path || 'its beginning'}`,
	noAddress: 'contains no address',
	relativeKeyFile: 'names its key file by a relative path',
	keyFile: (problem: string) => `names a key file that ${problem}`,
	missing: 'is not there',
};

/** Returns our own service by the announcement in its state folder, or undefined if it does not run. */
export async function announcedCandidate(
	stateFolder: string,
	home: string,
	onSkip: (skipped: Skipped) => void,
): Promise<Candidate | undefined> {
	const path = join(stateFolder, announcementFile);
	const source = withTilde(path, home);
	const skip = (reason: string): undefined => {
		onSkip({ source, reason });
	};

	const file = await readSmallFile(path);
	if (!('text' in file)) return file.missing ? undefined : skip(file.reason);
	let content: unknown;
	try {
		content = JSON.parse(file.text);
	} catch {
		// The parser's message quotes the file.
		return skip(announcementProblems.notJson);
	}
	const { value, deviations } = decode(Announcement, content);
	const deviation = deviations[0];
	if (deviation) return skip(announcementProblems.malformed(deviation.path));
	try {
		const url = baseUrl(value.url, source);
		const key = await readKey(value.api_key_file);
		if ('reason' in key) return skip(key.reason);
		return {
			url,
			apiKey: key.key,
			source,
			explicit: false,
			owner: 'own',
			generation: 'B',
			dialect: 'interface',
			...(value.version === '' ? {} : { version: value.version }),
			extensions: value.extensions,
			local: true,
		};
	} catch (error) {
		if (!(error instanceof AddressError)) throw error;
		return skip(announcementProblems.noAddress);
	}
}

async function readKey(path: string): Promise<{ key: string | undefined } | { reason: string }> {
	if (path === '') return { key: undefined };
	if (!isAbsolute(path)) return { reason: announcementProblems.relativeKeyFile };
	const file = await readSmallFile(path);
	if ('text' in file) return { key: nonBlank(file.text) };
	return { reason: announcementProblems.keyFile(file.missing ? announcementProblems.missing : file.reason) };
}
