import { expect, test } from 'vitest';
import { oneLine } from '../../source/format/one-line.ts';
import { TRACEBACK } from '../contract/foreign/fault.ts';

const traceback = `${TRACEBACK}
  File "/srv/core/restapi/downloads.py", line 311, in add_download
    tdef = load(uri)
           ^^^^^^^^^
  File "/srv/core/torrentdef.py", line 90, in load
    raise ValueError("bad")
ValueError: not a torrent: 'x'
`;

test.each([
	['one line', 'Unauthorized access', 'Unauthorized access'],
	['the first line with something in it', '\n  \n  a short reason \nmore\n', 'a short reason'],
	['the exception of a traceback', traceback, "ValueError: not a torrent: 'x'"],
	[
		'the last exception of several',
		`${traceback}\nDuring handling of the above exception, another exception occurred:\n\n${traceback.replace('ValueError: n', 'KeyError: n')}`,
		"KeyError: not a torrent: 'x'",
	],
	[
		'the beginning of an exception of many lines',
		`${traceback}and its second line\n`,
		"ValueError: not a torrent: 'x'",
	],
	['text before a traceback', `failed\n${traceback}`, "ValueError: not a torrent: 'x'"],
	['carriage returns', traceback.replaceAll('\n', '\r\n'), "ValueError: not a torrent: 'x'"],
	[
		'a traceback cut off within its frames',
		traceback.slice(0, traceback.indexOf('    tdef')),
		'File "/srv/core/restapi/downloads.py", line 311, in add_download',
	],
	['a traceback of nothing', `${TRACEBACK}\n`, TRACEBACK],
	['nothing', ' \n\t\n', ''],
	['hostile text', 'a\x1b[2Jb\u202ec', 'a�b�c'],
])('%s', (_, text, line) => expect(oneLine(text)).toBe(line));

test('oneLine limits the length', () => {
	expect(oneLine('x'.repeat(1000))).toHaveLength(300);
	expect(oneLine('x'.repeat(1000), 20)).toBe(`${'x'.repeat(19)}…`);
	expect(oneLine('\n'.repeat(10_000_000))).toBe('');
});
