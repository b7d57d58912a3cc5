import { expect, test } from 'vitest';
import { isNewer, parseVersion, type Version } from '../../../source/service/updates/version.ts';

function versionOf(text: string): Version {
	const version = parseVersion(text);
	if (!version) throw new Error(`${text} is no version.`);
	return version;
}

test('versions have the precedence of Semantic Versioning', () => {
	const ascending = [
		...['0.9.10', '0.10.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2'],
		...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2', '2.0.0', '10.0.0'],
	].map(versionOf);
	for (const [index, version] of ascending.entries()) {
		for (const [other, than] of ascending.entries()) expect(isNewer(version, than)).toBe(index > other);
	}
});

test('versions are equal without a leading v, a missing patch number and build metadata', () => {
	for (const text of ['v1.2.0', '1.2', ' 1.2.0+build.7', 'V1.2']) {
		expect(isNewer(versionOf(text), versionOf('1.2.0'))).toBe(false);
		expect(isNewer(versionOf('1.2.0'), versionOf(text))).toBe(false);
	}
	expect(versionOf('v1.2.3-rc.1+x').text).toBe('1.2.3-rc.1');
});

test.each([
	'',
	'1',
	'latest',
	'1.2.3.4',
	'1.2.x',
	'1.2.3-',
	'\u001b[2J1.2.3',
	`1.2.${'3'.repeat(80)}`,
	'-1.2.3',
])('%j is no version', (text) => expect(parseVersion(text)).toBeUndefined());
