import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture } from './fixture.ts';
import { start } from './pty.ts';

describe.concurrent('under the job control of a shell', () => {
	test('ctrl-z restores the terminal, fg repaints everything in the current size', async () => {
		const session = start('', { columns: 70, rows: 12 });
		await session.shows('shell>');
		session.type(`${fixture}\r`);
		await session.shows('ready');
		session.type('ab\x1a');
		await session.shows('Stopped');
		expect(session.emulator.onAlternateScreen).toBe(false);
		session.type('stty -a; echo "re"ported\r');
		await session.shows('reported\n');
		expect(session.emulator.text()).toMatch(/[^-]\bicanon\b/);
		session.resize(66, 14);
		session.type('fg\r');
		await session.shows('size 66x14');
		expect(session.emulator.onAlternateScreen).toBe(true);
		session.type('c');
		await session.shows('keys <abc>');
		expect(session.emulator.rows()[0]).toBe(`╭${'─'.repeat(64)}╮`);
		session.type('q');
		await session.shows(/cleaned up\n.*shell>/);
		expect(session.emulator.onAlternateScreen).toBe(false);
	});

	test('stops and continues by signals from outside', async () => {
		const session = start('', { columns: 70, rows: 12 });
		await session.shows('shell>');
		session.type(`${fixture}\r`);
		const pid = await session.pid();
		for (const [times, signal] of ['SIGTSTP', 'SIGSTOP', 'SIGTSTP'].entries()) {
			const entered = () => session.bytes.split('\x1b[?1049h').length - 1;
			process.kill(pid, signal);
			await session.shows('Stopped');
			session.type('stty sane; clear; fg\r');
			await until(() => entered() > times + 1);
			session.type('d');
			await session.shows(`keys <${'d'.repeat(times + 1)}>`);
		}
	});

	test('ctrl-z resumes by itself without job control', async () => {
		const session = start(`exec ${fixture}`);
		await session.shows('ready');
		session.type('\x1a');
		await until(() => session.bytes.split('\x1b[?1049h').length === 3);
		session.type('e');
		await session.shows('keys <e>');
	});
});
