import { MetainfoError } from '../../../../metainfo/error.ts';
import { type Magnet, parseMagnet } from '../../../../metainfo/magnet.ts';
import { type Metainfo, parseTorrent } from '../../../../metainfo/metainfo.ts';

/** Parses the .torrent of a download. Throws a MetainfoError when it is malformed or another torrent. */
export function ownMetainfo(infohash: string, torrent: Uint8Array): Metainfo {
	const metainfo = parseTorrent(torrent);
	requireInfohash(infohash, metainfo.infohash);
	return metainfo;
}

/** Parses the magnet link of a download. Throws a MetainfoError when it is malformed or another torrent. */
export function ownMagnet(infohash: string, uri: string): Magnet {
	const magnet = parseMagnet(uri);
	requireInfohash(infohash, magnet.infohash);
	return magnet;
}

function requireInfohash(expected: string, infohash: string): void {
	if (infohash !== expected) throw new MetainfoError(`this is the torrent ${infohash}, not ${expected}`);
}
