import { expect, test } from 'vitest';
import { baseUrl, readPort } from '../../../source/client/discovery/address.ts';
import { AddressError, ClientError } from '../../../source/client/http/errors.ts';

test.each([
	['http://127.0.0.1:8085', 'http://127.0.0.1:8085'],
	['http://127.0.0.1:8085/', 'http://127.0.0.1:8085'],
	['  http://seedbox:20100/api/ ', 'http://seedbox:20100/api'],
	['https://seedbox.example/torrents', 'https://seedbox.example/torrents'],
	['HTTP://Seedbox', 'http://seedbox'],
	['localhost:8085', 'http://localhost:8085'],
	['localhost', 'http://localhost:8085'],
	['localhost:80', 'http://localhost'],
	['seedbox/api', 'http://seedbox:8085/api'],
	['seedbox:20100/api', 'http://seedbox:20100/api'],
	[':20100', 'http://127.0.0.1:20100'],
	['20100', 'http://127.0.0.1:20100'],
	['20100/api', 'http://127.0.0.1:20100/api'],
	['10.0.0.7', 'http://10.0.0.7:8085'],
	['[::1]:8085', 'http://[::1]:8085'],
	['[::1]', 'http://[::1]:8085'],
])('baseUrl completes %j to %s', (written, url) => expect(baseUrl(written, '--url')).toBe(url));

test.each([
	'',
	'  ',
	'http://',
	'http://:8085',
	'ftp://seedbox',
	'file:///etc/passwd',
	'localhost:99999',
	'local host',
	'a b:8085',
	'http://seed\nbox',
	'[::1',
	'::1',
	'{}',
	'??',
	'/api',
])('baseUrl rejects %j as an invalid address', (written) => {
	expect(() => baseUrl(written, 'SEEDTOP_URL')).toThrow(AddressError);
	expect(() => baseUrl(written, 'SEEDTOP_URL')).toThrow(/^The address in SEEDTOP_URL .+\.$/);
});

test.each([
	'http://seedbox:8085/?apikey=s3cret',
	'http://s3cret@seedbox:8085',
	'seedbox#s3cret',
	's3cret s3cret',
])('the error about the address %j does not repeat it', (written) => {
	try {
		baseUrl(written, '--url');
		expect.unreachable();
	} catch (error) {
		if (!(error instanceof ClientError)) throw error;
		expect(error.message + error.hint + String(error.cause)).not.toContain('s3cret');
		expect(error.hint).toMatch(/\.$/);
		expect(error.kind).toBe('address');
	}
});

test.each([
	['8085', 8085],
	[' 8085 ', 8085],
	[8085, 8085],
	['65535', 65_535],
	['65536', undefined],
	['0', undefined],
	[0, undefined],
	['-1', undefined],
	[80.5, undefined],
	['8085abc', undefined],
	['0x10', undefined],
	['', undefined],
	[null, undefined],
	[true, undefined],
])('readPort reads %j as %s', (value, port) => expect(readPort(value)).toBe(port));
