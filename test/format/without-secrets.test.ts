import { expect, test } from 'vitest';
import { jsonWithoutSecrets, REDACTED, withoutSecrets } from '../../source/format/without-secrets.ts';

test.each([
	['http://user:hunter2@tracker.example:6969/announce', 'hunter2'],
	['socks5://me:pa@ss@127.0.0.1:9050', 'pa@ss'],
	['https://tracker.example/0123456789abcdef0123456789abcdef/announce', '0123456789abcdef'],
	['https://tracker.example/announce.php?passkey=k3y&id=3', 'k3y'],
	['udp://tracker.example:6969/a1b2c3d4e5f6/announce', 'a1b2c3d4e5f6'],
	['https://tracker.example/announce?0123456789abcdef', '0123456789abcdef'],
	['wss://tracker.example/x#token=abc', 'abc'],
	['https://tracker.example/announce?short', 'short'],
	['https://tracker.example/?0123456789abcdef=1', '0123456789abcdef'],
	['https://tracker.example/abcdefghijklmnopqrstuvwx/announce, again', 'abcdefghij'],
	['https://tracker.example/a1b2c3d4/announce', 'a1b2c3d4'],
	['(at http://user:hunter2@127.0.0.1:1)', 'hunter2'],
	["{'proxies': ['socks5://user:hunter2@127.0.0.1:9050']}", 'hunter2'],
	['-----BEGIN PRIVATE KEY-----\nMIIEvQ\nIBADAN\n-----END PRIVATE KEY-----', 'IBADAN'],
	['-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQ\\nIBADAN', 'IBADAN'],
	['-----BEGIN PGP PRIVATE KEY BLOCK-----\nMIIEvQ\n-----END PGP PRIVATE KEY BLOCK-----', 'MIIEvQ'],
	['{"api_key": "abc", "passkey": "def"}', 'def'],
	['X-Api-Key: abc is wrong', 'abc'],
	['magnet:?xt=urn:btih:aa&dn=x&tr=http%3A%2F%2Ft.example%2Fs3cret%2Fannounce', 's3cret'],
	['GET /downloads X-Api-Key: 0f0f0f', '0f0f0f'],
	['{"api_key": "a b c"}', 'a b c'],
	["password='it is long'", 'it is long'],
	['Authorization: Bearer abc.def', 'abc.def'],
	['apikey=12345&x=1', '12345'],
	['proxy_password = topsecret', 'topsecret'],
	['Cookie: session=1234', '1234'],
	['GET /announce?torrent_pass=k3y HTTP/1.1', 'k3y'],
	['socks_pw=hunter2', 'hunter2'],
	['{\\"password\\":\\"hunter2\\"}', 'hunter2'],
	['PUT /downloads?uri=http%3A%2F%2Ft.example%2Fannounce%3Fpasskey%3Dk3y&anon_hops=0', 'k3y'],
	['uri=magnet%3A%3Fxt%3Durn%3Abtih%3Aaa%26tr%3Dhttp%253A%252F%252Ft.example%252Fk3y', 'k3y'],
	['tr=udp%253A%252F%252Ft.example%252Fk3y', 'k3y'],
	['the key PLANTED/KEY+1 is known', 'PLANTED/KEY+1'],
	['it may be encoded: PLANTED%2FKEY%2B1', 'PLANTED%2FKEY%2B1'],
])('withoutSecrets removes the secret of %s', (text, secret) => {
	const left = withoutSecrets(`before ${text} after`, ['PLANTED/KEY+1']);
	expect(left).not.toContain(secret);
	expect(left).toContain(REDACTED);
	expect(left).toMatch(/^before /);
});

test.each([
	'http://127.0.0.1:8085/downloads',
	'https://tracker.example:443/announce',
	'Cannot reach the service at http://127.0.0.1:8085: refused.',
	'udp://tracker.example:80/announce failed',
	'no address: a?b',
	'-----BEGIN CERTIFICATE-----',
	'/srv/state/profiles/20261122T200530.123Z-engine.cpuprofile',
	'2026-11-22T20:05:30.123Z INFO    0123456789abcdef0123456789abcdef01234567: 2 of 2 pieces read',
	'magnet:?xt=urn:btih:0123456789abcdef&dn=debian-13.iso',
	'update (sha1.js:9)',
	'keyboard = us, monkey: 3',
])('withoutSecrets keeps %s', (text) => {
	expect(withoutSecrets(text)).toBe(text);
});

test('jsonWithoutSecrets removes values by their names', () => {
	const value = {
		settings: {
			proxy_password: 'a',
			api: { key: 'b', port: 8085 },
			passkey: 'c',
			socks_pwd: 'h',
			socks_pw: 'i',
			pin_token: 1234,
			secrets: ['d', 'e'],
			user_agent: 'seedtop',
			passive: true,
			empty_password: '',
			trackers: [{ url: 'http://t.example/announce?passkey=f' }],
		},
		'https://t.example/?passkey=g': 1,
	};
	expect(jsonWithoutSecrets(value)).toEqual({
		settings: {
			proxy_password: REDACTED,
			api: { key: REDACTED, port: 8085 },
			passkey: REDACTED,
			socks_pwd: REDACTED,
			socks_pw: REDACTED,
			pin_token: REDACTED,
			secrets: [REDACTED, REDACTED],
			user_agent: 'seedtop',
			passive: true,
			empty_password: '',
			trackers: [{ url: `http://t.example/announce?passkey=${REDACTED}` }],
		},
		[`https://t.example/?passkey=${REDACTED}`]: 1,
	});
});

test('withoutSecrets is fast on hostile texts', () => {
	for (const text of [
		'key='.repeat(50_000),
		'a://'.repeat(50_000),
		`http://${'@'.repeat(200_000)}`,
		'"'.repeat(200_000),
		'-----BEGIN PRIVATE KEY-----'.repeat(20_000),
		`-----BEGIN ${'A'.repeat(200_000)}`,
		`http://h/${'?'.repeat(200_000)}`,
		'a%3A%2F%2F'.repeat(20_000),
	])
		expect(withoutSecrets(text).length).toBeLessThan(300_000);
});
