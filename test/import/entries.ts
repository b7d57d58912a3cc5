import { fileURLToPath } from 'node:url';
import { importClients } from '../../source/import/clients/registry.ts';
import type { ClientName, ImportEntry, ImportedDownload } from '../../source/import/imported-download.ts';

/**
 * Returns the path of a state folder in the repository. Each was written by the client itself, on Debian 12, with four
 * torrents: one complete file, a complete folder, half a file, and a folder with one of two files selected. Tribler's was
 * written by ConfigObj, as Tribler does, from the same downloads.
 */
export function statePath(name: string): string {
	return fileURLToPath(new URL(`./states/${name}`, import.meta.url));
}

/** Returns the entries of a state folder. */
export async function entriesOf(client: ClientName, folder: string): Promise<ImportEntry[]> {
	const entries: ImportEntry[] = [];
	for await (const entry of importClients[client].read(folder)) entries.push(entry);
	return entries;
}

/** Returns the downloads of a state folder by the name of their torrent. */
export async function downloadsOf(
	client: ClientName,
	folder: string,
): Promise<Readonly<Record<string, ImportedDownload>>> {
	const entries = await entriesOf(client, folder);
	return Object.fromEntries(
		entries.flatMap((entry) =>
			entry.kind === 'download' ? [[entry.download.metainfo.name, entry.download]] : [],
		),
	);
}
