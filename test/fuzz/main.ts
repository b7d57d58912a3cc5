/**
 * Random inputs for the code that reads what others wrote: `npm run fuzz -- --minutes N [--seed S]`. It prints how many
 * inputs each target had, and keeps the smallest failing one in test/fuzz/kept, which makes it a test.
 */
import { parseArgs } from 'node:util';
import { keep, keptPath } from './kept.ts';
import { targets } from './targets/index.ts';

const DEFAULT_MINUTES = 10;

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.');

process.stdout.write(`Fuzzing for ${minutes} minutes with seed ${seed}.\n`);
const shareMs = (minutes * 60_000) / targets.length;
for (const { name, run } of targets) {
	const { runs, fault } = await run({ seed, untilMs: performance.now() + shareMs });
	process.stdout.write(
		`${name}: ${runs.toLocaleString('en-US')} inputs, ${fault ? '1 fault' : 'no fault'}\n`,
	);
	if (!fault) continue;
	await keep(name, fault.input);
	process.stdout.write(`${JSON.stringify(fault.input)}\n${fault.reason}\nKept in ${keptPath(name)}.\n`);
	process.exitCode = 1;
}
