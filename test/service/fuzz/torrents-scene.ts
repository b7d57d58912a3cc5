import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '../../../source/client/client.ts';
import { type LocalService, startLocalService } from '../../programs/local-service.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';

/** A service whose download folder has links that lead out of it. */
export interface FuzzScene {
	/** The folder around the download folder and the state folder. */
	readonly folder: string;
	/** The folder that the links lead to. */
	readonly outside: string;
	readonly service: LocalService;
	readonly client: Client;
	close(): Promise<void>;
}

export async function startFuzzScene(): Promise<FuzzScene> {
	const folder = await temporaryFolder();
	const outside = join(folder.path, 'outside');
	const downloads = join(folder.path, 'downloads');
	await mkdir(join(downloads, 'nest'), { recursive: true });
	await mkdir(outside);
	await writeFile(join(outside, 'kept'), 'kept as it is');
	// Files that are in the download folder beforehand.
	await symlink(outside, join(downloads, 'link'));
	await symlink('../outside/new', join(downloads, 'dangling'));
	await symlink('../outside/kept', join(downloads, 'file-link'));
	await symlink('../../outside', join(downloads, 'nest', 'sub'));
	await symlink('../../outside/new', join(downloads, 'nest', 'x'));
	const service = await startLocalService(folder.path);
	const client = createClient({ url: service.url, generation: 'B' });
	const close = async () => {
		await client.close();
		await service.close();
		await folder.remove();
	};
	return { folder: folder.path, outside, service, client, close };
}

/** Returns all names below a folder with the contents of files. Links are not followed. */
export async function contentOf(path: string): Promise<string[]> {
	const entries = await readdir(path, { withFileTypes: true, recursive: true });
	const lines = entries.map(async (entry) => {
		const place = join(entry.parentPath, entry.name);
		if (entry.isSymbolicLink()) return `${place} -> ${await readlink(place)}`;
		return entry.isFile() ? `${place}: ${await readFile(place, 'latin1')}` : place;
	});
	return (await Promise.all(lines)).sort();
}
