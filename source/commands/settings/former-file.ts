import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFields } from '../../basics/fields.ts';
import { readSmallFile } from '../../client/discovery/small-file.ts';
import { stateFolder } from '../../process/folders.ts';
import { parseExactDecimals, stringifyExact } from '../../protocol/exact-json.ts';
import { FormerSettings } from '../../protocol/repair/former-settings.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { notice } from '../output/print.ts';

export const formerFileText = {
	undo: "Undo with 'seedtop settings undo'.",
	nothing: 'There is no change of settings to undo.',
	otherHost: (host: string) => `The last change was of a service on ${host}. Give its address with --url.`,
	unreadable: (path: string, reason: string) => `Cannot undo: ${path} ${reason}. Change the settings again.`,
	notSaved: (path: string, reason: string) =>
		`Settings not changed: the former ones cannot be saved in ${path} (${reason}). Correct this, then try again.`,
	invalid: 'is damaged',
} as const;

/** Returns the path of the settings before the last change by a command. They contain passwords. */
function formerPath(): string {
	return join(stateFolder(), 'former-settings.json');
}

/** Returns options that save settings of a service of 8.x for an undo before they are changed. */
export function keepingFormer(url: string) {
	return {
		keep: async (former: FormerSettings) => {
			const path = formerPath();
			const draft = `${path}.${process.pid}`;
			const text = stringifyExact({ host: new URL(url).hostname, ...former.secrets() });
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' });
				await rename(draft, path);
			} catch (error) {
				await rm(draft, { force: true });
				const reason = error instanceof Error ? error.message : String(error);
				throw new CommandFailure(formerFileText.notSaved(path, reason));
			}
		},
	};
}

/** Returns the settings of a service before its last change by a command. Throws a CommandFailure if there are none. */
export async function readFormer(url: string): Promise<FormerSettings> {
	const path = formerPath();
	const file = await readSmallFile(path);
	if (!('text' in file)) {
		throw new CommandFailure(
			file.missing ? formerFileText.nothing : formerFileText.unreadable(path, file.reason),
		);
	}
	const saved = parsed(file.text);
	if (!isFields(saved) || !isFields(saved.section) || !isFields(saved.changed))
		throw new CommandFailure(formerFileText.unreadable(path, formerFileText.invalid));
	// A core has another port after each start.
	if (saved.host !== new URL(url).hostname)
		throw new CommandFailure(formerFileText.otherHost(String(saved.host)));
	return new FormerSettings(saved.section, saved.changed);
}

/** Tells a user how to undo a change. */
export function noticeUndo(): void {
	notice(formerFileText.undo);
}

function parsed(text: string): unknown {
	try {
		return parseExactDecimals(text);
	} catch {
		return undefined;
	}
}
