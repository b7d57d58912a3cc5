import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from './clock.ts';
import { press } from './measure/press.ts';
import { Session } from './pty/session.ts';
import { median, quantile, sum } from './statistics.ts';

/** Overhead of the harness, measured with programs that do nothing. */
export interface HarnessResult {
	/** Milliseconds from a press to its echo by `cat`. */
	readonly echoP50: number;
	readonly echoP99: number;
	/** Bytes that the kernel buffers between a program and its reader. */
	readonly held: number;
	/** Bytes a second over the slow link, from a program that writes without end. */
	readonly carried: number;
}

const terminal = { columns: 80, rows: 24 };
const PRESSES = 100;
const LINK_SECONDS = 3;

export async function measureHarness(folder: string, bytesPerSecond: number): Promise<HarnessResult> {
	const times = await echoTimes(folder);
	return {
		echoP50: median(times),
		echoP99: quantile(times, 0.99),
		held: await heldByKernel(folder),
		carried: await carriedBySlowLink(folder, bytesPerSecond),
	};
}

async function echoTimes(folder: string): Promise<number[]> {
	const command = { file: '/bin/sh', args: ['-c', 'stty raw -echo; echo ready; exec cat'] };
	const session = new Session(command, terminal, folder);
	while (!session.text().includes('ready')) await session.more(session.chunks.length, 100);
	const times: number[] = [];
	for (let n = 0; n < PRESSES; n++) {
		const { at, from } = await press(session, 'x', 1000);
		const chunk = session.chunks[from];
		if (chunk) times.push(chunk.at - at);
	}
	await session.end('');
	return times;
}

/** Writes until the terminal accepts no more, and prints how much it accepted. */
const filler = `
const fs = require('fs');
const fd = fs.openSync('/dev/tty', fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
let taken = 0;
const fill = () => { try { for (;;) taken += fs.writeSync(fd, 'x'.repeat(64)); } catch {} };
fill();
setTimeout(() => { fill(); fs.writeFileSync('held.part', String(taken)); fs.renameSync('held.part', 'held'); }, 300);
setInterval(() => {}, 1000);`;

async function heldByKernel(folder: string): Promise<number> {
	const command = { file: process.execPath, args: ['-e', filler] };
	const session = new Session(command, { ...terminal, bytesPerSecond: 0 }, folder);
	const report = join(folder, 'held');
	while (!existsSync(report) && !session.hasEnded) await sleep(50);
	await session.end('\x03');
	const held = Number(readFileSync(report, 'utf8'));
	rmSync(report);
	return held;
}

async function carriedBySlowLink(folder: string, bytesPerSecond: number): Promise<number> {
	const command = { file: '/bin/cat', args: ['/dev/zero'] };
	const session = new Session(command, { ...terminal, bytesPerSecond }, folder);
	await sleep(LINK_SECONDS * 1000);
	const carried = sum(session.chunks.map(({ bytes }) => bytes.length));
	await session.end('\x03');
	return carried / LINK_SECONDS;
}
