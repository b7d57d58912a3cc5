#!/usr/bin/env node
import { CommanderError } from 'commander';
import { exitCodes, reportFailure } from './commands/output/failure.ts';
import { createProgram } from './commands/registry.ts';

// A reader that goes away (seedtop | head) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
});

try {
	await createProgram().parseAsync();
} catch (error) {
	if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
	else process.exitCode = reportFailure(error);
}
