import { basename, dirname, resolve } from 'node:path';
import type { WorkingDirectory } from './source.ts';

/** A partly typed path: its folder and the name typed so far. */
export interface TypedPath {
	/** Absolute. */
	readonly folder: string;
	readonly name: string;
}

/** Parses a path that is being typed; undefined for other text. */
export function typedPath(text: string, { folder, home }: WorkingDirectory): TypedPath | undefined {
	if (!/^(~|\.{1,2})?\/|^(~|\.{1,2})$/.test(text) && !/^[^\s:]+\//.test(text)) return undefined;
	const path = resolve(
		folder,
		text.replace(/^~(?=\/|$)/, () => home),
	);
	if (/(^|\/)(\.{1,2})?$|^~$/.test(text)) return { folder: path, name: '' };
	return { folder: dirname(path), name: basename(path) };
}
