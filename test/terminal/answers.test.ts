import { describe, expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { fixture, thenReport } from './fixture.ts';
import { testLateAnswers } from './print-input.ts';
import { expectReleased, type Session, start } from './pty.ts';

/** Returns the number of frames from the key that stops a flood of frames to the one that shows its end. */
async function framesAfterFlood(session: Session): Promise<number> {
	session.type('f');
	await session.shows(/flood 0/);
	const before = session.bytes.length;
	// A second of frames, far more than the line carries.
	await until(() => session.bytes.length > before + 10_000);
	session.type('s');
	const bytesBefore = session.bytes.length;
	await session.shows('flood stopped');
	return session.bytes.slice(bytesBefore).split('\x1b[?2026h').length - 1;
}

describe.concurrent('a terminal that answers queries', () => {
	test('gets no queue of frames: over a slow line the newest state is the next but one', async () => {
		const session = start(fixture, { columns: 100, rows: 24, answersAfter: 1, rate: 8 });
		await session.shows('ready');
		// A busy machine may stop this terminal for longer than frames wait for a reply. A queue is there every time.
		let frames = await framesAfterFlood(session);
		for (let more = 0; frames >= 5 && more < 3; more++) frames = await framesAfterFlood(session);
		expect(frames).toBeLessThan(5);
		session.type('q');
	});

	test('types no text into the app', async () => {
		const session = start(fixture, { columns: 100, rows: 24, answersAfter: 1 });
		await session.shows('ready');
		for (let key = 0; key < 40; key++) session.type('ab\x1b[A\x7f'[key % 2] ?? '');
		await session.shows(`keys <${'ab'.repeat(20)}>`);
		expect(session.bytes).toContain('\x1b[5n');
	});

	testLateAnswers([['at a crash', 't']]);

	test('with the kitty keyboard protocol has it on, and off after the program', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, answersAfter: 1, kitty: true });
		await session.shows('ready');
		await until(() => session.bytes.includes('\x1b[>1u'));
		session.type('\x1b[97u\x1b[27u\x1b[98;5u');
		await session.shows('keys <aescapeb>');
		process.kill(await session.pid(), 'SIGTERM');
		await expectReleased(session, 143);
		expect(session.bytes.lastIndexOf('\x1b[<u')).toBeLessThan(session.bytes.lastIndexOf('\x1b[?1049l'));
	});
});

test('a terminal passes the wheel to the app', async () => {
	const session = start(fixture, { columns: 100, rows: 24 });
	await session.shows('ready');
	session.type('\x1b[<64;5;5M\x1b[<65;5;5M');
	await session.shows('keys <[mouse scroll wheel-up][mouse scroll wheel-down]>');
});

test('the app hides other output while it runs, and prints it afterwards', async () => {
	const session = start(thenReport, { columns: 100, rows: 40 });
	await session.shows('ready');
	session.type('w');
	await session.shows('keys <w>');
	session.type('\x0c');
	session.type('a');
	await session.shows('keys <wa>');
	expect(session.emulator.text()).not.toContain('stray');
	session.type('q');
	await expectReleased(session, 0);
	const text = session.emulator.text();
	for (const stray of [
		'stray log',
		'stray error',
		'StrayWarning: stray warning',
		'Possible EventTarget memory leak',
	])
		expect(text).toContain(stray);
});
