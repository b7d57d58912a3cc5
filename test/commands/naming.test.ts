import { describe, expect, test } from 'vitest';
import { newLines } from '../../source/commands/debug/logs.ts';
import { CommandFailure } from '../../source/commands/declaration/failure.ts';
import { list } from '../../source/commands/declaration/options.ts';
import { filterByStatus, matchAll } from '../../source/commands/downloads/choose.ts';
import { notRange, readFileNumbers } from '../../source/commands/downloads/file-numbers.ts';
import { matchDownload, matchEvery } from '../../source/commands/downloads/match.ts';
import { absoluteSource, sourceText } from '../../source/commands/downloads/sources.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { hostile } from './answering-service.ts';

const download = (infohash: string, name: string, status = 'SEEDING') =>
	decode(Download, { infohash: infohash.padEnd(40, '0'), name, status, progress: 0, size: 5 }).value;

const downloads = [
	download('abc1', 'Ubuntu'),
	download('abd2', 'ubuntu server', 'STOPPED'),
	download('123', 'twice'),
	download('456', 'twice'),
	download('789', 'face'),
	download('face', 'other'),
	download('fff', hostile),
];
const named = (text: string) => matchDownload(downloads, text).infohash.replace(/0+$/, '');

function failureOf(text: string): CommandFailure {
	try {
		matchDownload(downloads, text);
	} catch (error) {
		if (error instanceof CommandFailure) return error;
	}
	throw new Error(`'${text}' was found`);
}

describe('a download is named by', () => {
	test('its infohash, in upper or lower case', () => {
		expect(named('ABC1'.padEnd(40, '0'))).toBe('abc1');
	});
	test('the beginning of its infohash', () => {
		expect(named('abc')).toBe('abc1');
		expect(named('ABD')).toBe('abd2');
	});
	test('its exact name, even if it is a part of another name', () => {
		expect(named('Ubuntu')).toBe('abc1');
		expect(named('face')).toBe('789');
	});
	test('a part of its name, in upper or lower case', () => {
		expect(named('SERVER')).toBe('abd2');
	});
	test('its infohash if it has no name', () => {
		const unnamed = ['eeee1', 'ffeeee'].map((hash) => download(hash, hash.padEnd(40, '0')));
		expect(matchDownload(unnamed, 'eeee').infohash).toMatch(/^eeee1/);
		expect(matchDownload(unnamed, 'ffe').infohash).toMatch(/^ffe/);
	});
	test('its name as it is shown', () => {
		expect(named('na\ufffdme \ufffd\ufffdgpj \ufffd!')).toBe('fff');
	});
});

test('an ambiguous name is refused with all matches', () => {
	for (const [text, count] of [
		['ubuntu', 2],
		['ab', 2],
		['twice', 2],
		['e', 6],
	] as const) {
		const failure = failureOf(text);
		expect(failure.exitCode).toBe(2);
		expect(failure.details).toHaveLength(count);
		expect(failure.message).toContain(`matches ${count} downloads`);
	}
	const many = Array.from({ length: 25 }, (_, index) => download(index.toString(16), `same ${index}`));
	expect(() => matchDownload(many, 'same')).toThrow(/matches 25 downloads/);
});

test('an unknown name is not found, and an empty name is refused', () => {
	expect(failureOf('nothing').exitCode).toBe(5);
	expect(failureOf('').exitCode).toBe(2);
});

test('several names are each resolved once', () => {
	expect(matchAll(downloads, ['server', 'abd', 'Ubuntu'])).toHaveLength(2);
});

test('statuses are compared without regard to case and separators', () => {
	expect(filterByStatus(downloads, ['dlstatus_stopped'])).toHaveLength(1);
	expect(filterByStatus(downloads, ['seeding', 'STOPPED'])).toHaveLength(7);
	expect(filterByStatus(downloads, ['MOVING'])).toHaveLength(0);
	expect(filterByStatus(downloads, [])).toBe(downloads);
});

test('filterByStatus refuses an unknown status and lists the known ones, unless a download has it', () => {
	expect(() => filterByStatus(downloads, ['seeding', 'xyz'])).toThrow(
		/^'XYZ' is not a known status\. Known: .*SEEDING, STOPPED, .*QUEUED, .*LOADING\.$/,
	);
	expect(filterByStatus([...downloads, download('aa', 'odd', 'XYZ')], ['xyz'])).toHaveLength(1);
});

test('matchEvery lists all matches of a name, and fails for a name without any', () => {
	const hashes = (names: string[]) =>
		matchEvery(downloads, names).map(({ infohash }) => infohash.replace(/0+$/, ''));
	expect(hashes(['ubuntu'])).toEqual(['abc1', 'abd2']);
	expect(hashes(['twice', 'server'])).toEqual(['123', '456', 'abd2']);
	// An exact name or infohash is one match, as for all other commands.
	expect(hashes(['Ubuntu'])).toEqual(['abc1']);
	expect(hashes(['ABC1'.padEnd(40, '0'), 'abc'])).toEqual(['abc1']);
	expect(() => hashes(['ubuntu', 'nothing'])).toThrow("There is no download 'nothing'.");
});

test('a list may have blanks after its commas', () => {
	const status = list('--status <list>', 'statuses');
	expect(status.read(['SEEDING, STOPPED', ' METADATA ,'])).toEqual(['SEEDING', 'STOPPED', 'METADATA']);
	expect(status.read([' , '])).toEqual([]);
});

test('file numbers are lists and ranges', () => {
	expect(readFileNumbers(['0,2-4', '3'])).toEqual([0, 2, 3, 4]);
	expect(readFileNumbers([])).toEqual([]);
	for (const text of ['a', '1-', '-1', '1.5', '', '99999999999'])
		expect(readFileNumbers([text])).toBeUndefined();
	expect(() => readFileNumbers(['5-2'])).toThrow(notRange('5-2'));
	expect(() => readFileNumbers(['0-999999999'])).toThrow(notRange('0-999999999'));
});

test('sources become absolute', () => {
	expect(absoluteSource('x/y.torrent')).toBe(`${process.cwd()}/x/y.torrent`);
	expect(absoluteSource('file:///a%20b.torrent')).toBe('/a b.torrent');
	for (const kept of ['magnet:?xt=1', 'http://x/y', 'HTTPS://x', '/a'])
		expect(absoluteSource(kept)).toBe(kept);
	expect(() => absoluteSource(' ')).toThrow(sourceText.empty);
	expect(() => absoluteSource('file://elsewhere/x')).toThrow(sourceText.noFileUrl('file://elsewhere/x'));
});

test('new lines of a log are found by the previous ones', () => {
	expect(newLines(['a', 'b', 'c'], ['b', 'c', 'd', 'e'])).toEqual(['d', 'e']);
	expect(newLines(['a', 'b'], ['a', 'b'])).toEqual([]);
	expect(newLines([], ['a'])).toEqual(['a']);
	expect(newLines(['a'], ['x', 'y'])).toEqual(['x', 'y']);
	expect(newLines(['same', 'same'], ['same', 'same', 'same'])).toEqual(['same']);
});
