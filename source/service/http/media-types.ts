/**
 * Media types by file name extension, for players and viewers. No type that a browser executes (HTML, SVG,
 * scripts): names are untrusted and content shares the service's origin.
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

/** Downloaded instead of displayed. */
export const unknownType = 'application/octet-stream';

/** Returns the media type for a file name. */
export function mediaType(name: string): string {
	const dot = name.lastIndexOf('.');
	return (dot < 0 ? undefined : types.get(name.slice(dot + 1).toLowerCase())) ?? unknownType;
}

/**
 * Returns a Content-Disposition (RFC 6266) for an untrusted file name. Non-ASCII characters are replaced in
 * `filename` and percent-encoded in `filename*` (RFC 8187).
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
