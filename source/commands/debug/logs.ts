import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { sanitize } from '../../format/sanitize.ts';
import { describeFailure, exitCodeOf, exitCodes } from '../declaration/failure.ts';
import { choice, flag, integer } from '../declaration/options.ts';
import { interruptible } from '../output/interruption.ts';
import { jsonOption, notice, printAnswer, printJsonLine, printLine } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { WatchedService } from '../watching/watched-service.ts';
import type { LogLevelName } from './level-filter.ts';

const levels: readonly LogLevelName[] = ['debug', 'info', 'warning', 'error'];

const DEFAULT_LINES = 100;
/** Number of lines requested repeatedly to detect new ones. */
const FOLLOWED_LINES = 1_000;
const POLL_INTERVAL_MS = 1_000;

export const logsCommand = serviceCommand({
	name: 'logs',
	endpoints: ['getLog'],
	summary: 'show the end of the log of the service',
	description: `Shows the last ${DEFAULT_LINES} lines of the log. With -f it continues with new lines until ctrl-c.`,
	options: {
		follow: flag('-f, --follow', 'continue with new lines; with --json one object per line'),
		lines: integer('-n, --lines <number>', 'number of lines', { minimum: 1 }),
		process: choice('--process <name>', ['core', 'gui'], 'process of the log'),
		level: choice('--level <least>', levels, 'show only read lines of this or a higher level'),
		json: jsonOption,
	},
	async run(input, call) {
		const { client, limits } = call;
		const process = input.process ?? 'core';
		const count = input.lines ?? DEFAULT_LINES;
		const { filterOfLevel } = await import('./level-filter.ts');
		const isShown = filterOfLevel(input.level);
		const read = (max_lines: number, signal?: AbortSignal, from: Client = client, after?: string) =>
			from.getLog(
				{ query: { process, max_lines, ...(after === undefined ? {} : { after }) } },
				{ ...limits, signal },
			);
		if (!input.follow) {
			const log = await read(count);
			const lines = linesOfLog(log.content).filter(isShown);
			const content = input.level === undefined ? log.content : lines.map((line) => `${line}\n`).join('');
			if (input.json) await printAnswer('getLog', { ...log, content });
			else for (const line of lines) printLine(sanitize(line));
			return undefined;
		}
		const show = (line: string) => {
			if (!isShown(line)) return;
			if (input.json) printJsonLine({ line });
			else printLine(sanitize(line));
		};
		return interruptible(async (signal) => {
			const first = await read(Math.max(count, FOLLOWED_LINES), signal);
			let { position } = first;
			let known = linesOfLog(first.content);
			for (const line of known.slice(-count)) show(line);
			let lost = false;
			const watched = new WatchedService(call, signal);
			try {
				for (;;) {
					await delay(POLL_INTERVAL_MS, undefined, { signal });
					try {
						const log = await read(FOLLOWED_LINES, signal, watched.client, position);
						const now = linesOfLog(log.content);
						// seedtop returns only the lines after the position.
						const isLater = position !== undefined && log.position !== undefined;
						for (const line of isLater ? now : newLines(known, now)) show(line);
						known = now;
						position = log.position;
						lost = false;
					} catch (error) {
						if (signal.aborted) throw error;
						if (await watched.refind()) continue;
						if (exitCodeOf(error) !== exitCodes.unreachable) throw error;
						if (!lost) notice(`${describeFailure(error)} Trying again…`);
						lost = true;
					}
				}
			} finally {
				await watched.close();
			}
		});
	},
});

/** Returns the lines of `now` after those of `before`. Both are the end of the same growing log. */
export function newLines(before: readonly string[], now: readonly string[]): readonly string[] {
	// The position of the old end in the new lines is unknown. The longest overlap is the most likely.
	for (let overlap = Math.min(before.length, now.length); overlap > 0; overlap--) {
		const shift = before.length - overlap;
		let index = 0;
		while (index < overlap && before[shift + index] === now[index]) index += 1;
		if (index === overlap) return now.slice(overlap);
	}
	return now;
}

/** Splits a log into lines. The last one may be incomplete. */
function linesOfLog(content: string): string[] {
	const lines = content.split(/\r?\n/);
	if (lines.at(-1) === '') lines.pop();
	return lines;
}
