import { Command } from 'commander';
import { declareCockpit } from './cockpit.ts';
import { declareDemo } from './demo.ts';
import { declareServe } from './serve.ts';
import { declareShutdown } from './shutdown.ts';
import { version } from './version.ts';

/** The program with all its commands. */
export function createProgram(): Command {
	const program = new Command('seedtop')
		.description('Run a headless torrent client from a terminal.')
		.version(version)
		.showHelpAfterError("(see 'seedtop --help')")
		.enablePositionalOptions()
		.exitOverride();
	declareCockpit(program);
	declareServe(program);
	declareShutdown(program);
	declareDemo(program);
	return program;
}
