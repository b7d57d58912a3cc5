#!/usr/bin/env node
import './process/refuse-inspector.ts';
import { type BundleScript, runBundle } from './commands/cockpit/run-bundle.ts';
import { endIfOutOfFiles } from './commands/end-if-out-of-files.ts';

/** The scripts of the cockpit, from the build. */
declare const COCKPIT_SCRIPTS: readonly [BundleScript, BundleScript, ...BundleScript[]];

const words = process.argv.slice(2);
const isForCockpit =
	process.stdout.isTTY &&
	process.stdin.isTTY &&
	(words[0] ?? '-').startsWith('-') &&
	!words.some((word) => /^(-h|-V|--help|--version)$/.test(word));
try {
	process.exitCode =
		(isForCockpit ? await runBundle(COCKPIT_SCRIPTS, words) : undefined) ?? (await runCommand());
} catch (error) {
	endIfOutOfFiles(error);
	throw error;
}

async function runCommand(): Promise<number> {
	const [{ run }, { program }] = await Promise.all([
		import('./commands/run.ts'),
		import('./commands/registry.ts'),
	]);
	return run(program, words);
}
