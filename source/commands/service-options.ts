import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FoundService, Skipped } from '../client/discovery/find-service.ts';
import { CommandFailure } from './failure.ts';
import { stateFolder } from './folders.ts';

/** The options that name a service, shared by all commands that talk to one. */
export interface ServiceFlags {
	readonly url?: string;
	readonly apiKey?: string;
	readonly apiKeyFile?: string;
	readonly stateDir?: string;
}

export function addServiceOptions(command: Command): Command {
	return command
		.addOption(
			new Option('--url <url>', 'address of the service, with its base path').helpGroup('Which service:'),
		)
		.addOption(
			new Option('--api-key <key>', 'its API key; better a file, or SEEDTOP_API_KEY').helpGroup(
				'Which service:',
			),
		)
		.addOption(new Option('--api-key-file <file>', 'file that holds its API key').helpGroup('Which service:'))
		.addOption(
			new Option('--state-dir <folder>', "state folder of seedtop's own service").helpGroup('Which service:'),
		);
}

/** The state folder that the options or the environment name. */
export function chosenStateFolder(flags: Pick<ServiceFlags, 'stateDir'>): string {
	return flags.stateDir ?? stateFolder();
}

/** The service to talk to; undefined when there is none. `onSkip` is told of places that led nowhere. */
export async function chooseService(
	flags: ServiceFlags,
	onSkip: (skipped: Skipped) => void = () => {},
): Promise<FoundService | undefined> {
	// Help and versions are shown without loading what speaks HTTP.
	const { findService } = await import('../client/discovery/find-service.ts');
	return findService({
		flags: { url: flags.url, apiKey: flags.apiKey ?? keyOf(flags.apiKeyFile) },
		env: process.env,
		home: homedir(),
		stateFolder: chosenStateFolder(flags),
		onSkip,
	});
}

function keyOf(file: string | undefined): string | undefined {
	if (file === undefined) return undefined;
	try {
		return readFileSync(file, 'utf8').trim();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandFailure(`Cannot read the API key file: ${reason}`);
	}
}

/** A port number on a command line. */
export function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535)
		throw new InvalidArgumentError('A port is a number from 0 to 65535.');
	return port;
}
