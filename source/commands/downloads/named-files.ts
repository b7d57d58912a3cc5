import { sanitize } from '../../format/sanitize.ts';
import { withoutEnd } from '../../format/without-end.ts';
import type { File } from '../../protocol/resources/file.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import type { Call } from '../service-command/service-command.ts';
import type { Chosen } from './choose.ts';

export const namedFilesText = {
	noFileOrFolder: (path: string) =>
		`The download has no file or folder '${path}'. List them with 'seedtop files'.`,
	unknown: 'The files of this download are not known yet. Try again when it has its metadata.',
	noNumber: (number: number, last: number) =>
		`The download has no file number ${number}. Its last one is ${last}. List them with 'seedtop files'.`,
} as const;

/** Returns the files of a download. Throws if they are not known yet. */
export async function knownFiles({ client, limits }: Call, infohash: string): Promise<readonly File[]> {
	const { files } = await client.listFiles({ params: { infohash } }, limits);
	if (files.length === 0) throw new CommandFailure(namedFilesText.unknown);
	return files;
}

/** Throws if a number is that of no file. */
export function requireNumbers(files: readonly File[], numbers: readonly number[]): void {
	const known = new Set(files.map(({ index }) => index));
	const missing = numbers.find((number) => !known.has(number));
	if (missing === undefined) return;
	const last = files.reduce((most, { index }) => Math.max(most, index), 0);
	throw usage(namedFilesText.noNumber(missing, last));
}

/** Requests the name of the torrent, which paths may begin with. A user may have given the download another name. */
async function rootOf({ client, limits }: Call, { infohash, name }: Chosen): Promise<string> {
	const { downloads } = await client.listDownloads({ query: { infohash } }, limits);
	const found = downloads.find((each) => each.infohash === infohash);
	return found?.torrent_name ?? found?.name ?? name;
}

/** Returns the file at a path, or all files below it. The path may begin with the torrent's root. */
export async function filesAt(
	call: Call,
	chosen: Chosen,
	files: readonly File[],
	text: string,
): Promise<readonly File[]> {
	const path = withoutEnd(text, '/');
	const direct = filesBelow(files, path);
	if (direct.length > 0) return direct;
	const root = await rootOf(call, chosen);
	if (path === '.' || path === root) return files;
	const rooted = path.startsWith(`${root}/`) ? filesBelow(files, path.slice(root.length + 1)) : [];
	if (rooted.length > 0) return rooted;
	throw new CommandFailure(namedFilesText.noFileOrFolder(sanitize(text, 200)), exitCodes.notFound);
}

function filesBelow(files: readonly File[], path: string): readonly File[] {
	return files.filter(({ name }) =>
		[name, sanitize(name)].some((each) => each === path || each.startsWith(`${path}/`)),
	);
}
