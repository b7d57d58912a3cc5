/**
 * Media types by the ending of a file's name: what players and viewers take, and nothing that a browser would run
 * (HTML, SVG, scripts). Names come from strangers, and what is shown comes from the service's own address.
 */
const byEnding: Readonly<Record<string, string>> = {
	aac: 'audio/aac',
	aif: 'audio/aiff',
	aiff: 'audio/aiff',
	ape: 'audio/x-ape',
	flac: 'audio/flac',
	m4a: 'audio/mp4',
	m4b: 'audio/mp4',
	mka: 'audio/x-matroska',
	mp3: 'audio/mpeg',
	oga: 'audio/ogg',
	ogg: 'audio/ogg',
	opus: 'audio/ogg',
	wav: 'audio/wav',
	weba: 'audio/webm',
	wma: 'audio/x-ms-wma',
	'3g2': 'video/3gpp2',
	'3gp': 'video/3gpp',
	asf: 'video/x-ms-asf',
	avi: 'video/x-msvideo',
	divx: 'video/x-msvideo',
	flv: 'video/x-flv',
	m2ts: 'video/mp2t',
	m4v: 'video/mp4',
	mkv: 'video/x-matroska',
	mov: 'video/quicktime',
	mp4: 'video/mp4',
	mpeg: 'video/mpeg',
	mpg: 'video/mpeg',
	mts: 'video/mp2t',
	ogm: 'video/ogg',
	ogv: 'video/ogg',
	ts: 'video/mp2t',
	vob: 'video/mpeg',
	webm: 'video/webm',
	wmv: 'video/x-ms-wmv',
	ass: 'text/plain; charset=utf-8',
	srt: 'text/plain; charset=utf-8',
	ssa: 'text/plain; charset=utf-8',
	vtt: 'text/vtt; charset=utf-8',
	m3u: 'audio/x-mpegurl',
	m3u8: 'application/vnd.apple.mpegurl',
	avif: 'image/avif',
	bmp: 'image/bmp',
	gif: 'image/gif',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	epub: 'application/epub+zip',
	log: 'text/plain; charset=utf-8',
	md: 'text/plain; charset=utf-8',
	nfo: 'text/plain; charset=utf-8',
	pdf: 'application/pdf',
	txt: 'text/plain; charset=utf-8',
};

const types = new Map(Object.entries(byEnding));

/** What nobody is to guess at: it is saved, not shown. */
export const unknownType = 'application/octet-stream';

/** The media type of a file of this name. */
export function mediaType(name: string): string {
	const dot = name.lastIndexOf('.');
	return (dot < 0 ? undefined : types.get(name.slice(dot + 1).toLowerCase())) ?? unknownType;
}

/**
 * A Content-Disposition (RFC 6266) for a file of this name, which may hold anything: what is not plain ASCII is
 * replaced in `filename` and percent-encoded in `filename*` (RFC 8187).
 */
export function contentDisposition(name: string, type: string): string {
	const plain = name.replace(/[^\x20-\x7e]|["%\\/]/g, '_');
	const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	const how = type === unknownType ? 'attachment' : 'inline';
	return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
