#!/usr/bin/env node
import { runBundle } from './commands/cockpit/run-bundle.ts';

/** Hash of dist/cockpit.js, from the build. */
declare const COCKPIT_HASH: string;

const words = process.argv.slice(2);
const isForCockpit =
	process.stdout.isTTY &&
	process.stdin.isTTY &&
	(words[0] ?? '-').startsWith('-') &&
	!words.some((word) => /^(-h|-V|--help|--version)$/.test(word));
process.exitCode = (isForCockpit ? await runBundle(COCKPIT_HASH, words) : undefined) ?? (await runCommand());

async function runCommand(): Promise<number> {
	const [{ run }, { program }] = await Promise.all([
		import('./commands/run.ts'),
		import('./commands/registry.ts'),
	]);
	return run(program, words);
}
