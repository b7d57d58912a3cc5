import { resolve } from 'node:path';
import { nameFault } from '../../protocol/label-name.ts';
import type { WatchedFolder } from '../../service/watch/watch-folder.ts';
import { usage } from '../declaration/failure.ts';

export const watchFoldersText = {
	flag: (given: string) =>
		`--watch-label is LABEL=FOLDER, e.g. films=/srv/drop/films, not ${JSON.stringify(given)}.`,
	label: (label: string, fault: string) =>
		`--watch-label cannot use the label ${JSON.stringify(label)}: ${fault}`,
	twice: (path: string) => `${path} is a watch folder twice. Name each folder once.`,
	downloads: (path: string) =>
		`${path} cannot be both a watch folder and the download folder: a download could hold .torrent files, and they would be added.`,
} as const;

/** Parses the values of --watch-label. Throws the usage error for an invalid one. */
export function labeledFolders(values: readonly string[]): WatchedFolder[] {
	return values.map((value) => {
		const at = value.indexOf('=');
		const [label, folder] = [value.slice(0, at).trim(), value.slice(at + 1)];
		if (at < 0 || folder === '') throw usage(watchFoldersText.flag(value));
		const fault = nameFault(label);
		if (fault !== undefined) throw usage(watchFoldersText.label(label, fault));
		return { folder: resolve(folder), label, after: 'rename' };
	});
}

/** Returns all watch folders. Throws the usage error if one is there twice, or is the download folder. */
export function allWatchFolders(settings: {
	readonly watch_folder: string | null;
	readonly watch_folders: readonly WatchedFolder[];
	readonly download_dir: string;
}): WatchedFolder[] {
	const { watch_folder: plain, watch_folders: others, download_dir: downloads } = settings;
	const all: WatchedFolder[] = [
		...(plain === null ? [] : [{ folder: plain, label: '', after: 'rename' } as const]),
		...others,
	].map((each) => ({ ...each, folder: resolve(each.folder), label: each.label.trim() }));
	for (const [index, { folder }] of all.entries()) {
		if (folder === resolve(downloads)) throw usage(watchFoldersText.downloads(folder));
		if (all.findIndex((other) => other.folder === folder) < index)
			throw usage(watchFoldersText.twice(folder));
	}
	return all;
}
