import { homedir } from 'node:os';
import { join } from 'node:path';
import { torrentFileName } from '../../../format/file-name.ts';

/** Where a .torrent file goes unless told: the folder that the cockpit runs in, '~' for the home folder. */
export function torrentPath(
	name: string,
	infohash: string,
	folder: string = process.cwd(),
	home: string = homedir(),
): string {
	const path = join(folder, torrentFileName(name, infohash));
	return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
