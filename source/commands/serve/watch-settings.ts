import { isAbsolute } from 'node:path';
import Type from 'typebox';
import { nameFault } from '../../protocol/label-name.ts';
import { mismatches } from './market-settings.ts';

/** Each folder is read every second. */
const MAX_FOLDERS = 20;

const WatchedFolderSettings = Type.Object({
	folder: Type.String({ minLength: 1 }),
	/** Label of the downloads; empty for none. */
	label: Type.String({ default: '' }),
	after: Type.Enum(['rename', 'move', 'delete'], { default: 'rename' }),
});
/** Watch folders with a label, or with another fate of their files. */
export const WatchFoldersSettings = Type.Array(WatchedFolderSettings);
type WatchFoldersSettings = Type.Static<typeof WatchFoldersSettings>;

export const watchSettingsText = {
	relative: (path: string) => `'${path}.folder' must be an absolute path`,
	label: (path: string, fault: string) => `'${path}.label' is invalid: ${fault.replace(/\.$/, '')}`,
	tooMany: `'watch_folders' can have at most ${MAX_FOLDERS} entries`,
} as const;

/** Returns the faults of `watch_folders`, except those that decoding reports. `written` is the file's value. */
export function watchFaults(
	written: unknown,
	folders: WatchFoldersSettings | undefined,
	faulty: readonly string[],
): string[] {
	if (!folders) return [];
	const given: unknown[] = Array.isArray(written) ? written : [];
	const faults = folders.flatMap((each, index) => {
		const path = `watch_folders[${index}]`;
		const fault = each.label === '' ? undefined : nameFault(each.label);
		return [
			...mismatches(path, given[index], each, WatchedFolderSettings, faulty),
			...(isAbsolute(each.folder) || faulty.includes(`${path}.folder`)
				? []
				: [watchSettingsText.relative(path)]),
			...(fault === undefined ? [] : [watchSettingsText.label(path, fault)]),
		];
	});
	return folders.length > MAX_FOLDERS ? [...faults, watchSettingsText.tooMany] : faults;
}
