import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { alive, expectReleased, start } from './pty.ts';
import { stalled } from './stalled-terminal.ts';

describe.concurrent('real terminals', () => {
	test('have styles but no colors with NO_COLOR', async () => {
		const session = start(fixture, { env: { NO_COLOR: '1' } });
		await session.shows('ready');
		expect(session.emulator.cell(1, 1).style).toBe('');
		expect(session.emulator.cell(1, 3)).toEqual({ text: 'r', style: 'bold' });
	});

	test('show the right screen after many resizes, down to nothing', async () => {
		const session = start(fixture);
		await session.shows('ready');
		for (let step = 0; step < 60; step++) {
			session.resize(1 + ((step * 37) % 130), 1 + ((step * 17) % 50));
			if (step % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
		}
		session.resize(1, 1);
		session.resize(52, 7);
		await session.shows('size 52x7');
		session.type('g');
		await session.shows('keys <g>');
		const rows = session.emulator.rows();
		expect(rows[0]).toBe(`╭${'─'.repeat(50)}╮`);
		expect(rows[3]).toBe(`│ready${' '.repeat(45)}│`);
		expect(rows[6]).toBe(`╰${'─'.repeat(50)}╯`);
	});

	test('are repainted on demand after other output', async () => {
		const session = start(fixture);
		await session.shows('ready');
		await session.emulator.write('\x1b[5;5Hgarbage\x1b[1;31m');
		session.type('\x0c');
		await until(() => !session.emulator.text().includes('garbage'));
		session.type('h');
		await session.shows('keys <h>');
		expect(session.emulator.cell(2, 2)).toEqual({ text: 'e', style: '' });
	});
});

describe('a terminal that stops reading', () => {
	test('does not stop the app, and gets the newest frame when it reads again', async () => {
		const { session, pid, commits } = await stalled(`exec ${fixture}`);
		session.type('s');
		session.read();
		await session.shows('flood stopped');
		const frames = session.bytes.split('\x1b[?2026h').length - 1;
		expect(frames).toBeLessThan(commits() - 150);
		session.type('q');
		await until(() => !alive(pid));
	});

	test('gets a complete restore sequence when it reads again', async () => {
		const { session, pid } = await stalled(thenReport);
		process.kill(pid, 'SIGTERM');
		session.read();
		await expectReleased(session, 143);
	});
});
