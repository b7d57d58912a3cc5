import { expect, test } from 'vitest';
import { OffenseLog } from '../../../source/service/engine/webtorrent/peer/offense-log.ts';
import { until } from '../../programs/until.ts';

/** Returns an offense log that writes a summary every 50 ms, with its lines. */
function recorded(): { offenses: OffenseLog; lines: string[] } {
	const lines: string[] = [];
	return { offenses: new OffenseLog((_level, text) => lines.push(text), 'wrong data', 50), lines };
}

test('a peer that offends 1,000 times is reported at once, and then as a number', async () => {
	const { offenses, lines } = recorded();
	for (let at = 0; at < 1_000; at++) offenses.report('127.0.0.1', `piece ${at}`);
	expect(lines).toEqual(['127.0.0.1 sent wrong data: piece 0. Repetitions are summed up.']);
	await until(() => lines.length === 2);
	expect(lines[1]).toBe('127.0.0.1 sent wrong data 999 more times.');
});

test('a ban is reported with the offenses so far', () => {
	const { offenses, lines } = recorded();
	for (let at = 0; at < 3; at++) offenses.report('127.0.0.1', `piece ${at}`);
	offenses.reportBan('127.0.0.1');
	expect(lines.slice(1)).toEqual(['127.0.0.1 is banned: it kept sending wrong data 2 more times.']);
});

test('many offending peers cause few log lines, and every offense is counted', async () => {
	const { offenses, lines } = recorded();
	for (let at = 0; at < 50_000; at++) {
		const host = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
		offenses.report(host, 'piece 0');
		offenses.reportBan(host);
	}
	expect(lines.length).toBe(20);
	await until(() => lines.some((line) => line.startsWith('Other peers')));
	expect(lines.length).toBeLessThanOrEqual(31);
	const counted = lines.map((line) => {
		if (line.includes('is banned')) return 0;
		return line.includes('once more') || line.includes(': piece')
			? 1
			: Number(/(\d+) more times/.exec(line)?.[1]);
	});
	expect(counted.reduce((sum, count) => sum + count, 0)).toBe(50_000);
});

test('a peer that stopped and offends again is reported at once', async () => {
	const { offenses, lines } = recorded();
	offenses.report('127.0.0.1', 'piece 0');
	await until(() => {
		offenses.report('127.0.0.2', 'piece 1');
		return lines.some((line) => line.startsWith('127.0.0.2') && line.includes('more time'));
	});
	offenses.report('127.0.0.1', 'piece 2');
	expect(lines.at(-1)).toBe('127.0.0.1 sent wrong data: piece 2. Repetitions are summed up.');
});
