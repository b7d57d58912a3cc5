import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemReasons } from '../../../source/service/http/http-error.ts';
import { createLog } from '../../../source/service/log/log.ts';
import { openLogFile, unusableLog } from '../../../source/service/storage/log-file.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';

/** Time after which a file is examined again. */
const CHECK_MS = 1_001;

let folder: TemporaryFolder;
let path: string;
let failures: string[];

beforeEach(async () => {
	folder = await temporaryFolder();
	path = join(folder.path, 'logs', 'service.log');
	failures = [];
});

afterEach(() => folder.remove());

const open = (size: number, files: number) =>
	openLogFile({ path, size, files, onFailure: (reason) => failures.push(reason) }).write;
const lines = (name = '') =>
	readFileSync(path + name, 'utf8')
		.trim()
		.split('\n');

test('a log message is one line with its time and level, also for a stack and hostile text', () => {
	const written: string[] = [];
	const log = createLog((line) => written.push(line));
	log('info', 'plain');
	log('error', 'a name of\nlines\u001b[31m', new Error('a cause\nof lines'));
	expect(written).toHaveLength(2);
	for (const line of written)
		expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (INFO {3}|ERROR {2}) [^\n\u001b]+\n$/);
	expect(written[1]).toMatch(
		/ERROR {3}a name of lines.* \| Error: a cause \| of lines \| at .*log\.test\.ts/,
	);
});

test.each([
	['error', 'error'],
	['warning', 'error warning'],
	['info', 'error warning info'],
	['debug', 'error warning info debug'],
] as const)('a log of level %s and above contains: %s', (least, expected) => {
	const written: string[] = [];
	const log = createLog((line) => written.push(line.split(' ')[1]?.toLowerCase() ?? ''), least);
	for (const level of ['error', 'warning', 'info', 'debug'] as const) log(level, 'said');
	expect(written.join(' ')).toBe(expected);
});

test('a full log file is rotated, and a limited number is kept', () => {
	const write = open(30, 2);
	for (let number = 0; number < 10; number++) write(`line ${number} of ten\n`);
	// Two lines of 14 bytes in each.
	expect(lines()).toEqual(['line 8 of ten', 'line 9 of ten']);
	expect(lines('.1')).toEqual(['line 6 of ten', 'line 7 of ten']);
	expect(lines('.2')).toEqual(['line 4 of ten', 'line 5 of ten']);
	expect(existsSync(`${path}.3`)).toBe(false);
	expect(failures).toEqual([]);
});

test('an earlier log counts toward the limit, and a line longer than a file is alone in one', () => {
	open(30, 1)('from the last run\n');
	const write = open(30, 1);
	write(`${'x'.repeat(50)}\n`);
	expect(lines('.1')).toEqual(['from the last run']);
	write('short\n');
	expect(lines('.1')).toEqual(['x'.repeat(50)]);
	expect(lines()).toEqual(['short']);
});

test('a full log file is emptied if none are kept', () => {
	const write = open(30, 0);
	for (let number = 0; number < 3; number++) write(`line ${number} of ten\n`);
	expect(lines()).toEqual(['line 2 of ten']);
	expect(existsSync(`${path}.1`)).toBe(false);
});

test('a failed rotation loses lines, is reported once, and is repeated', () => {
	const write = open(30, 1);
	write('line 0 of ten\n');
	// A folder is in the way.
	mkdirSync(join(`${path}.1`, 'full'), { recursive: true });
	for (let number = 1; number < 5; number++) write(`line ${number} of ten\n`);
	expect(failures).toHaveLength(1);
	renameSync(`${path}.1`, `${path}.away`);
	write('line 5 of ten\n');
	expect(lines().at(-1)).toBe('line 5 of ten');
	expect(failures).toHaveLength(1);
});

test('a log file that cannot be opened is refused with a reason', () => {
	mkdirSync(path, { recursive: true });
	expect(() => open(30, 1)).toThrow(unusableLog(path, systemReasons.EISDIR));
});

test('a log file that another program moved or deleted is noticed, and an emptied one counts from its start', () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	const write = open(1_000, 1);
	write('first\n');
	renameSync(path, `${path}-20261122`);
	vi.advanceTimersByTime(CHECK_MS);
	write('after the move\n');
	expect(lines()).toEqual(['after the move']);
	expect(lines('-20261122')).toEqual(['first']);
	rmSync(path);
	vi.advanceTimersByTime(CHECK_MS);
	write('after the deletion\n');
	expect(lines()).toEqual(['after the deletion']);
	write(`${'x'.repeat(700)}\n`);
	truncateSync(path);
	vi.advanceTimersByTime(CHECK_MS);
	for (let number = 0; number < 150; number++) write('y\n');
	expect(existsSync(`${path}.1`)).toBe(false);
	expect(failures).toEqual([]);
});

test('a reopened log writes to its path, or to the earlier file if that fails', () => {
	const { write, reopen } = openLogFile({
		path,
		size: 1_000,
		files: 1,
		onFailure: (reason) => failures.push(reason),
	});
	write('first\n');
	renameSync(path, `${path}.old`);
	reopen();
	write('second\n');
	expect([lines('.old'), lines()]).toEqual([['first'], ['second']]);
	renameSync(path, `${path}.2`);
	mkdirSync(path);
	reopen();
	reopen();
	write('third\n');
	expect(lines('.2')).toEqual(['second', 'third']);
	expect(failures).toEqual([systemReasons.EISDIR]);
});
