#!/usr/bin/env node
import { runProgram } from './commands/declaration/program.ts';
import { exitCodes, reportFailure } from './commands/output/failure.ts';
import { program } from './commands/registry.ts';

// A reader that goes away (seedtop | head) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
});

try {
	process.exitCode = await runProgram(program, process.argv.slice(2));
} catch (error) {
	process.exitCode = reportFailure(error);
}
