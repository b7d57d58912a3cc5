import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIni } from '../../../source/client/discovery/ini.ts';
import { anyText } from '../../any-text.ts';

test('readIni reads sections, quotes, comments and values of several lines', () => {
	const ini = readIni(`\ufeff# a comment
loose = 1
[general]
log_dir = /srv/logs
[api]   # where to find us
  http_enabled = True
  http_port = 20100  # changes
  key = "a#b=c"
  'quoted name' = 'it'
  empty =
[[nested]]
http_port = 1
[notes]
text = '''
[api]
http_port = 2
'''
other = """one line"""
; another comment
[api]
later = yes
`);
	expect(Object.fromEntries(ini?.get('api') ?? [])).toEqual({
		http_enabled: 'True',
		http_port: '20100',
		key: 'a#b=c',
		'quoted name': 'it',
		empty: '',
		later: 'yes',
	});
	expect(ini?.get('')?.get('loose')).toBe('1');
	expect(ini?.get('notes')?.get('other')).toBe('one line');
	expect(ini?.has('nested')).toBe(false);
});

test('readIni reads CRLF, and an empty text', () => {
	expect(readIni('[api]\r\nhttp_port = 7\r\n')?.get('api')?.get('http_port')).toBe('7');
	expect(readIni('')?.size).toBe(1);
});

test.each(['{"api": {"key": "x"}}', '[api', 'just text', "[api]\nkey = '''never ends", '= 1'])(
	'readIni rejects %j',
	(text) => expect(readIni(text)).toBeUndefined(),
);

test('readIni reads or rejects any text, and changes no prototype', () => {
	fc.assert(fc.property(anyText(), (text) => void readIni(text)));
	expect(readIni('[__proto__]\nkey = 1\n')?.get('__proto__')?.get('key')).toBe('1');
	expect('key' in {}).toBe(false);
});
