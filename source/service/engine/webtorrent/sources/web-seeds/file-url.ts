import type { Metainfo, MetainfoFile } from '../../../../../metainfo/metainfo.ts';

/** Returns the URL of a file on a web seed (BEP 19). A torrent of one file may name the file itself. */
export function fileUrl(webSeed: string, metainfo: Metainfo, file: MetainfoFile): URL {
	const [base = ''] = webSeed.split('#');
	const folder = base.endsWith('/');
	if (metainfo.isSingleFile) return new URL(folder ? base + encodeURIComponent(metainfo.name) : base);
	const path = [metainfo.name, ...file.path.split('/')].map(encodeURIComponent).join('/');
	return new URL(`${folder ? base : `${base}/`}${path}`);
}
