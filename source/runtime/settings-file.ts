import { stat } from 'node:fs/promises';
import { isFields } from '../basics/fields.ts';
import { readSmallFile } from '../client/discovery/small-file.ts';
import { replaceFile, withLockedFile } from './replace-file.ts';

/** Permissions of a new file. */
const NEW_FILE_MODE = 0o600;

export const settingsFileText = {
	invalid: (path: string, reason: string) =>
		`${path} ${reason}, so it is not replaced. Correct or remove the file, then save again.`,
	notJson: (reason: string) => `is not JSON (${reason})`,
	notObject: 'is not a JSON object',
	disk: (path: string, reason: string) => `Cannot write ${path}: ${reason}. Correct this, then save again.`,
} as const;

/** Changed settings by name; undefined removes one. */
type SettingsFileChanges = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Changes settings in their file, and keeps all other content. Reads the file again, because other programs may have
 * changed it, and replaces it atomically with the same permissions. Never replaces a file that it cannot parse. Returns
 * the reason of a failure with the next step; undefined if the file has the changes.
 */
export async function changeSettingsFile(
	path: string,
	changes: SettingsFileChanges,
): Promise<string | undefined> {
	try {
		return await withLockedFile(path, async (target) => {
			const content = await contentOf(target);
			if (typeof content === 'string') return settingsFileText.invalid(target, content);
			const entries = Object.entries({ ...content, ...changes }).filter(([, value]) => value !== undefined);
			const mode = await stat(target).then(
				(found) => found.mode & 0o777,
				() => NEW_FILE_MODE,
			);
			await replaceFile(target, `${JSON.stringify(Object.fromEntries(entries), undefined, '\t')}\n`, mode);
			return undefined;
		});
	} catch (error) {
		return settingsFileText.disk(path, error instanceof Error ? error.message : String(error));
	}
}

/** Returns the content of a file, or why it cannot be parsed. No file is empty. */
async function contentOf(path: string): Promise<object | string> {
	const file = await readSmallFile(path);
	if (!('text' in file)) return file.missing ? {} : file.reason;
	try {
		const content: unknown = JSON.parse(file.text);
		if (isFields(content)) return content;
		return settingsFileText.notObject;
	} catch (error) {
		return settingsFileText.notJson(error instanceof Error ? error.message : String(error));
	}
}
