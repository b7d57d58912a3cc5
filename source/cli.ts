#!/usr/bin/env node
import { cockpitProgram, isForCockpit } from './commands/cockpit/program.ts';
import { runProgram } from './commands/declaration/program.ts';
import { exitCodes, reportFailure } from './commands/output/failure.ts';

// A reader that goes away (seedtop | head) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
});

try {
	const words = process.argv.slice(2);
	const program = isForCockpit(words) ? cockpitProgram : (await import('./commands/registry.ts')).program;
	process.exitCode = await runProgram(program, words);
} catch (error) {
	process.exitCode = reportFailure(error);
}
