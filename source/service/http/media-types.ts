/**
 * File name extensions by media type, for players and viewers. No type that a browser executes (HTML, SVG,
 * scripts): names are untrusted and content shares the service's origin.
 */
const endings: Readonly<Record<string, string>> = {
	'audio/aac': 'aac',
	'audio/aiff': 'aif aiff',
	'audio/x-ape': 'ape',
	'audio/flac': 'flac',
	'audio/mp4': 'm4a m4b',
	'audio/x-matroska': 'mka',
	'audio/mpeg': 'mp3',
	'audio/ogg': 'oga ogg opus',
	'audio/wav': 'wav',
	'audio/webm': 'weba',
	'audio/x-ms-wma': 'wma',
	'video/3gpp2': '3g2',
	'video/3gpp': '3gp',
	'video/x-ms-asf': 'asf',
	'video/x-msvideo': 'avi divx',
	'video/x-flv': 'flv',
	'video/mp2t': 'm2ts mts ts',
	'video/mp4': 'm4v mp4',
	'video/x-matroska': 'mkv',
	'video/quicktime': 'mov',
	'video/mpeg': 'mpeg mpg vob',
	'video/ogg': 'ogm ogv',
	'video/webm': 'webm',
	'video/x-ms-wmv': 'wmv',
	'text/plain; charset=utf-8': 'ass srt ssa log md nfo txt',
	'text/vtt; charset=utf-8': 'vtt',
	'audio/x-mpegurl': 'm3u',
	'application/vnd.apple.mpegurl': 'm3u8',
	'image/avif': 'avif',
	'image/bmp': 'bmp',
	'image/gif': 'gif',
	'image/jpeg': 'jpeg jpg',
	'image/png': 'png',
	'image/webp': 'webp',
	'application/epub+zip': 'epub',
	'application/pdf': 'pdf',
};

const types: ReadonlyMap<string, string> = new Map(
	Object.entries(endings).flatMap(([type, list]) => list.split(' ').map((ending) => [ending, type])),
);

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
