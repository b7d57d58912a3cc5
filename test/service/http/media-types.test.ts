import { expect, test } from 'vitest';
import { contentDisposition, mediaType, unknownType } from '../../../source/service/http/media-types.ts';

test.each([
	['film.mkv', 'video/x-matroska'],
	['FILM.MP4', 'video/mp4'],
	['a.b.flac', 'audio/flac'],
	['readme', unknownType],
	['mp4', unknownType],
	['page.html', unknownType],
	['image.svg', unknownType],
	['x.constructor', unknownType],
])('the type of %s is %s', (name, type) => {
	expect(mediaType(name)).toBe(type);
});

test('a media type depends on the extension only', () => {
	const hostile = 'a"; filename="b\r\nX-Evil: 1\\é‮%41\ud800.mkv';
	const header = contentDisposition(hostile, 'video/x-matroska');
	expect(header).toMatch(/^inline; filename="[ -!#-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
	expect(header).not.toMatch(/[\r\n]/);
	expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(hostile.replace('\ud800', '\ufffd'));
	expect(contentDisposition('x', unknownType)).toMatch(/^attachment; /);
});
