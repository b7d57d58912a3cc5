import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nonBlank } from '../../client/discovery/explicit.ts';
import { readSmallFile } from '../../client/discovery/small-file.ts';
import { lockFile } from '../../concurrency/file-lock.ts';
import { oneLine } from '../../format/one-line.ts';
import { configFolder } from '../../process/folders.ts';
import { reasonOf } from '../../service/http/http-error.ts';
import { makePrivateFolderSync } from '../../service/storage/make-folder.ts';
import { writePrivateFile } from '../../service/storage/private-file.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';
import { type Context, type Contexts, noContexts, parseContexts } from './contexts.ts';

/** Maximum length of the line with all faults. */
const MAX_FAULTS_CHARACTERS = 600;

export const contextsFileText = {
	unusable: (path: string, faults: string) => `The contexts in ${path} cannot be used: ${faults}.`,
	file: (problem: string) => `the file ${problem}`,
	readable: (path: string) =>
		`it contains an API key and other accounts can access it: run 'chmod 600 ${path}'`,
	keyReadable: (name: string, path: string) =>
		`The key file of the context '${name}' is not used: other accounts can access it. Run 'chmod 600 ${path}'.`,
	key: (name: string, path: string, problem: string) =>
		`The key file of the context '${name}' is not used: ${path} ${problem}.`,
	missing: 'does not exist',
	empty: 'is empty',
	unwritten: (path: string, reason: string) => `Cannot write the contexts to ${path}: ${reason}.`,
} as const;

/** Bits of a mode that give access to other accounts. */
const OTHERS = 0o077;

/** Returns the path of the file with the contexts. */
export function contextsPath(env: Readonly<Record<string, string | undefined>> = process.env): string {
	return join(configFolder(env), 'contexts.json');
}

/**
 * Reads the contexts. A missing file has none.
 * @throws CommandFailure of usage with all faults in one line that contains no key
 */
export async function readContexts(path = contextsPath()): Promise<Contexts> {
	const file = await readSmallFile(path);
	if (!('text' in file)) {
		if (file.missing) return noContexts;
		throw unusable(path, [contextsFileText.file(file.reason)]);
	}
	const { contexts, faults } = parseContexts(file.text);
	// A file with faults may contain a key too.
	const hasKey = /"key"/.test(file.text);
	if (hasKey && (await isAccessible(path))) throw unusable(path, [contextsFileText.readable(path)]);
	if (faults.length > 0) throw unusable(path, faults);
	return contexts;
}

/**
 * Changes the file of contexts. `change` gets the current ones and returns those to write, or throws. Two programs
 * change the file one after the other.
 * @throws CommandFailure if the file cannot be read or written
 */
export async function changeContexts(
	change: (contexts: Contexts) => Contexts,
	path = contextsPath(),
): Promise<void> {
	// If the file is a link into a settings folder, write its target.
	const target = await realpath(path).catch(() => path);
	const failed = (error: unknown) => new CommandFailure(contextsFileText.unwritten(path, reasonOf(error)));
	let unlock: () => Promise<void>;
	try {
		makePrivateFolderSync(dirname(target));
		unlock = await lockFile(`${target}.lock`);
	} catch (error) {
		throw failed(error);
	}
	try {
		const changed = change(await readContexts(path));
		try {
			writePrivateFile(target, `${JSON.stringify(changed, null, '\t')}\n`);
		} catch (error) {
			throw failed(error);
		}
	} finally {
		await unlock();
	}
}

/**
 * Returns the API key of a context; undefined if it has none.
 * @throws CommandFailure if its key file cannot be used
 */
export async function keyOfContext({ name, key, key_file: path }: Context): Promise<string | undefined> {
	if (path === undefined) return nonBlank(key);
	const file = await readSmallFile(path);
	if (!('text' in file)) {
		const problem = file.missing ? contextsFileText.missing : file.reason;
		throw new CommandFailure(contextsFileText.key(name, path, problem));
	}
	if (await isAccessible(path)) throw new CommandFailure(contextsFileText.keyReadable(name, path));
	const text = nonBlank(file.text);
	if (text === undefined) throw new CommandFailure(contextsFileText.key(name, path, contextsFileText.empty));
	return text;
}

async function isAccessible(path: string): Promise<boolean> {
	return ((await stat(path)).mode & OTHERS) !== 0;
}

function unusable(path: string, faults: readonly string[]): CommandFailure {
	return usage(oneLine(contextsFileText.unusable(path, faults.join('; ')), MAX_FAULTS_CHARACTERS));
}
