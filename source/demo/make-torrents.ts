import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import createTorrent from 'create-torrent';
import { contentBytes, type DemoContent } from './content.ts';

export interface MadeTorrent {
	readonly content: DemoContent;
	/** The bytes of its .torrent file. */
	readonly torrent: Uint8Array;
}

/** Creates a torrent with the given tracker. If a folder is given, the data is written below it for seeding. */
export async function makeTorrent(
	content: DemoContent,
	trackerUrl: string,
	folder: string | null,
): Promise<MadeTorrent> {
	const inputs: (Buffer & { name?: string })[] = [];
	for (const file of content.files) {
		const path = [content.name, ...file.path];
		const bytes = contentBytes(path.join('/'), file.length);
		if (folder !== null) {
			const place = join(folder, ...path);
			await mkdir(dirname(place), { recursive: true });
			await writeFile(place, bytes);
		}
		inputs.push(Object.assign(bytes, { name: file.path.length === 0 ? content.name : path.join('/') }));
	}
	const torrent = await new Promise<Uint8Array>((resolve, reject) => {
		createTorrent(
			inputs,
			{
				name: content.name,
				pieceLength: content.pieceLength,
				announceList: [[trackerUrl]],
				comment: 'Made by seedtop demo: random bytes, served from this machine alone.',
				createdBy: 'seedtop demo',
			},
			(error, bytes) => (error ? reject(error) : resolve(bytes)),
		);
	});
	return { content, torrent };
}
