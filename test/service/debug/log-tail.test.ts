import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileLogTail } from '../../../source/service/debug/log-tail.ts';
import { RecentLines } from '../../../source/service/debug/recent-lines.ts';

async function logFile(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'seedtop-log-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	return join(folder, 'service.log');
}

const lines = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');

test.each([
	[1, lines(50_000, 50_000)],
	[3, lines(49_998, 50_000)],
	// More than one chunk.
	[20_000, lines(30_001, 50_000)],
	[50_000, lines(1, 50_000)],
	[60_000, lines(1, 50_000)],
])('FileLogTail returns the last %i lines', async (count, expected) => {
	const path = await logFile();
	await writeFile(path, lines(1, 50_000));
	expect((await new FileLogTail(path).tail(count)).content).toBe(expected);
});

test('FileLogTail reads only the end of a file of 200 GiB', async () => {
	const path = await logFile();
	await truncate(path, 200 * 2 ** 30).catch(() => writeFile(path, ''));
	await truncate(path, 200 * 2 ** 30);
	await appendFile(path, `\n${lines(1, 1000)}`);
	const { content } = await new FileLogTail(path).tail(500);
	expect(content).toBe(lines(501, 1000));
	// The hole is one line without an end: the response is limited.
	const all = await new FileLogTail(path).tail(100_000);
	expect(all.content).toBe(lines(1, 1000));
}, 10_000);

test('FileLogTail continues in rotated files', async () => {
	const path = await logFile();
	await writeFile(`${path}.2`, lines(1, 10));
	await writeFile(`${path}.1`, lines(11, 20));
	await writeFile(path, lines(21, 25));
	const log = new FileLogTail(path);
	expect((await log.tail(5)).content).toBe(lines(21, 25));
	expect((await log.tail(6)).content).toBe(lines(20, 25));
	expect((await log.tail(24)).content).toBe(lines(2, 25));
	expect((await log.tail(1000)).content).toBe(lines(1, 25));
});

test('FileLogTail returns only lines after a position, across a rotation and a truncation', async () => {
	const path = await logFile();
	await writeFile(path, lines(1, 10));
	const log = new FileLogTail(path);
	const first = await log.tail(3);
	expect((await log.tail(100, { after: first.position })).content).toBe('');
	// A line that is not written completely is left for later.
	await appendFile(path, `${lines(11, 12)}line 1`);
	const second = await log.tail(100, { after: first.position });
	expect(second.content).toBe(lines(11, 12));
	await appendFile(path, '3\n');
	await rename(path, `${path}.1`);
	await writeFile(path, lines(14, 15));
	const third = await log.tail(100, { after: second.position });
	expect(third.content).toBe(lines(13, 15));
	await writeFile(path, lines(1, 1));
	// Lines of rotated files are not returned again.
	expect((await log.tail(100, { after: third.position })).content).toBe(lines(1, 1));
	expect((await log.tail(2, { after: 'nonsense' })).content).toBe(`${lines(13, 13)}${lines(1, 1)}`);
});

test('FileLogTail returns nothing for a missing or empty file', async () => {
	const path = await logFile();
	expect(await new FileLogTail(path).tail(10)).toMatchObject({ content: '' });
	await writeFile(path, '');
	expect(await new FileLogTail(path).tail(10)).toMatchObject({ content: '' });
});

test('RecentLines returns the last lines, and lines after a position', async () => {
	const log = new RecentLines();
	expect(await log.tail(5)).toMatchObject({ content: '' });
	for (let at = 1; at <= 5; at++) log.write(`line ${at}\n`);
	const { content, position } = await log.tail(2);
	expect(content).toBe(lines(4, 5));
	log.write('line 6\n');
	expect((await log.tail(10, { after: position })).content).toBe(lines(6, 6));
	// A position of an earlier run of the service.
	expect((await log.tail(10, { after: `${'0'.repeat(8)}-3` })).content).toBe(lines(1, 6));
});

test('RecentLines keeps a bounded number of characters', async () => {
	const log = new RecentLines();
	for (let at = 0; at < 10_000; at++) log.write(`${'x'.repeat(999)}\n`);
	const { content } = await log.tail(10_000);
	expect(content.length).toBeLessThanOrEqual(2 * 1024 * 1024);
	expect(content.length).toBeGreaterThan(1024 * 1024);
});

test('FileLogTail returns pages of earlier lines, across rotated files', async () => {
	const path = await logFile();
	await writeFile(`${path}.2`, lines(1, 10));
	await writeFile(`${path}.1`, lines(11, 20));
	await writeFile(path, lines(21, 25));
	const log = new FileLogTail(path);
	let page = await log.tail(3);
	expect(page).toMatchObject({ content: lines(23, 25) });
	// Later lines change nothing.
	await appendFile(path, lines(26, 30));
	let all = page.content;
	for (let count = 1; page.content !== ''; count++) {
		page = await log.tail(4, { before: page.start });
		all = page.content + all;
		expect(count).toBeLessThan(10);
	}
	expect(all).toBe(lines(1, 25));
	expect(await log.tail(4, { before: '1-5' })).toMatchObject({ content: '' });
	const { start } = await log.tail(3);
	expect((await log.tail(4, { before: start })).position).toBe(start);
});

test('RecentLines returns earlier lines', async () => {
	const log = new RecentLines();
	for (let at = 1; at <= 5; at++) log.write(`line ${at}\n`);
	const { start } = await log.tail(2);
	const earlier = await log.tail(2, { before: start });
	expect(earlier).toMatchObject({ content: lines(2, 3), position: start });
	expect(await log.tail(10, { before: earlier.start })).toMatchObject({ content: lines(1, 1) });
	const first = await log.tail(10, { before: earlier.start });
	expect(await log.tail(10, { before: first.start })).toMatchObject({ content: '', start: first.start });
	expect(await log.tail(10, { before: 'other-3' })).toMatchObject({ content: '' });
});
