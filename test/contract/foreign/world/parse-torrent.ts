import { createHash } from 'node:crypto';
import { BencodeReader, type Span } from '../../../../source/metainfo/bencode.ts';
import type { ForeignTorrent } from './torrents.ts';

/** A parsed .torrent. `selected` is the list of files that 8.x reads from an upload. */
export interface UploadedTorrent {
	readonly torrent: ForeignTorrent;
	readonly selected: readonly number[] | undefined;
}

/** Parses a .torrent of version 1, of version 2, or of both. Throws on other bytes. */
export function parseUpload(bytes: Uint8Array): UploadedTorrent {
	const reader = new BencodeReader(bytes);
	const root = reader.dictionary(reader.valueAt(0));
	const span = root.get('info');
	if (!span) throw new Error('there is no info dictionary');
	const info = reader.dictionary(span);
	const raw = bytes.subarray(span.start, span.end);
	const digest = (name: 'sha1' | 'sha256') => createHash(name).update(raw).digest('hex');
	const isSecond = reader.integer(info.get('meta version')) === 2;
	const name = textOf(reader, info.get('name'));
	const selected = root.get('selected_files');
	return {
		torrent: {
			infohash: info.has('pieces') ? digest('sha1') : digest('sha256'),
			...(isSecond ? { infohash2: digest('sha256') } : {}),
			name,
			files: filesOf(reader, info, name),
			pieceLength: reader.integer(info.get('piece length')) ?? 16_384,
			bytes,
		},
		selected: selected && [...reader.list(selected)].map((item) => reader.integer(item) ?? -1),
	};
}

/** Returns the torrent of a magnet link; undefined without an infohash. */
export function parseMagnetLink(uri: string): ForeignTorrent | undefined {
	const parameters = new URLSearchParams(uri.slice(uri.indexOf('?') + 1));
	const topics = parameters.getAll('xt').join(' ').toLowerCase();
	const first = /urn:btih:([\da-f]{40})(?![\da-z])/.exec(topics)?.[1];
	const second = /urn:btmh:1220([\da-f]{64})(?![\da-z])/.exec(topics)?.[1];
	const infohash = first ?? second;
	if (infohash === undefined) return undefined;
	const name = parameters.get('dn') ?? 'Unknown name';
	return { infohash, ...(second ? { infohash2: second } : {}), name, files: [], pieceLength: 16_384 };
}

function filesOf(reader: BencodeReader, info: Map<string, Span>, name: string): ForeignTorrent['files'] {
	const length = reader.integer(info.get('length'));
	if (length !== undefined) return [{ path: name, size: length }];
	const files = info.get('files');
	if (files) {
		return [...reader.list(files)].flatMap((item) => {
			const file = reader.dictionary(item);
			const path = file.get('path');
			// Padding files of hybrid torrents (BEP 47) are in no list.
			if (!path || textOf(reader, file.get('attr')).includes('p')) return [];
			const parts = [...reader.list(path)].map((part) => textOf(reader, part));
			return [{ path: parts.join('/'), size: reader.integer(file.get('length')) ?? 0 }];
		});
	}
	const tree = info.get('file tree');
	return tree ? [...filesIn(reader, tree, '')] : [];
}

function* filesIn(
	reader: BencodeReader,
	tree: Span,
	above: string,
): Generator<{ path: string; size: number }> {
	for (const [key, span] of reader.dictionary(tree)) {
		const entry = reader.dictionary(span);
		const leaf = entry.get('');
		const path = above + Buffer.from(key, 'latin1').toString('utf8');
		if (leaf) yield { path, size: reader.integer(reader.dictionary(leaf).get('length')) ?? 0 };
		else yield* filesIn(reader, span, `${path}/`);
	}
}

function textOf(reader: BencodeReader, span: Span | undefined): string {
	return Buffer.from(reader.string(span) ?? []).toString('utf8');
}
