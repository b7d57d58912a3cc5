import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixture, Session, until } from './pty.ts';

const sessions: Session[] = [];
function start(...args: ConstructorParameters<typeof Session>): Session {
	const session = new Session(...args);
	sessions.push(session);
	return session;
}
afterAll(() => {
	for (const session of sessions.splice(0)) session.kill();
});

/** Runs the fixture, tells its exit code and the state of the terminal, and keeps the terminal open. */
const thenReport = `${fixture}; echo "code=$?"; stty -a; echo done; read -r`;

/** The terminal is as it was before: for whoever is next. */
async function expectGivenBack(session: Session, code: number): Promise<void> {
	await session.shows('done');
	const text = session.emulator.text();
	expect(text).toContain(`code=${code}`);
	expect(session.emulator.onAlternateScreen).toBe(false);
	const on = [1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026].filter((mode) => session.mode(mode));
	expect(on).toEqual([]);
	expect([25, 7].filter((mode) => !session.mode(mode))).toEqual([]);
	for (const flag of ['icanon', 'echo', 'isig', 'icrnl', 'opost'])
		expect(text).toMatch(new RegExp(`[^-]\\b${flag}\\b`));
	// Nothing of the app is left, and nothing is painted after the terminal was given back.
	expect(text).not.toContain('ready');
	expect(session.bytes.lastIndexOf('\x1b[?2026h')).toBeLessThan(session.bytes.lastIndexOf('\x1b[?1049l'));
}

describe.concurrent('the terminal is given back', () => {
	test.each([
		['quitting', 'q', 0],
		['quitting with a code', '3', 3],
		['process.exit', 'x', 9],
	])('after %s', async (_name, key, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type(key);
		await expectGivenBack(session, code);
		if (key !== 'x') expect(session.emulator.text()).toContain('cleaned up');
	});

	test.each([
		['an error while rendering', 'r', 'broken while rendering'],
		['an error in a timer', 't', 'Error: broken in a timer'],
		['an error while handling a key', 'k', 'Error: broken ]0;evilwhile handling a key'],
		['a rejection that nobody handles', 'j', 'Error: rejected by nobody'],
	])('after %s, which is printed', async (_name, key, message) => {
		const session = start(thenReport, { columns: 100, rows: 50 });
		await session.shows('ready');
		session.type(key);
		await expectGivenBack(session, 1);
		expect(session.emulator.text()).toContain(message);
		expect(session.emulator.text()).toContain('fixture-app.tsx');
	});

	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGQUIT', 131],
	] as const)('after %s', async (signal, code) => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		process.kill(await session.pid(), signal);
		await expectGivenBack(session, code);
		expect(session.emulator.text()).toContain('cleaned up');
	});

	test('while it paints all the time', async () => {
		const session = start(thenReport, { columns: 100, rows: 24 });
		await session.shows('ready');
		session.type('f');
		await session.shows('flood');
		process.kill(await session.pid(), 'SIGTERM');
		await expectGivenBack(session, 143);
	});

	test('when cleaning up takes too long, and at once at the second signal', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, env: { FIXTURE_HANG: '1' } });
		const pid = await session.pid();
		process.kill(pid, 'SIGTERM');
		await until(
			() => !session.emulator.onAlternateScreen,
			() => 'still on the alternate screen',
		);
		process.kill(pid, 'SIGTERM');
		await expectGivenBack(session, 143);
		expect(session.emulator.text()).not.toContain('cleaned up');
	});
});

describe.concurrent('under the job control of a shell', () => {
	test('ctrl-z gives the terminal back, fg paints it all again, in the size of then', async () => {
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

	test('stopped and continued from outside', async () => {
		const session = start('', { columns: 70, rows: 12 });
		await session.shows('shell>');
		session.type(`${fixture}\r`);
		const pid = await session.pid();
		for (const [times, signal] of ['SIGTSTP', 'SIGSTOP', 'SIGTSTP'].entries()) {
			const entered = () => session.bytes.split('\x1b[?1049h').length - 1;
			process.kill(pid, signal);
			await session.shows('Stopped');
			session.type('clear; fg\r');
			await until(
				() => entered() > times + 1,
				() => 'it never came back',
			);
			await session.shows('ready');
		}
		session.type('d');
		await session.shows('keys <d>');
	});

	test('without job control ctrl-z comes back by itself', async () => {
		const session = start(`exec ${fixture}`);
		await session.shows('ready');
		session.type('\x1a');
		await until(
			() => session.bytes.split('\x1b[?1049h').length === 3,
			() => 'it never came back',
		);
		session.type('e');
		await session.shows('keys <e>');
	});
});

describe.concurrent('terminals as they are', () => {
	test('with CI in the environment it paints just the same', async () => {
		const session = start(thenReport, { columns: 100, rows: 24, env: { CI: 'true' } });
		await session.shows('ready');
		expect(session.emulator.cell(1, 1).style).toBe('green');
		session.type('q');
		await expectGivenBack(session, 0);
	});

	test('NO_COLOR takes the colours, not the looks', async () => {
		const session = start(fixture, { env: { NO_COLOR: '1' } });
		await session.shows('ready');
		expect(session.emulator.cell(1, 1).style).toBe('');
		expect(session.emulator.cell(1, 3)).toEqual({ text: 'r', style: 'bold' });
	});

	test('a terminal that knows no size is taken for 80x24', async () => {
		const session = start(`stty cols 0 rows 0; ${fixture}`, { columns: 80, rows: 24 });
		await session.shows('size 80x24');
	});

	test('a storm of sizes, down to nothing, ends with the right screen', async () => {
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

	test('one that has gone ends the process', async () => {
		const session = start(`exec ${fixture}`);
		const pid = await session.pid();
		session.type('f');
		await session.shows('flood');
		session.kill();
		await until(
			() => !alive(pid),
			() => 'still running',
		);
	});
});

describe('a terminal that stops reading', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'terminal-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

	/** A flooded terminal that has not read for long, and the app's own word on how often it rendered. */
	async function stalled(command: string) {
		const log = join(folder, `${sessions.length}`);
		const session = start(command, { columns: 100, rows: 24, env: { FIXTURE_LOG: log } });
		const pid = await session.pid();
		let latest = 0;
		const commits = () => {
			// Read while it is written, the file is empty.
			latest = Math.max(latest, Number(readFileSync(log, 'utf8')));
			return latest;
		};
		session.type('f');
		await session.shows('flood');
		session.stall();
		// Far more than fits into what lies between the app and a reader; and proof that the app goes on.
		const before = commits();
		await until(
			() => commits() > before + 800,
			() => `the app stands still at ${commits()}`,
		);
		return { session, pid, commits };
	}

	test('does not stop the app; when it reads again it gets the newest frame', async () => {
		const { session, commits } = await stalled(fixture);
		session.type('s');
		session.read();
		await session.shows('flood stopped');
		const frames = session.bytes.split('\x1b[?2026h').length - 1;
		expect(frames).toBeLessThan(commits() - 600);
	});

	test('does not hold the process when it has to end', async () => {
		const { pid } = await stalled(`exec ${fixture}`);
		process.kill(pid, 'SIGTERM');
		await until(
			() => !alive(pid),
			() => 'still running',
		);
	});

	test('gets a whole order of restoring when it reads again', async () => {
		const { session, pid } = await stalled(thenReport);
		process.kill(pid, 'SIGTERM');
		session.read();
		await expectGivenBack(session, 143);
	});
});

function alive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
