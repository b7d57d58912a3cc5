import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { expectReleased, start } from './pty.ts';

describe.concurrent('loading the app', () => {
	let folder = '';
	let gates = 0;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'terminal-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

	/** A fixture that loads until its gate is opened. */
	function loading(command: string, env: object = {}) {
		const gate = join(folder, String(gates++));
		const session = start(command, { columns: 100, rows: 24, env: { FIXTURE_GATE: gate, ...env } });
		return { session, open: () => writeFileSync(gate, '') };
	}

	test('shows its first lines with their styles, then the app in their place', async () => {
		const { session, open } = loading(fixture);
		await session.shows('loading on 100 columns');
		expect(session.emulator.onAlternateScreen).toBe(true);
		expect(session.emulator.cell(0, 0)).toEqual({ text: 'l', style: 'bold' });
		open();
		await session.shows('ready');
		expect(session.emulator.text()).not.toContain('loading');
		expect(session.emulator.rows()[0]).toBe(`╭${'─'.repeat(98)}╮`);
		expect(session.bytes).not.toMatch(/\x1b\[\d*J/);
	});

	test('keeps keys, and types them in order afterwards', async () => {
		const { session, open } = loading(fixture);
		await session.shows('loading');
		session.type('ab\x1b[200~pasted\x1b[201~\x1b[Acd');
		open();
		await session.shows('keys <ab[paste]upcd>');
		session.type('e');
		await session.shows('keys <ab[paste]upcde>');
	});

	test('adapts the lines and the app to the size', async () => {
		const { session, open } = loading(fixture);
		await session.shows('loading on 100 columns');
		session.resize(72, 11);
		await session.shows('loading on 72 columns');
		open();
		await session.shows('size 72x11');
		expect(session.emulator.rows()[10]).toBe(`╰${'─'.repeat(70)}╯`);
	});

	test('ends at once on ctrl-c', async () => {
		const { session } = loading(thenReport);
		await session.shows('loading');
		session.type('a\x03');
		await expectReleased(session, 130);
		expect(session.emulator.text()).toContain('cleaned up');
	});

	test('ends on a signal', async () => {
		const { session } = loading(thenReport);
		process.kill(await session.pid(), 'SIGTERM');
		await expectReleased(session, 143);
	});

	test('ends on an error, which is printed', async () => {
		const { session, open } = loading(thenReport, { FIXTURE_BROKEN: 'loading' });
		await session.shows('loading');
		open();
		await expectReleased(session, 1);
		expect(session.emulator.text()).toContain('Error: broken while loading');
	});

	test('can be stopped and continued', async () => {
		const { session, open } = loading('');
		await session.shows('shell>');
		session.type(`${fixture}\r`);
		const pid = await session.pid();
		process.kill(pid, 'SIGTSTP');
		await session.shows('Stopped');
		expect(session.emulator.onAlternateScreen).toBe(false);
		session.type('clear; fg\r');
		await until(() => session.bytes.split('\x1b[?1049h').length === 3);
		await session.shows('loading on 100 columns');
		open();
		session.type('g');
		await session.shows('keys <g>');
	});
});
