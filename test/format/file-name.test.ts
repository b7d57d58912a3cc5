import { expect, test } from 'vitest';
import { torrentFileName } from '../../source/format/file-name.ts';

const infohash = 'a'.repeat(40);

test.each([
	['debian-13.iso', 'debian-13.iso.torrent'],
	['日本語の名前', '日本語の名前.torrent'],
	['../../etc/passwd', 'etc_passwd.torrent'],
	['.hidden', 'hidden.torrent'],
	['-rf name', 'rf name.torrent'],
	['a\\b:c*?"<>|d', 'a_b_c_d.torrent'],
	['evil \u001b[31mred\u0007\r\n\u202egpj.exe', 'evil _[31mred_gpj.exe.torrent'],
	['half \ud83d', 'half _.torrent'],
	['ends with dots. . ', 'ends with dots.torrent'],
	['..', `${infohash}.torrent`],
	['', `${infohash}.torrent`],
])('a file name for %j is %j', (name, expected) => {
	expect(torrentFileName(name, infohash)).toBe(expected);
});

test('a long name is cut between characters, to a length that every file system accepts', () => {
	const name = torrentFileName('資料👩‍👩‍👧'.repeat(100), infohash);
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
	expect(Buffer.byteLength(name)).toBeGreaterThan(190);
	expect(name).not.toContain('\ufffd');
	expect(Buffer.from(name).toString()).toBe(name);
});

test('an infohash instead of a name is sanitized too', () => {
	expect(torrentFileName('..', '../../x')).toBe('x.torrent');
	expect(torrentFileName('', '/')).toBe('download.torrent');
});
