import { homedir } from 'node:os';
import { join } from 'node:path';
import { torrentFileName } from '../../../format/file-name.ts';

/** Returns the default path of a .torrent file: in the working directory, '~' for the home folder. */
export function torrentPath(
	name: string,
	infohash: string,
	folder: string = process.cwd(),
	home: string = homedir(),
): string {
	const path = join(folder, torrentFileName(name, infohash));
	return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
